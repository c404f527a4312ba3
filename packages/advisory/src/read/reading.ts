import { type BUDGETS, refuseOver } from './budget.js';

/** What reading a document has taken so far. Attachments, and theirs, count together: they are one document. */
export class Reading {
  readonly #taken = new Map<keyof typeof BUDGETS, number>();
  /** What was attached and could not be read, each with what it is. */
  readonly unread: string[] = [];
  #depth = 0;

  /** Takes so much of a budget. @throws AdvisoryError `TooLarge` where there is not so much left */
  take(budget: keyof typeof BUDGETS, amount: number): void {
    const taken = (this.#taken.get(budget) ?? 0) + amount;
    this.#taken.set(budget, taken);
    refuseOver(budget, taken);
  }

  /** Reads something inside of what is being read. @throws AdvisoryError `TooLarge` where that is too deep */
  within<T>(readInner: () => T): T {
    this.#depth += 1;
    refuseOver('nesting', this.#depth);
    const inner = readInner();
    if (inner instanceof Promise) return inner.finally(() => this.#leave()) as T;
    this.#leave();
    return inner;
  }

  #leave(): void {
    this.#depth -= 1;
  }

  /** How much of a budget is taken. */
  taken(budget: keyof typeof BUDGETS): number {
    return this.#taken.get(budget) ?? 0;
  }
}
