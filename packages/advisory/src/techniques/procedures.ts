import { confidenceAt } from '../attribute/attribute.js';
import { findPhrases, type tokensOf } from '../knowledge/cues.js';
import { phraseTable } from '../knowledge/phrase-table.js';
import { TECHNIQUE_TABLE } from '../knowledge/phrase-tables.js';
import type { Passage } from '../segment/passage.js';
import type { TechniqueHit } from './technique-hit.js';

const PHRASE_CONFIDENCE = 0.5;

/** Places where a document's words describe a technique's procedure. */
export function techniquePhraseHits(passage: Passage, tokens: ReturnType<typeof tokensOf>): readonly TechniqueHit[] {
  return findPhrases(tokens, phraseTable(TECHNIQUE_TABLE)).map(({ key, start, end }) => ({
    id: key,
    start: passage.start + start,
    end: passage.start + end,
    confidence: confidenceAt(passage, start, end, PHRASE_CONFIDENCE),
  }));
}
