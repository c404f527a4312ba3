import type { Logsource } from '../model/rule.js';
import type { PipelineRun } from './run.js';
import type { PipelineValue } from './subject.js';

const LOGSOURCE = /\$(?:\{(category|product|service)\}|(category|product|service)(?![A-Za-z0-9_]))/g;
const REFERENCE = /\{(?:(?:pipeline\.)?vars(?:\.([\w-]+)|\[([\w-]+)\])|pipeline\.state(?:\.([\w-]+)|\[([\w-]+)\]))\}/g;

/** Replaces `$category`, `$product` and `$service`; what the log source does not have stays as it is. */
export function fillLogsource(text: string, logsource: Logsource): string {
  return text.replace(LOGSOURCE, (whole, braced?: keyof Logsource, plain?: keyof Logsource) => {
    return logsource[(braced ?? plain) as keyof Logsource] ?? whole;
  });
}

/** Replaces `{vars.name}` and `{pipeline.state[key]}`; a name without a value stays as it is, as does every other brace. */
export function fillReferences(text: string, run: PipelineRun): string {
  if (!text.includes('{')) return text;
  return text.replace(REFERENCE, (whole, ...groups: (string | undefined)[]) => {
    const [dottedVar, bracketedVar, dottedState, bracketedState] = groups;
    const variable = dottedVar ?? bracketedVar;
    const value =
      variable === undefined ? run.state.get((dottedState ?? bracketedState) as string) : run.vars.get(variable);
    return value === undefined ? whole : shownValue(value);
  });
}

/** A value as text; lists with commas between. */
export function shownValue(value: PipelineValue): string {
  return [value].flat().map(String).join(', ');
}
