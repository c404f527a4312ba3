import type { Condition } from '../model/condition.js';

/** The conjunction or disjunction of parts. A single part is returned as it is; parts of the same kind are merged. */
export function joinConditions(kind: 'and' | 'or', parts: readonly Condition[]): Condition {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  if (!parts.some((part) => part.kind === kind)) return { kind, children: parts };
  const children: Condition[] = [];
  for (const part of parts) {
    if (part.kind === kind) for (const child of part.children) children.push(child);
    else children.push(part);
  }
  return { kind, children };
}

/** The negation of a part; a double negation is removed. */
export function negateCondition(part: Condition): Condition {
  return part.kind === 'not' ? part.child : { kind: 'not', child: part };
}
