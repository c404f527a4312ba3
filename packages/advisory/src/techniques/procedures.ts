import { confidenceAt } from '../attribute/attribute.js';
import { lazyData } from '../data-file.js';
import { compilePhrases, findPhrases, type tokensOf } from '../knowledge/cues.js';
import type { Passage } from '../segment/passage.js';
import type { TechniqueHit } from './technique-hit.js';

const table = lazyData('technique-phrases.json', (raw: Readonly<Record<string, readonly string[]>>) =>
  compilePhrases(raw),
);

const PHRASE_CONFIDENCE = 0.5;

/** Places where a document's words tell a technique's procedure. */
export function techniquePhraseHits(passage: Passage, tokens: ReturnType<typeof tokensOf>): readonly TechniqueHit[] {
  return findPhrases(tokens, table()).map(({ key, start, end }) => ({
    id: key,
    start: passage.start + start,
    end: passage.start + end,
    confidence: confidenceAt(passage, start, end, PHRASE_CONFIDENCE),
  }));
}
