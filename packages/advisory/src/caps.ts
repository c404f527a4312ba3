import type { Cap } from './model.js';

/** Remembers the bounds that were reached for a document, so that the answer can list what it leaves out. */
export class Caps {
  readonly #reached = new Map<string, Cap>();

  /** The first `bound` items of a list. If there were more, a cap is noted; `what` names the items. */
  first<T>(items: readonly T[], bound: number, what: string): readonly T[] {
    if (items.length <= bound) return items;
    this.note({ what, bound, of: items.length });
    return items.slice(0, bound);
  }

  /** Notes that a bound was reached. The same bound is noted once, with the greatest number of items. */
  note(cap: Cap): void {
    const known = this.#reached.get(cap.what);
    if (known === undefined || known.of < cap.of) this.#reached.set(cap.what, cap);
  }

  /** The caps in the order in which they were noted. */
  get reached(): readonly Cap[] {
    return [...this.#reached.values()];
  }
}
