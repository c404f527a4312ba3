import type { Unread } from '../exports/exported-rule.js';

/** Of what is not read, so many are told of, and the others counted; an answer shows fewer. */
const MOST_TOLD = 500;
const LONGEST_PLACE = 500;
const LONGEST_REASON = 1000;

/** What of a file is not read: the first, and how many there are. */
export interface ToldUnread {
  readonly unread: readonly Unread[];
  readonly unreadTotal: number;
}

/** The first of what is not read, each cut to a length that somebody would read. @param total how many there are, where more were found */
export const toldOf = (unread: readonly Unread[], total = unread.length): ToldUnread => ({
  unread: unread.slice(0, MOST_TOLD).map(
    ({ place, reason }): Unread => ({
      place: place.slice(0, LONGEST_PLACE),
      reason: reason.slice(0, LONGEST_REASON),
    }),
  ),
  unreadTotal: total,
});

/** Gathers what is not read. */
export class GatheredUnread {
  readonly #unread: Unread[] = [];
  total = 0;

  add({
    unread,
    unreadTotal = unread.length,
  }: {
    readonly unread: readonly Unread[];
    readonly unreadTotal?: number;
  }): void {
    this.total += unreadTotal;
    for (const one of toldOf(unread.slice(0, MOST_TOLD - this.#unread.length)).unread) this.#unread.push(one);
  }

  get all(): ToldUnread {
    return { unread: this.#unread, unreadTotal: this.total };
  }
}
