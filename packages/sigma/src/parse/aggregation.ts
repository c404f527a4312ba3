import { withSingleBlanks } from '../characters.js';
import type { Condition } from '../model/condition.js';
import type { Aggregation, CorrelationType, Threshold } from '../model/rule.js';
import { type ConditionParts, ConditionReader } from './condition.js';
import { readDuration } from './duration.js';
import { Fault, shown } from './fault.js';

const OPERATORS: Readonly<Record<string, Threshold['operator']>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '=': 'eq',
  '==': 'eq',
  '!=': 'neq',
};

/** Correlation types of the old functions; the minimum is the 0th percentile, the maximum the 100th. */
const FUNCTIONS: Readonly<Record<string, { readonly type: CorrelationType; readonly percentile?: number }>> = {
  count: { type: 'event_count' },
  sum: { type: 'value_sum' },
  avg: { type: 'value_avg' },
  min: { type: 'value_percentile', percentile: 0 },
  max: { type: 'value_percentile', percentile: 100 },
};

const HEAD = /^\s*([a-z]+)\s*\(([^()]*)\)\s*(.*)$/is;
const BY = /^by\s+((?:[^\s,<>=!]+(?:\s*,\s*|\s+(?![<>=!]|within\b)))*[^\s,<>=!]+)\s*(.*)$/is;
const COMPARISON = /^(>=|<=|==|!=|>|<|=)\s*(-?\d{1,15}(?:\.\d{1,9})?)\s*(.*)$/s;
const WITHIN = /^within\s+(\d+\s*[smhdwMy])\s*(.*)$/s;

/** Where a text goes on behind a word that it begins with and the blanks behind that; undefined where it begins with none. */
export function behindWord(text: string, word: string): number | undefined {
  const start = text.length - text.trimStart().length;
  const behind = text.slice(start + word.length);
  const rest = behind.trimStart();
  const begins = text.slice(start, start + word.length).toLowerCase() === word && rest.length < behind.length;
  return begins ? text.length - rest.length : undefined;
}

/**
 * Parses the tail of a condition after its `|`: `count() by user > 5`, `sum(bytes) by host >= 100 within 5m`, `near a and b`. `own` is the
 * tree before the pipe, undefined when the condition begins with `near`. `timeframeSeconds` applies unless the tail has `within`.
 */
export function readAggregation(
  tail: string,
  offset: number,
  own: Condition | undefined,
  parts: ConditionParts,
  timeframeSeconds: number | undefined,
): Aggregation {
  const near = behindWord(tail, 'near');
  if (near !== undefined) return readNear(tail.slice(near), offset + near, own, parts, timeframeSeconds);
  const head = HEAD.exec(tail);
  const measure = head === null ? undefined : FUNCTIONS[(head[1] as string).toLowerCase()];
  if (head === null || measure === undefined || !Object.hasOwn(FUNCTIONS, (head[1] as string).toLowerCase())) {
    throw new Fault(
      'InvalidCondition',
      `expected count, sum, avg, min, max or near after "|", found ${shown(tail.trim())}`,
      [],
      offset,
    );
  }
  const field = (head[2] as string).trim();
  if (field === '' && measure.type !== 'event_count') {
    throw new Fault('InvalidCondition', `${head[1]}() needs a field between its parentheses`, [], offset);
  }
  const rest = readRest(head[3] as string, offset);
  if (rest.threshold === undefined) {
    throw new Fault('InvalidCondition', 'an aggregation ends in a comparison such as "> 5"', [], offset);
  }
  const timespanSeconds = rest.withinSeconds ?? timeframeSeconds;
  return {
    type: field !== '' && measure.type === 'event_count' ? 'value_count' : measure.type,
    fields: field === '' ? [] : [field],
    ...(measure.percentile === undefined ? {} : { percentile: measure.percentile }),
    groupBy: rest.groupBy,
    ...(timespanSeconds === undefined ? {} : { timespanSeconds }),
    thresholds: [rest.threshold],
  };
}

/** The parts after the head, each at most once and in any order. */
function readRest(
  text: string,
  offset: number,
): { groupBy: readonly string[]; threshold?: Threshold; withinSeconds?: number } {
  const rest: { groupBy: readonly string[]; threshold?: Threshold; withinSeconds?: number } = { groupBy: [] };
  let left = text.trim();
  while (left !== '') {
    const by = rest.groupBy.length === 0 ? BY.exec(left) : null;
    const comparison = rest.threshold === undefined ? COMPARISON.exec(left) : null;
    const within = rest.withinSeconds === undefined ? WITHIN.exec(left) : null;
    if (by !== null) {
      rest.groupBy = withSingleBlanks((by[1] as string).replaceAll(',', ' ')).split(' ');
      left = by[2] as string;
    } else if (comparison !== null) {
      rest.threshold = { operator: OPERATORS[comparison[1] as string] ?? 'gt', value: Number(comparison[2]) };
      left = comparison[3] as string;
    } else if (within !== null) {
      rest.withinSeconds = readDuration(withSingleBlanks(within[1] as string).replace(' ', ''), 'InvalidCondition');
      left = within[2] as string;
    } else {
      throw new Fault(
        'InvalidCondition',
        `expected "by field", a comparison or "within 5m", found ${shown(left)}`,
        [],
        offset,
      );
    }
  }
  return rest;
}

function readNear(
  text: string,
  offset: number,
  own: Condition | undefined,
  parts: ConditionParts,
  timeframeSeconds: number | undefined,
): Aggregation {
  const tail = /\s(?:by|within)\s/i.exec(text);
  const operands = tail === null ? text : text.slice(0, tail.index);
  const rest = readRest(tail === null ? '' : text.slice(tail.index), offset);
  if (rest.threshold !== undefined) throw new Fault('InvalidCondition', '"near" takes no comparison', [], offset);
  const near: Condition[] = own === undefined ? [] : [own];
  for (const operand of operands.split(/\sand\s/i)) {
    if (behindWord(operand, 'not') !== undefined) {
      throw new Fault(
        'InvalidCondition',
        '"near … and not …" is not supported: write a temporal correlation with a condition',
        [],
        offset,
      );
    }
    near.push(new ConditionReader(operand, parts).read());
  }
  if (near.length < 2) throw new Fault('InvalidCondition', '"near" needs two kinds of events', [], offset);
  const timespanSeconds = rest.withinSeconds ?? timeframeSeconds;
  return {
    type: 'temporal',
    fields: [],
    groupBy: rest.groupBy,
    ...(timespanSeconds === undefined ? {} : { timespanSeconds }),
    thresholds: [],
    near,
  };
}
