import { useState } from 'react';
import { type OwnerKind, ruleAddress } from '../../rule/rule-address.js';
import type { RuleFilter } from './rule-filters.js';

/** A row as far as choosing it goes. */
export interface ChoosableRule {
  readonly ruleKey: string;
  readonly owner: OwnerKind;
  readonly title: string;
}

/** A rule as calls name it: one's own and the team's may have the same key. */
export type NamedRule = Pick<ChoosableRule, 'ruleKey' | 'owner'>;

/** The rules that were chosen: some of those that are shown, or all that the filter finds, of which there are `count`. */
export interface Selection {
  readonly count: number;
  /** Titles of the first of them. */
  readonly titles: readonly string[];
  /** What a job takes. */
  readonly of: { readonly rules: readonly NamedRule[] } | { readonly filter: RuleFilter; readonly expected: number };
}

/** The selection of a list, and the ways to change it. Rules are told by their addresses. */
export interface ListSelection {
  readonly selection: Selection;
  readonly all: boolean;
  readonly has: (address: string) => boolean;
  readonly toggle: (address: string, on: boolean) => void;
  readonly chooseShown: (on: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

/** How many titles are listed before something is done to many rules. */
export const LISTED_TITLES = 10;

interface Chosen {
  /** The filter under which they were chosen. */
  readonly under: string;
  readonly addresses: ReadonlySet<string>;
  readonly all: boolean;
}

/**
 * What is chosen of a list. It ends with its filter: nothing is chosen that another filter would hide, and a rule that has left the list is
 * no longer chosen either.
 */
export function useRuleSelection(filter: RuleFilter, rows: readonly ChoosableRule[], total: number): ListSelection {
  const under = JSON.stringify(filter);
  const [chosen, setChosen] = useState<Chosen>({ under, addresses: new Set(), all: false });
  const isCurrent = chosen.under === under;
  const all = isCurrent && chosen.all;
  const has = (address: string): boolean => isCurrent && (chosen.all || chosen.addresses.has(address));
  const picked = rows.filter((rule) => has(ruleAddress(rule)));
  const choose = (addresses: Iterable<string>): void => setChosen({ under, addresses: new Set(addresses), all: false });
  return {
    all,
    has,
    selection: {
      count: all ? total : picked.length,
      titles: picked.slice(0, LISTED_TITLES).map(({ title }) => title),
      of: all ? { filter, expected: total } : { rules: picked.map(({ owner, ruleKey }) => ({ owner, ruleKey })) },
    },
    toggle(address, on) {
      const others = picked.map(ruleAddress).filter((other) => other !== address);
      choose(on ? [...others, address] : others);
    },
    chooseShown: (on) => choose(on ? rows.map(ruleAddress) : []),
    chooseAll: () => setChosen({ under, addresses: new Set(), all: true }),
    clear: () => choose([]),
  };
}
