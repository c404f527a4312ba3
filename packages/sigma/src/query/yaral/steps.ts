import { unreadable } from '../query-fault.js';
import type { QueryNode, QuerySteps } from '../query-tree.js';
import type { Relation } from './condition.js';

/** What a rule says of its events together. */
export interface Together {
  readonly relations: readonly Relation[];
  /** The variables of `match`, and its window in seconds. */
  readonly keys: readonly string[];
  readonly windowSeconds: number | undefined;
}

/** Several events: their order, and the values that they share. */
export function stepsOf(events: readonly (readonly [string, QueryNode])[], together: Together): QuerySteps {
  const names = events.map(([name]) => name);
  const order = orderOf(names, together.relations);
  const shared = sharedValues(names, together);
  const place = new Map(events);
  return {
    ordered: order !== undefined,
    ...(together.windowSeconds === undefined ? {} : { windowSeconds: together.windowSeconds }),
    steps: (order ?? names).map((name) => ({
      tree: place.get(name) as QueryNode,
      by: shared.map((values) => values.get(name) as string),
      at: 0,
    })),
  };
}

/** The values that all events share: placeholders that each has, and fields that are equal. */
function sharedValues(names: readonly string[], { relations, keys }: Together): readonly ReadonlyMap<string, string>[] {
  const groups = new Map<string, Map<string, string>>();
  let equal = 0;
  for (const relation of relations) {
    if (relation.kind === 'bound') {
      const group = groups.get(relation.name) ?? new Map<string, string>();
      groups.set(relation.name, group.has(relation.variable) ? group : group.set(relation.variable, relation.field));
    } else if (relation.kind === 'equal') groups.set(`\0${equal++}`, new Map([relation.left, relation.right]));
  }
  const shared: ReadonlyMap<string, string>[] = [];
  for (const [name, group] of groups) {
    if (names.every((event) => group.has(event))) shared.push(group);
    else if (group.size > 1 || keys.includes(name))
      throw unreadable('some of the events share a value that others do not have, which no correlation says', 0);
  }
  return shared;
}

/** The order of events, where times put all of them in a row. */
function orderOf(names: readonly string[], relations: readonly Relation[]): readonly string[] | undefined {
  const before = relations.filter((relation) => relation.kind === 'before');
  if (before.length === 0) return undefined;
  const rest = new Set(names);
  const order: string[] = [];
  while (rest.size > 0) {
    const free = [...rest].filter((name) => before.every(({ earlier, later }) => later !== name || !rest.has(earlier)));
    const [next] = free;
    if (next === undefined || free.length > 1)
      throw unreadable('the order of the events is not one row', before[0]?.at ?? 0);
    order.push(next);
    rest.delete(next);
  }
  return order;
}
