import { unreadable } from '../query/query-fault.js';
import type { QueryCount, QueryRemark } from '../query/query-tree.js';
import type { RuleObject } from '../write/rule-object.js';
import { type BaseRule, counting, keysOf, nameOf, timespanOf } from './documents.js';

/** One of several counts, with the rules whose events it counts. */
export interface CountedRules {
  readonly count: QueryCount;
  readonly bases: readonly BaseRule[];
}

/** Whether a count asks for no more than one event. */
export const isPresence = ({ type, fields, thresholds }: QueryCount): boolean =>
  type === 'event_count' &&
  fields.length === 0 &&
  thresholds.every(({ operator, value }) => (operator === 'gt' ? value < 1 : operator === 'gte' && value <= 1));

/**
 * The rules of a query with conditions on several counts of the same groups: the rules of its events, a correlation for each count of more
 * than one event, and the one that finds them together.
 */
export function joinedDocuments(
  title: string,
  counts: readonly CountedRules[],
  windowSeconds: number,
  remarks: QueryRemark[],
): readonly RuleObject[] {
  const slug = nameOf(title);
  const all = [...new Set(counts.flatMap(({ bases }) => bases))];
  const nameOfRule = (base: BaseRule): string => (all.length === 1 ? slug : `${slug}_${all.indexOf(base) + 1}`);
  const documents: RuleObject[] = all.map((base, index) => ({
    ...base.rule,
    title: all.length === 1 ? `${title}: events` : `${title}: events ${index + 1}`,
    name: nameOfRule(base),
  }));
  const members = counts.map(({ count, bases }, index) => {
    const names = bases.map(nameOfRule);
    const [only, ...others] = names;
    if (isPresence(count) && only !== undefined && others.length === 0) return only;
    const name = `${slug}_count_${index + 1}`;
    documents.push({
      title: `${title}: count ${index + 1}`,
      name,
      status: 'experimental',
      correlation: counting(names, bases, count, windowSeconds, remarks),
    });
    return name;
  });
  const groupBy = sharedKeys(counts, remarks);
  documents.push({
    title,
    status: 'experimental',
    correlation: {
      type: 'temporal',
      rules: members,
      ...(groupBy.length === 0 ? {} : { 'group-by': groupBy }),
      timespan: timespanOf(windowSeconds),
    },
  });
  if (members.some((name) => name.includes('_count_')))
    remarks.push({
      code: 'widened',
      message:
        'The query reaches all its counts in one window; the correlation, in windows that end within one timespan.',
      at: counts[0]?.count.at ?? 0,
    });
  return documents;
}

/** The fields by which all counts group their events. */
function sharedKeys(counts: readonly CountedRules[], remarks: QueryRemark[]): readonly string[] {
  const [first] = counts as readonly [CountedRules, ...CountedRules[]];
  const bases = [...new Set(counts.flatMap((each) => each.bases))];
  return keysOf(bases, first.count, remarks).map(([field, ...others], index) => {
    if (others.some((other) => other !== field))
      throw unreadable(
        `${first.count.groupBy[index]} has different names in the logs that the query counts`,
        first.count.at,
      );
    return field as string;
  });
}
