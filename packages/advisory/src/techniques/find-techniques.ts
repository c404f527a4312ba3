import { technique } from '@tripline/attack';
import { passagesOf } from '../behaviours/passage.js';
import { tokensOf } from '../behaviours/phrases.js';
import type { AdvisoryDocument, Behaviour, Span, TechniqueFinding } from '../model.js';
import { techniqueNameHits } from './names.js';
import { techniquePhraseHits } from './procedures.js';
import type { TechniqueHit } from './technique-hit.js';
import { writtenIds } from './written-ids.js';

/** What an operation or tool implies is a hint of its sources, weaker than words that say it. */
const BEHAVIOUR_WEIGHT = 0.75;
/** Only the best supported techniques of a behaviour count; the rest share its words by chance. */
const BEHAVIOUR_TECHNIQUES = 2;
const SPANS_MAX = 50;

/**
 * The techniques a document shows: ids written out (retired ones mapped to their successors), names, phrases for procedures, and what the
 * behaviours found imply. Several places strengthen each other. Ordered by confidence, then id.
 */
export function findTechniques(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly TechniqueFinding[] {
  const hits: TechniqueHit[] = [...writtenIds(doc)];
  for (const passage of passagesOf(doc)) {
    const tokens = tokensOf(passage);
    hits.push(...techniqueNameHits(passage), ...techniquePhraseHits(passage, tokens));
  }
  for (const behaviour of behaviours) {
    behaviour.techniques.slice(0, BEHAVIOUR_TECHNIQUES).forEach((id, rank) => {
      const confidence = (behaviour.confidence * BEHAVIOUR_WEIGHT) / (rank + 1);
      hits.push({ id, start: behaviour.start, end: behaviour.end, confidence });
    });
  }
  return joinHits(hits);
}

function joinHits(hits: readonly TechniqueHit[]): readonly TechniqueFinding[] {
  const byId = new Map<string, TechniqueHit[]>();
  for (const hit of hits) {
    const known = byId.get(hit.id);
    if (known === undefined) byId.set(hit.id, [hit]);
    else known.push(hit);
  }
  const findings = new Map<string, TechniqueFinding>();
  for (const [id, places] of byId) {
    const known = technique(id);
    if (known === undefined) continue;
    const confidence = jointConfidence(places);
    findings.set(id, { id, name: known.name, tactics: known.tactics, confidence, spans: distinctSpans(places) });
  }
  for (const parent of impliedParents([...findings.values()])) {
    const known = findings.get(parent.id);
    if (known === undefined || known.confidence < parent.confidence) findings.set(parent.id, parent);
  }
  return [...findings.values()].sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
}

/** The best place counts whole, each further one less: ten mentions of one thing are not ten proofs. */
function jointConfidence(places: readonly TechniqueHit[]): number {
  const sorted = [...places].sort((a, b) => b.confidence - a.confidence || a.start - b.start);
  let doubt = 1;
  sorted.slice(0, 6).forEach((hit, index) => {
    doubt *= 1 - hit.confidence / (1 + index * 0.75);
  });
  return Math.round((1 - doubt) * 1000) / 1000;
}

/** Below it a sub-technique is our reading of the words; that it is its parent's matter is surer. */
const SURE_OF_SUBTECHNIQUE = 0.8;

function impliedParents(findings: readonly TechniqueFinding[]): readonly TechniqueFinding[] {
  return findings.flatMap((finding) => {
    const parent = technique(technique(finding.id)?.parent ?? '');
    if (parent === undefined || finding.confidence >= SURE_OF_SUBTECHNIQUE) return [];
    return [{ ...finding, id: parent.id, name: parent.name, tactics: parent.tactics }];
  });
}

function distinctSpans(places: readonly Span[]): readonly Span[] {
  const seen = new Set<string>();
  const spans: Span[] = [];
  for (const { start, end } of [...places].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const key = `${start}-${end}`;
    if (seen.has(key) || spans.length >= SPANS_MAX) continue;
    seen.add(key);
    spans.push({ start, end });
  }
  return spans;
}
