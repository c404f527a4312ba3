import { confidenceAt } from '../attribute/attribute.js';
import { compilePhrases, findPhrases, type PhraseTable, type tokensOf } from '../knowledge/cues.js';
import { knownTechniques } from '../knowledge/load.js';
import type { Passage } from '../segment/passage.js';
import type { TechniqueHit } from './technique-hit.js';

let compiled: PhraseTable | undefined;

/** The phrases of all techniques, compiled at first use. */
function table(): PhraseTable {
  compiled ??= compilePhrases(
    Object.fromEntries(
      [...knownTechniques()].flatMap(([id, { phrases }]) => (phrases === undefined ? [] : [[id, phrases]])),
    ),
  );
  return compiled;
}

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
