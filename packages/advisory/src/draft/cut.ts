import type { Cap } from '../model.js';

/** The first `bound` of a rule's items; `cut` is set when there were more. `what` names the items. */
export function firstOf<T>(
  items: readonly T[],
  bound: number,
  what: string,
): { readonly kept: readonly T[]; readonly cut: readonly Cap[] } {
  if (items.length <= bound) return { kept: items, cut: [] };
  return { kept: items.slice(0, bound), cut: [{ what, bound, of: items.length }] };
}
