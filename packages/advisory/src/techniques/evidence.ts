import { technique } from '@tripline/attack';
import { groupBy } from '../draft/text.js';
import { onceEach } from '../once.js';
import type { HitSource, SourcedHit } from './gather-hits.js';

/** All hits of one technique, or of a family, by finder. */
export interface TechniqueEvidence {
  readonly id: string;
  readonly hits: readonly SourcedHit[];
  readonly bySource: Readonly<Record<HitSource, readonly number[]>>;
  /** Where its first hit other than the model's is: 0 the document's beginning, 1 its end or nowhere. */
  readonly first: number;
}

/** The parent's id of a sub-technique; the id itself of a technique. */
export function familyOf(id: string): string {
  return technique(id)?.parent ?? id;
}

/** Hits grouped by technique, or by family. Ids that ATT&CK does not know are left out. */
export function joinEvidence(
  hits: readonly SourcedHit[],
  length: number,
  keyOf: (id: string) => string,
): ReadonlyMap<string, TechniqueEvidence> {
  const known = hits.filter(({ id }) => technique(id) !== undefined);
  const groups = groupBy(known, ({ id }) => keyOf(id));
  const joined = new Map<string, TechniqueEvidence>();
  for (const [id, group] of groups) {
    const bySource: Record<HitSource, number[]> = {
      written: [],
      name: [],
      phrase: [],
      command: [],
      host: [],
      cloud: [],
      model: [],
    };
    let first = 1;
    for (const { source, confidence, start } of group) {
      bySource[source].push(confidence);
      if (source !== 'model') first = Math.min(first, start / Math.max(1, length));
    }
    joined.set(id, { id, hits: group, bySource, first });
  }
  return joined;
}

/** Names of the columns of `evidenceVector`. */
export const EVIDENCE_COLUMNS = [
  'bias',
  'name',
  'names',
  'phrase',
  'phrases',
  'command',
  'commands',
  'host',
  'hosts',
  'prevalence',
  'sub-technique',
  'length',
  'kin',
  'early',
  'model',
  'model-sum',
] as const;

/** How many of the model's hits are counted, strongest first. Long documents have many weak ones. */
const VOTES_MAX = 8;

/**
 * The evidence for one technique as numbers, in the order of `EVIDENCE_COLUMNS`: by finder the strongest hit and the logarithm of the
 * number of hits, the technique's prevalence in ATT&CK, the document's length in ten thousand characters, the strongest hit among
 * sub-techniques of the same parent, and how early it is first mentioned.
 */
export function evidenceVector(
  evidence: TechniqueEvidence,
  all: ReadonlyMap<string, TechniqueEvidence>,
  length: number,
): readonly number[] {
  const { bySource, first, id } = evidence;
  const known = technique(id);
  const used = (known?.prevalence.groups ?? 0) + (known?.prevalence.software ?? 0);
  const votes = [...bySource.model].sort((a, b) => b - a).slice(0, VOTES_MAX);
  return [
    1,
    strongest(bySource.name),
    Math.log1p(bySource.name.length),
    strongest(bySource.phrase),
    Math.log1p(bySource.phrase.length),
    strongest(bySource.command),
    Math.log1p(bySource.command.length),
    strongest(bySource.host),
    Math.log1p(bySource.host.length),
    Math.log1p(used) / 6,
    known?.parent === undefined ? 0 : 1,
    Math.log(length / 10_000 + 0.1),
    kinStrength(id, all),
    1 - first,
    votes[0] ?? 0,
    Math.log1p(votes.reduce((sum, vote) => sum + vote, 0)),
  ];
}

function strongest(confidences: readonly number[]): number {
  return confidences.reduce((most, confidence) => Math.max(most, confidence), 0);
}

/** By family, the strength of each technique's evidence without the model's; computed once per document. */
const strengthsOf = onceEach(
  new WeakMap<ReadonlyMap<string, TechniqueEvidence>, ReadonlyMap<string, readonly (readonly [string, number])[]>>(),
  (all) => {
    const strengths = [...all].map(
      ([
        id,
        {
          bySource: { name, phrase, host },
        },
      ]) => {
        return [id, Math.max(strongest(name), strongest(phrase), strongest(host) * 0.7)] as const;
      },
    );
    return groupBy(strengths, ([id]) => familyOf(id));
  },
);

function kinStrength(id: string, all: ReadonlyMap<string, TechniqueEvidence>): number {
  return (strengthsOf(all).get(familyOf(id)) ?? []).reduce(
    (most, [other, each]) => (other === id ? most : Math.max(most, each)),
    0,
  );
}
