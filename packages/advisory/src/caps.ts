import type { Cap } from './model.js';

/** Remembers the bounds that were reached while a document was read, so that the answer can say what it leaves out. */
export class Caps {
  readonly #reached = new Map<string, Cap>();

  /** The first `bound` items of a list. Of a longer one it is noted; `what` names the items. */
  first<T>(items: readonly T[], bound: number, what: string): readonly T[] {
    if (items.length <= bound) return items;
    this.note({ what, bound, of: items.length });
    return items.slice(0, bound);
  }

  /** Notes a bound that was reached. The same one is noted once, with the most there were. */
  note(cap: Cap): void {
    const known = this.#reached.get(cap.what);
    if (known === undefined || known.of < cap.of) this.#reached.set(cap.what, cap);
  }

  /** What was cut, in the order in which it was met. */
  get reached(): readonly Cap[] {
    return [...this.#reached.values()];
  }
}
