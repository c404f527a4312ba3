import { wordSet } from '../knowledge/load.js';
import type { AdvisoryDocument, Attribution, Span } from '../model.js';
import { type Passage, passageAt, sentenceAround } from '../segment/passage.js';
import { attributionAt } from './attribute.js';
import { tokensOf } from './cues.js';

/** Fewer small words ("the", "was", "with") make no sentence: a list of hashes, a command, a name. */
const PROSE_WORDS_MIN = 3;
/** How sure the classifier must be to speak against what a rule is drafted from. */
const SURE = 0.8;

/**
 * Whose deed evidence at a stretch of a document tells, whether it was done, and where; undefined where the stretch stands in no block. What
 * recognisers find outside of advice is the intruder's nearly every time, so that anything else is said only of a sentence, and only where it is
 * sure: of 76 rules of the working half of which the classifier alone said something else, nearly all rested on what the intruder did.
 */
export function attributionOf(doc: AdvisoryDocument, { start, end }: Span): Attribution | undefined {
  const passage = passageAt(doc, start);
  if (passage === undefined) return undefined;
  const at = { start: start - passage.start, end: Math.min(end - passage.start, passage.text.length) };
  const read = attributionAt(passage, at);
  if (passage.block.role === 'remediation') return { ...read, who: 'defender', whether: 'advice', confidence: SURE };
  if (isProse(passage, at) && (read.confidence >= SURE || read.who === 'intruder')) return read;
  return { ...read, who: 'intruder', whether: 'did', confidence: SURE };
}

function isProse({ text, block }: Passage, at: Span): boolean {
  if (block.type === 'code') return false;
  const sentence = sentenceAround(text, at.start, at.end);
  const small = wordSet('function-words');
  const count = tokensOf(text.slice(sentence.start, sentence.end)).filter((token) => small.has(token.text)).length;
  return count >= PROSE_WORDS_MIN;
}
