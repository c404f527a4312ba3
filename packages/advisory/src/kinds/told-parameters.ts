import { phrasesIn } from '../knowledge/cues.js';
import { type OperationParameter, operationParameters } from '../knowledge/load.js';
import { parameterKey, parameterTable } from '../knowledge/phrase-tables.js';
import type { CallParameter, Span } from '../model.js';
import { onceEach } from '../once.js';
import { type Passage, sentenceAround } from '../segment/passage.js';

/** A passage of at most this length is searched as a whole: a table row, a call in a script, a list item. */
const WHOLE_MAX = 400;

interface Known {
  readonly byOperation: ReadonlyMap<string, ReadonlySet<string>>;
  readonly byKey: ReadonlyMap<string, OperationParameter>;
}

const knownOf = onceEach(new Map<string, Known>(), (log) => {
  const byOperation = new Map<string, ReadonlySet<string>>();
  const byKey = new Map<string, OperationParameter>();
  for (const [operation, parameters] of Object.entries(operationParameters(log))) {
    const keys = parameters.map((parameter) => {
      const key = parameterKey(operation, parameter.title);
      byKey.set(key, parameter);
      return key;
    });
    byOperation.set(operation.toLowerCase(), new Set(keys));
  }
  return { byOperation, byKey };
});

/** Parameters with those of others that ask for fields of which the first know nothing. */
export function withOtherFields(
  first: readonly CallParameter[],
  others: readonly CallParameter[],
): readonly CallParameter[] {
  const asked = new Set(first.flatMap(({ selection }) => Object.keys(selection)));
  return [...first, ...others.filter(({ selection }) => !Object.keys(selection).some((key) => asked.has(key)))];
}

/** How an operation was called, from the words around it: without MFA, with an administrator's policy, for a port. `log` names a file of `knowledge/operations`. */
export function toldParameters(passage: Passage, log: string, operation: string, at: Span): readonly CallParameter[] {
  const { byOperation, byKey } = knownOf(log);
  const keys = byOperation.get(operation.toLowerCase());
  if (keys === undefined) return [];
  const near =
    passage.text.length <= WHOLE_MAX
      ? { start: 0, end: passage.text.length }
      : sentenceAround(passage.text, at.start, at.end);
  const told = new Map<string, CallParameter>();
  for (const { key, start, end } of phrasesIn(passage, parameterTable(log))) {
    const parameter = byKey.get(key);
    if (parameter === undefined || !keys.has(key) || told.has(key) || start < near.start || end > near.end) continue;
    const { title, selection } = parameter;
    told.set(key, { title, selection, place: passage.start, start: passage.start + start, end: passage.start + end });
  }
  return [...told.values()];
}
