import { type BUDGETS, refuseOver } from './budget.js';

/** What reading a document has taken so far. Attachments, and theirs, count together: they are one document. */
export class Reading {
  readonly #taken = new Map<keyof typeof BUDGETS, number>();
  /** What was attached and could not be read, each with what it is. */
  readonly unread: string[] = [];

  /** Takes so much of a budget. @throws AdvisoryError `TooLarge` where there is not so much left */
  take(budget: keyof typeof BUDGETS, amount: number): void {
    const taken = (this.#taken.get(budget) ?? 0) + amount;
    this.#taken.set(budget, taken);
    refuseOver(budget, taken);
  }

  /** How much of a budget is taken. */
  taken(budget: keyof typeof BUDGETS): number {
    return this.#taken.get(budget) ?? 0;
  }
}
