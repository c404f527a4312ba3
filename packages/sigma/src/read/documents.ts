import { slugOf } from '../characters.js';
import type { Threshold } from '../model/rule.js';
import { unreadable } from '../query/query-fault.js';
import type { QueryCount, QueryRemark, QuerySteps } from '../query/query-tree.js';
import type { RuleObject } from '../write/rule-object.js';
import type { NativeFields } from './native-fields.js';

/** A condition of the query as a rule, with the product's fields of its log. */
export interface BaseRule {
  readonly rule: RuleObject;
  readonly natives: NativeFields;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** Seconds as Sigma writes a timespan, in the greatest unit that fits. */
export function timespanOf(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}

/** The rules, one for each log of the query, and the correlation that counts their events. */
export function countingDocuments(
  title: string,
  bases: readonly BaseRule[],
  count: QueryCount,
  windowSeconds: number,
  remarks: QueryRemark[],
): readonly RuleObject[] {
  const slug = nameOf(title);
  const names = bases.length === 1 ? [slug] : bases.map((_, index) => `${slug}_${index + 1}`);
  return [
    ...bases.map(({ rule }, index) => ({
      ...rule,
      title: bases.length === 1 ? `${title}: events` : `${title}: events ${index + 1}`,
      name: names[index],
    })),
    { title, status: 'experimental', correlation: counting(names, bases, count, windowSeconds, remarks) },
  ];
}

/** The correlation that counts the events of rules. */
export function counting(
  names: readonly string[],
  bases: readonly BaseRule[],
  count: QueryCount,
  windowSeconds: number,
  remarks: QueryRemark[],
): RuleObject {
  const counted = count.fields.map((field) => {
    const [first, ...others] = bases.map(({ natives }) => sigmaField(field, natives, count.at, remarks));
    if (others.some((other) => other !== first))
      throw unreadable(`${field} has different names in the logs that the query counts together`, count.at);
    return first as string;
  });
  const keys = keysOf(bases, count, remarks);
  if (!growsInto(count))
    remarks.push({
      code: 'widened',
      message:
        'The query counts each window once; the rule, from any event on, and so finds a larger group by its last events too.',
      at: count.at,
    });
  return {
    type: count.type,
    rules: names,
    ...groupingOf(keys, names),
    timespan: timespanOf(windowSeconds),
    condition: {
      ...thresholdsOf(count.thresholds, count.at),
      ...(counted.length === 0 ? {} : { field: counted.length === 1 ? counted[0] : counted }),
      ...(count.percentile === undefined ? {} : { percentile: count.percentile }),
    },
  };
}

/** Whether more events can only make a group satisfy its thresholds: a part of a window then has no more than the whole. */
function growsInto({ type, percentile, thresholds }: QueryCount): boolean {
  const isAbove = thresholds.every(({ operator }) => operator === 'gt' || operator === 'gte');
  if (type === 'value_percentile') {
    const isBelow = thresholds.every(({ operator }) => operator === 'lt' || operator === 'lte');
    return (percentile === 100 && isAbove) || (percentile === 0 && isBelow);
  }
  return isAbove && type !== 'value_avg' && type !== 'value_median';
}

/** The fields that a count's groups have in common, as each rule calls them. */
export function keysOf(
  bases: readonly BaseRule[],
  { groupBy, at }: QueryCount,
  remarks: QueryRemark[],
): readonly (readonly string[])[] {
  return groupBy.map((field) => bases.map(({ natives }) => keyField(field, natives, at, remarks)));
}

/** `group-by`, with an alias for a key that has different names in the rules. */
function groupingOf(keys: readonly (readonly string[])[], names: readonly string[]): RuleObject {
  const groupBy: string[] = [];
  const aliases: Record<string, RuleObject> = {};
  keys.forEach((fields, index) => {
    const [first] = fields as [string, ...string[]];
    if (fields.every((field) => field === first)) {
      groupBy.push(first);
      return;
    }
    const alias = `key_${index + 1}`;
    groupBy.push(alias);
    aliases[alias] = Object.fromEntries(fields.map((field, step) => [names[step] as string, field]));
  });
  return {
    ...(groupBy.length === 0 ? {} : { 'group-by': [...new Set(groupBy)] }),
    ...(Object.keys(aliases).length === 0 ? {} : { aliases }),
  };
}

function thresholdsOf(thresholds: readonly Threshold[], at: number): RuleObject {
  const written: Record<string, number> = {};
  for (const { operator, value } of thresholds) {
    if (Object.hasOwn(written, operator)) throw unreadable(`the count is compared twice by ${operator}`, at);
    written[operator] = value;
  }
  return written;
}

/** The rules of a query's steps, and the correlation that joins them. */
export function steppedDocuments(
  title: string,
  bases: readonly BaseRule[],
  { ordered, steps }: QuerySteps,
  windowSeconds: number,
  remarks: QueryRemark[],
): readonly RuleObject[] {
  const names = bases.map((_, index) => `${nameOf(title)}_${index + 1}`);
  const keys = (steps[0]?.by ?? []).map((_, key) =>
    bases.map(({ natives }, index) => {
      const step = steps[index] as QuerySteps['steps'][number];
      return keyField(step.by[key] as string, natives, step.at, remarks);
    }),
  );
  return [
    ...bases.map(({ rule }, index) => ({ ...rule, title: `${title}: event ${index + 1}`, name: names[index] })),
    {
      title,
      status: 'experimental',
      correlation: {
        type: ordered ? 'temporal_ordered' : 'temporal',
        rules: names,
        ...groupingOf(keys, names),
        timespan: timespanOf(windowSeconds),
      },
    },
  ];
}

/** A key by which events are grouped. Where the query uses a part of the value, groups by the whole are smaller. */
function keyField(name: string, natives: NativeFields, at: number, remarks: QueryRemark[]): string {
  const native = natives.find(name);
  if (native.mapped && (native.form === 'filename' || native.form === 'folder'))
    remarks.push({
      code: 'narrowed',
      message: `${name} is a part of ${native.field}; the rule groups by the whole of it.`,
      at,
    });
  return sigmaField(name, natives, at, remarks);
}

function sigmaField(name: string, natives: NativeFields, at: number, remarks: QueryRemark[]): string {
  const native = natives.find(name);
  if (name.startsWith('=') && native.field === name)
    throw unreadable('a correlation cannot group by a computed value', at);
  if (!native.mapped)
    remarks.push({
      code: 'unmapped_field',
      message: `No map knows the field ${name} of this log source; the rule has the query's own name.`,
      at,
    });
  return native.field;
}

/** A name for a rule that others refer to: letters, digits and underscores of its title. */
export function nameOf(title: string): string {
  return (slugOf(title, '_') || 'query').slice(0, 80);
}
