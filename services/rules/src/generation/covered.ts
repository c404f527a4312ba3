import type { OwnerScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { RulesToCover } from '../engine/tasks/cover-rules.js';
import type { KeyedRule } from '../rule/rule-model.js';
import { findLibraryRules, stillInLibrary } from '../rules/standing-rules.js';
import type { CoveredRule, CoveringRule, GenerationResource } from './generation-resource.js';
import type { Draft } from './make-draft.js';

/** What a generation stores of how its rules are covered, in its figures. */
interface StoredCovering {
  /** By the keys of its rules. */
  readonly coveredBy?: Readonly<Record<string, readonly CoveringRule[]>>;
  /** The rules that were left out. */
  readonly covered?: readonly CoveredRule[];
}

/** The comparison of a generation's rules with those of the library: the events of a new rule are run through the rules that are there. */
export interface Comparison {
  /** What the engine compares; undefined where the library has nothing to compare with. */
  rulesOf(draft: Draft): Promise<RulesToCover | undefined>;
  /** What covers each rule, by key; nothing for a rule that none covers, or where nothing was compared. */
  coveringOf(draft: Draft): ReadonlyMap<string, readonly CoveringRule[]>;
}

/** Compares with the library of the scope, as it is when the rules are made. */
export function compareWithLibrary(db: Knex, scope: OwnerScope): Comparison {
  let library: Awaited<ReturnType<typeof findLibraryRules>> = [];
  return {
    async rulesOf({ lines, rules }) {
      library = await findLibraryRules(scope, db, rules);
      if (library.length === 0) return undefined;
      return {
        rules: rules.map(({ content: { tests, yaml }, key }) => ({ key, yaml, tests, lines: lines[key] ?? [] })),
        // By their places in the list: a rule of the team may have the key of one's own.
        standing: library.map(({ title, yaml }, index) => ({ id: String(index), title, yaml })),
      };
    },
    coveringOf({ covering = [], rules }) {
      const named = ({ events, id, title }: (typeof covering)[number][number]): CoveringRule => {
        const { key: ruleId, owner } = library[Number(id)] as (typeof library)[number];
        return { ruleId, title, owner, events };
      };
      return new Map(
        rules
          .map(({ key }, index) => [key, (covering[index] ?? []).map(named)] as const)
          .filter(([, all]) => all.length > 0),
      );
    },
  };
}

/** The draft without the rules that are covered, where the caller skips those, and what the generation stores of them. */
export function withoutCovered(
  draft: Draft,
  covering: ReadonlyMap<string, readonly CoveringRule[]>,
  skips: boolean,
): { readonly draft: Draft; readonly stored: StoredCovering } {
  if (!skips) return { draft, stored: { coveredBy: Object.fromEntries(covering) } };
  return {
    draft: { ...draft, rules: draft.rules.filter(({ key }) => !covering.has(key)) },
    stored: {
      covered: draft.rules
        .filter(({ key }) => covering.has(key))
        .map((rule) => ({ ...coveredRule(rule), coveredBy: covering.get(rule.key) ?? [] })),
    },
  };
}

const coveredRule = ({ content: { level, log, platform, techniques, title }, key }: KeyedRule) => ({
  key,
  title,
  level,
  platform,
  log,
  techniques,
});

/** How a generation's rules are covered, as it is answered: by rules that are still there. */
export async function coveringShown(
  db: Knex,
  scope: OwnerScope,
  stats: Readonly<Record<string, unknown>>,
): Promise<{
  readonly coveredBy: (key: string) => CoveringRule[];
  readonly covered: GenerationResource['covered'];
}> {
  const { covered = [], coveredBy = {} } = stats as StoredCovering;
  const named = [...Object.values(coveredBy).flat(), ...covered.flatMap((rule) => rule.coveredBy)];
  const there = await stillInLibrary(
    scope,
    db,
    named.map(({ ruleId }) => ruleId),
  );
  const present = (all: readonly CoveringRule[] | undefined) =>
    (all ?? []).filter(({ owner, ruleId }) => there.has(`${owner} ${ruleId}`));
  return {
    coveredBy: (key) => present(Object.hasOwn(coveredBy, key) ? coveredBy[key] : undefined),
    covered: covered.map((rule) => ({ ...rule, coveredBy: present(rule.coveredBy) })),
  };
}
