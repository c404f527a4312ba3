import type { Condition } from '../../model/condition.js';
import type { Aggregation, Logsource, SigmaCorrelation, SigmaHeader, SigmaRule } from '../../model/rule.js';

/** What counts or orders events: a correlation, or the old aggregation tail of a rule's condition. */
export type Counting = SigmaCorrelation | Tail;

/** An aggregation tail as a correlation over the rule's own events: one kind of them, or those of each part of a `near`. */
interface Tail extends SigmaHeader, Pick<SigmaCorrelation, 'rules' | 'aggregation' | 'aliases'> {
  readonly kind: 'tail';
  readonly logsource: Logsource;
  readonly tree: Condition;
  readonly expression?: undefined;
}

const NO_ALIASES: SigmaCorrelation['aliases'] = new Map();

/** The tail of one of a rule's conditions. */
export function tailOf(rule: SigmaRule, tree: Condition, aggregation: Aggregation): Tail {
  const rules = (aggregation.near ?? [tree]).map((_, index) => `part_${index + 1}`);
  return { ...rule, kind: 'tail', tree, aggregation, rules, aliases: NO_ALIASES };
}
