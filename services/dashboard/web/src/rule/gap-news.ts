import type { Rules } from '../api/clients.js';

/**
 * What was done in this tab with rules for gaps. The rules service tells the coverage service of it a moment later, and a page that asks at once hears how it
 * was before: it asks again until it hears what was done here.
 */
const KEY = 'tripline.gap-news';
/** Whoever has not been told by then is not told soon: a service is away, or more rules were made than a gap lists. */
const LONGEST_MS = 30_000;
/** How soon to ask again. */
const AGAIN_MS = 1000;

type RuleState = Rules['RuleRow']['state'];

/** A rule, and how it stands. */
interface Standing {
  readonly key: string;
  readonly state: RuleState;
}

/** What a gap is expected to list. */
interface Expected {
  readonly until: number;
  readonly rules: Readonly<Record<string, RuleState>>;
}

const nameOf = (account: string, technique: string): string => `${account} ${technique}`;

/** Expects the gap that a generation was asked for to list its rules, or those that are named; nothing where it was asked for none, or is not stored. */
export function expectNews(generation: Rules['Generation'], rules: readonly Standing[] = generation.rules): void {
  const { gap, kept } = generation;
  if (gap === undefined || !kept) return;
  const all = expectations();
  const name = nameOf(gap.accountId, gap.techniqueId);
  const states = Object.fromEntries(rules.map(({ key, state }) => [key, state]));
  all[name] = { until: Date.now() + LONGEST_MS, rules: { ...all[name]?.rules, ...states } };
  sessionStorage.setItem(KEY, JSON.stringify(all));
}

/** When to ask for a gap again, in milliseconds: as long as it lists other than was done here. */
export function newsDue(account: string, technique: string, listed: readonly Standing[]): number | false {
  const expected = expectations()[nameOf(account, technique)];
  if (expected === undefined) return false;
  const isTold = Object.entries(expected.rules).every(([key, state]) =>
    listed.some((rule) => rule.key === key && rule.state === state),
  );
  return isTold ? false : AGAIN_MS;
}

/** Expects nothing more. */
export const forgetNews = (): void => sessionStorage.removeItem(KEY);

/** What is still expected. */
function expectations(): Record<string, Expected> {
  const kept: Record<string, Expected> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  return Object.fromEntries(Object.entries(kept).filter(([, { until }]) => until > Date.now()));
}
