import { useState } from 'react';
import type { RuleFilter } from './rule-filters.js';

/** A row as far as choosing it goes. */
export interface ChoosableRule {
  readonly ruleKey: string;
  readonly title: string;
}

/** The rules that were chosen: some of those that are shown, or all that the filter finds, of which there are `count`. */
export interface Selection {
  readonly count: number;
  /** Titles of the first of them. */
  readonly titles: readonly string[];
  /** What a job takes. */
  readonly of: { readonly ruleKeys: readonly string[] } | { readonly filter: RuleFilter; readonly expected: number };
}

/** The selection of a list, and the ways to change it. */
export interface ListSelection {
  readonly selection: Selection;
  readonly all: boolean;
  readonly has: (ruleKey: string) => boolean;
  readonly toggle: (ruleKey: string, on: boolean) => void;
  readonly chooseShown: (on: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

/** How many titles are listed before something is done to many rules. */
export const LISTED_TITLES = 10;

interface Chosen {
  /** The filter under which they were chosen. */
  readonly under: string;
  readonly keys: ReadonlySet<string>;
  readonly all: boolean;
}

/**
 * What is chosen of a list. It ends with its filter: nothing is chosen that another filter would hide, and a rule that has left the list is
 * no longer chosen either.
 */
export function useRuleSelection(filter: RuleFilter, rows: readonly ChoosableRule[], total: number): ListSelection {
  const under = JSON.stringify(filter);
  const [chosen, setChosen] = useState<Chosen>({ under, keys: new Set(), all: false });
  const isCurrent = chosen.under === under;
  const all = isCurrent && chosen.all;
  const has = (ruleKey: string): boolean => isCurrent && (chosen.all || chosen.keys.has(ruleKey));
  const picked = rows.filter(({ ruleKey }) => has(ruleKey));
  const choose = (keys: Iterable<string>): void => setChosen({ under, keys: new Set(keys), all: false });
  return {
    all,
    has,
    selection: {
      count: all ? total : picked.length,
      titles: picked.slice(0, LISTED_TITLES).map(({ title }) => title),
      of: all ? { filter, expected: total } : { ruleKeys: picked.map(({ ruleKey }) => ruleKey) },
    },
    toggle(ruleKey, on) {
      const others = picked.map((rule) => rule.ruleKey).filter((key) => key !== ruleKey);
      choose(on ? [...others, ruleKey] : others);
    },
    chooseShown: (on) => choose(on ? rows.map(({ ruleKey }) => ruleKey) : []),
    chooseAll: () => setChosen({ under, keys: new Set(), all: true }),
    clear: () => choose([]),
  };
}
