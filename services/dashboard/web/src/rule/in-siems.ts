import { useQueries, useQuery } from '@tanstack/react-query';
import { type Coverage, coverage, coverageData, type Rules } from '../api/clients.js';
import { useProfile } from '../api/profile.js';

/** A rule of a SIEM that notices what a rule does. */
export type SiemCovering = Coverage['SiemOverlap']['rules'][number]['covered_by'][number];
/** A rule of a SIEM that was made from one of ours. */
export type SiemTrace = Coverage['SiemDrift']['rules'][number]['found'][number];

/** What one request may have: the service takes 50 rules, each with 50 events, and 2 MB. */
const MOST_RULES = 50;
const MOST_EVENTS = 50;
const MOST_CHARACTERS = 500_000;

/** Whether the reader has a SIEM with rules; the tier without accounts has none and is not asked. */
export function useHasSiemRules(): boolean {
  const { data: profile } = useProfile();
  const { data } = useQuery({
    queryKey: ['siems', 'any'],
    enabled: profile !== undefined && profile.effectiveTier !== 'free',
    queryFn: () => coverageData(coverage.GET('/siems', { params: { query: { limit: 200 } } })),
  });
  return data?.siems.some(({ rules }) => rules.total > 0) ?? false;
}

type Compared = Pick<Rules['GeneratedRule'], 'key' | 'yaml' | 'tests'>;

/** For each rule of a report, by key, the rules of the reader's SIEMs that notice the same; a rule without such is left out. */
export function useSiemOverlap(
  report: string,
  rules: readonly Compared[],
): ReadonlyMap<string, readonly SiemCovering[]> {
  const hasRules = useHasSiemRules();
  const { data } = useQuery({
    queryKey: ['siems', 'overlap', report],
    enabled: hasRules && rules.length > 0,
    queryFn: () => overlapOf(rules),
  });
  return data ?? NONE;
}

async function overlapOf(rules: readonly Compared[]): Promise<ReadonlyMap<string, readonly SiemCovering[]>> {
  const found = new Map<string, readonly SiemCovering[]>();
  for (const part of inParts(rules)) {
    const asked = part.map(({ tests, yaml }) => ({ sigma: yaml, events: tests.match.slice(0, MOST_EVENTS) }));
    const answer = await coverageData(coverage.POST('/siems/overlap', { body: { rules: asked } }));
    answer.rules.forEach(({ covered_by }, index) => {
      const key = part[index]?.key;
      if (key !== undefined && covered_by.length > 0) found.set(key, covered_by);
    });
  }
  return found;
}

/** The page of a SIEM, with those of its rules that have a name; a name may be longer than what a list is searched for. */
export const siemRuleAddress = (siemId: string, name: string): string =>
  `/siems/${siemId}?q=${encodeURIComponent([...name].slice(0, 100).join(''))}`;

/** How a rule stands in the reader's SIEMs: what became of it there, and which other rules notice the same. */
export interface Standing {
  readonly traces: readonly SiemTrace[];
  readonly others: readonly SiemCovering[];
}

async function standingsOf(rules: readonly Compared[]): Promise<ReadonlyMap<string, Standing>> {
  const covering = await overlapOf(rules);
  const found = new Map<string, Standing>();
  for (const part of inParts(rules)) {
    const body = { rules: part.map(({ yaml }) => ({ sigma: yaml })) };
    const answer = await coverageData(coverage.POST('/siems/drift', { body }));
    answer.rules.forEach(({ found: traces }, index) => {
      const key = part[index]?.key;
      if (key !== undefined) found.set(key, { traces, others: othersOf(traces, covering.get(key) ?? []) });
    });
  }
  return found;
}

/** The rules that notice the same and were not made from the rule itself. */
export function othersOf(traces: readonly SiemTrace[], covering: readonly SiemCovering[]): readonly SiemCovering[] {
  const made = new Set(traces.map(({ rule_id }) => rule_id));
  return covering.filter(({ rule_id }) => !made.has(rule_id));
}

/** How the rules of a list stand, by key: two calls for as many rules as one takes. A rule that is not there yet, or of which nobody could tell, is in none. */
export function useStandings(rules: readonly Compared[]): {
  readonly standings: ReadonlyMap<string, Standing>;
  readonly isPending: boolean;
} {
  const parts = Array.from({ length: Math.ceil(rules.length / MOST_RULES) }, (_, index) =>
    rules.slice(index * MOST_RULES, (index + 1) * MOST_RULES),
  );
  return useQueries({
    queries: parts.map((part) => ({
      queryKey: ['siems', 'standings', part.map(({ key, yaml }) => `${key} ${yaml}`)],
      queryFn: () => standingsOf(part),
    })),
    combine: joined,
  });
}

const joined = (
  results: readonly { readonly data: ReadonlyMap<string, Standing> | undefined; readonly isPending: boolean }[],
) => ({
  standings: new Map(results.flatMap(({ data }) => [...(data ?? [])])),
  isPending: results.some(({ isPending }) => isPending),
});

const NONE: ReadonlyMap<string, readonly SiemCovering[]> = new Map();

function inParts(rules: readonly Compared[]): readonly (readonly Compared[])[] {
  const parts: Compared[][] = [];
  let size = 0;
  for (const rule of rules) {
    const length = rule.yaml.length + JSON.stringify(rule.tests.match.slice(0, MOST_EVENTS)).length;
    const last = parts.at(-1);
    if (last === undefined || last.length === MOST_RULES || size + length > MOST_CHARACTERS) {
      parts.push([rule]);
      size = length;
    } else {
      last.push(rule);
      size += length;
    }
  }
  return parts;
}

/** What became of a rule in the reader's SIEMs, where they have any. */
export function useSiemTraces(yaml: string): readonly SiemTrace[] {
  const hasRules = useHasSiemRules();
  const { data } = useQuery({
    queryKey: ['siems', 'drift', yaml],
    enabled: hasRules,
    queryFn: () => coverageData(coverage.POST('/siems/drift', { body: { rules: [{ sigma: yaml }] } })),
  });
  return data?.rules[0]?.found ?? [];
}
