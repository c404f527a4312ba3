import { confidenceAt } from '../attribute/attribute.js';
import { compilePhrases, findPhrases, type tokensOf } from '../knowledge/cues.js';
import { knownTechniques } from '../knowledge/load.js';
import { once } from '../once.js';
import type { Passage } from '../segment/passage.js';
import type { TechniqueHit } from './technique-hit.js';

/** The phrases of all techniques. */
const table = once(() =>
  compilePhrases(
    Object.fromEntries(
      [...knownTechniques()].flatMap(([id, { phrases }]) => (phrases === undefined ? [] : [[id, phrases]])),
    ),
  ),
);

const PHRASE_CONFIDENCE = 0.5;

/** Places where a document's words describe a technique's procedure. */
export function techniquePhraseHits(passage: Passage, tokens: ReturnType<typeof tokensOf>): readonly TechniqueHit[] {
  return findPhrases(tokens, table()).map(({ key, start, end }) => ({
    id: key,
    start: passage.start + start,
    end: passage.start + end,
    confidence: confidenceAt(passage, start, end, PHRASE_CONFIDENCE),
  }));
}
