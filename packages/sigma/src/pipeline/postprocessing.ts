import { SigmaError } from '../model/error.js';
import { attributeOf } from './conditions/rule.js';
import { compileExpression, readReplacement } from './expression.js';
import type { PostprocessingItem } from './model.js';
import type { Parameters } from './parameters.js';
import { PIPELINE_LIMITS, type PipelineRun } from './run.js';
import type { Subject } from './subject.js';
import { fillReferences, shownValue } from './template.js';

/** Changes one query. */
type QueryChange = PostprocessingItem['change'];
type ReadItems = (list: unknown) => readonly PostprocessingItem[];

/** What can be done to a finished query, by type; `readItems` reads the entries of `nest`. */
export const POSTPROCESSING: Readonly<Record<string, (parameters: Parameters, readItems: ReadItems) => QueryChange>> = {
  embed(parameters) {
    const prefix = parameters.optionalText('prefix') ?? '';
    const suffix = parameters.optionalText('suffix') ?? '';
    return (query, _subject, run) => fillReferences(prefix, run) + query + fillReferences(suffix, run);
  },
  simple_template(parameters) {
    const fill = parameters.at('template', () => readTemplate(parameters));
    return (query, subject, run) => fill(query, subject, run);
  },
  json(parameters) {
    const text = parameters.text('json_template');
    let template: unknown;
    try {
      template = JSON.parse(text);
    } catch {
      throw parameters.fault('json_template is no JSON', 'json_template');
    }
    return (query) => JSON.stringify(template, (_key, value: unknown) => (value === '%QUERY%' ? query : value));
  },
  replace(parameters) {
    const pattern = compileExpression(parameters, 'pattern');
    const replacement = readReplacement(parameters.text('replacement'), (character) => character);
    parameters.at('replacement', () => pattern.check(replacement));
    return (query) => pattern.replaced(query, replacement.fill);
  },
  nest(parameters, readItems) {
    const items = readItems(parameters.raw('items'));
    return (query, subject, run) => postprocess(items, query, subject, run);
  },
};

/** Applies entries to a query, each where its conditions on the rule hold. */
export function postprocess(
  items: readonly PostprocessingItem[],
  query: string,
  subject: Subject,
  run: PipelineRun,
): string {
  let text = query;
  for (const { id, rule, change } of items) {
    if (!rule(subject, run)) continue;
    text = change(text, subject, run);
    run.applied(id);
    if (text.length > PIPELINE_LIMITS.queryCharacters) {
      throw new SigmaError(
        'TooLarge',
        `a pipeline makes a query of more than ${PIPELINE_LIMITS.queryCharacters} characters`,
      );
    }
  }
  return text;
}

const PARTS = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;
const RULE_PART = /^rule\.(?:(logsource)\.(category|product|service)|custom_attributes(?:\.(\w+)|\[([\w-]+)\])|(\w+))$/;
const PIPELINE_PART = /^pipeline\.(?:state|vars)(?:\.[\w-]+|\[[\w-]+\])$/;

/** Reads a template in the form of Python's `str.format`: `{query}`, `{rule.…}`, `{pipeline.state[…]}`, `{pipeline.vars[…]}`. */
function readTemplate(parameters: Parameters): QueryChange {
  const template = parameters.text('template');
  const parts: (string | QueryChange)[] = [];
  let from = 0;
  for (const match of template.matchAll(PARTS)) {
    parts.push(template.slice(from, match.index));
    from = match.index + match[0].length;
    const name = match[1];
    if (name !== undefined) parts.push(readPart(name, parameters));
    else if (match[0].length === 2) parts.push(match[0].slice(1));
    else throw parameters.fault('the template has a single brace; write {{ or }} for the character', 'template');
  }
  parts.push(template.slice(from));
  return (query, subject, run) =>
    parts.map((part) => (typeof part === 'string' ? part : part(query, subject, run))).join('');
}

function readPart(name: string, parameters: Parameters): QueryChange {
  if (name === 'query') return (query) => query;
  if (PIPELINE_PART.test(name)) {
    const reference = `{${name}}`;
    return (_query, _subject, run) => {
      const filled = fillReferences(reference, run);
      return filled === reference ? '' : filled;
    };
  }
  const [, logsource, part, dotted, bracketed, attribute] = RULE_PART.exec(name) ?? [];
  if (logsource !== undefined) {
    return (_query, subject) =>
      (subject.kind === 'rule' && subject.logsource[part as 'category' | 'product' | 'service']) || '';
  }
  const custom = dotted ?? bracketed;
  if (custom !== undefined) return (_query, _subject, run) => shownValue(run.attributes.get(custom) ?? '');
  if (attribute === undefined) {
    throw parameters.unsupported(
      `a simple_template can have {query}, {rule.title} and the like, {pipeline.state[key]} and {pipeline.vars[name]}, not {${name}}`,
      'template',
    );
  }
  return (_query, subject, run) => shownValue(attributeOf(subject, attribute, run) ?? '');
}
