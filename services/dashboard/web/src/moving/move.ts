import { coverage, coverageData, rules, rulesData } from '../api/clients.js';
import { ruleAddress } from '../rule/rule-address.js';

/** What stays whose it is, and why. */
export interface Left {
  /** The page on which it can be opened. */
  readonly to: string;
  readonly name: string;
  readonly message: string;
}

/** What a move to the team came to. */
export interface Moved {
  readonly moved: number;
  readonly left: readonly Left[];
}

/** Some of what is one's own, by key or id, or all of it. */
export type Chosen = readonly string[] | 'all';

/** Most rules that one call moves. */
const MOST_RULES = 1_000;
/** Most accounts that one call names. */
const MOST_ACCOUNTS = 500;

/** Moves rules of one's own to the team, in as many calls as it takes. */
export async function moveRules(chosen: Chosen): Promise<Moved> {
  if (chosen !== 'all') return inPortions(chosen, MOST_RULES, async (ruleKeys) => (await askRules({ ruleKeys })).done);
  let sum = NOTHING;
  for (let more = true; more; ) {
    const answer = await askRules({ all: true });
    sum = added(sum, answer.done);
    more = answer.more;
  }
  return sum;
}

/** Moves cloud accounts of one's own to the team. */
export async function moveAccounts(chosen: Chosen): Promise<Moved> {
  if (chosen === 'all') return askAccounts({ all: true });
  return inPortions(chosen, MOST_ACCOUNTS, (ids) => askAccounts({ account_ids: [...ids] }));
}

const NOTHING: Moved = { moved: 0, left: [] };
const added = (one: Moved, other: Moved): Moved => ({
  moved: one.moved + other.moved,
  left: [...one.left, ...other.left],
});

async function inPortions(
  all: readonly string[],
  most: number,
  move: (some: readonly string[]) => Promise<Moved>,
): Promise<Moved> {
  let sum = NOTHING;
  for (let at = 0; at < all.length; at += most) sum = added(sum, await move(all.slice(at, at + most)));
  return sum;
}

async function askRules(
  body: { readonly ruleKeys: readonly string[] } | { readonly all: true },
): Promise<{ readonly done: Moved; readonly more: boolean }> {
  const asked = 'all' in body ? body : { ruleKeys: [...body.ruleKeys] };
  const { more, moved, notMoved } = await rulesData(rules.POST('/v1/team/rules/move', { body: asked }));
  const left = notMoved.map(({ message, reason, ruleKey, title }) => ({
    to: ruleAddress({ owner: reason === 'in_team' ? 'team' : 'user', ruleKey }),
    name: title,
    message,
  }));
  return { done: { moved, left }, more };
}

async function askAccounts(body: { account_ids: string[] } | { all: true }): Promise<Moved> {
  const { moved, not_moved } = await coverageData(coverage.POST('/accounts/move', { body }));
  return { moved, left: not_moved.map(({ id, message, name }) => ({ to: `/coverage/${id}`, name, message })) };
}
