import type { Condition } from '../model/condition.js';
import { Fault } from './fault.js';
import { LIMITS } from './limits.js';

/** What the conditions of one rule come to; a selection counts each time that they use it. */
export interface RuleSize {
  fields: number;
  /** Values, keywords and groups. */
  nodes: number;
}

/** Sizes of parts, which conditions and filters use again and again. */
const sizes = new WeakMap<Condition, Readonly<RuleSize>>();

/** Adds a part to what a rule's conditions come to. Throws a `Fault` where that is more than a rule may have. */
export function addSize(sum: RuleSize, part: Condition): void {
  const { fields, nodes } = sizeOf(part);
  sum.fields += fields;
  sum.nodes += nodes;
  refuseAbove(sum.fields, LIMITS.ruleFields, 'fields');
  refuseAbove(sum.nodes, LIMITS.ruleNodes, 'values and groups');
}

function sizeOf(part: Condition): Readonly<RuleSize> {
  const cached = sizes.get(part);
  if (cached !== undefined) return cached;
  const size = { fields: 0, nodes: 0 };
  measure(part, size);
  sizes.set(part, size);
  return size;
}

function measure(part: Condition, size: RuleSize): void {
  if (part.kind === 'field' || part.kind === 'keyword') {
    size.fields += part.kind === 'field' ? 1 : 0;
    size.nodes += part.tests.length;
    return;
  }
  size.nodes += 1;
  if (part.kind === 'not') measure(part.child, size);
  else for (const child of part.children) measure(child, size);
}

function refuseAbove(value: number, most: number, what: string): void {
  if (value <= most) return;
  throw new Fault(
    'TooLarge',
    `the conditions come to ${value} ${what}, and a rule may have ${most}; a selection counts each time it is used, and so does a filter: spread them over several rules`,
  );
}
