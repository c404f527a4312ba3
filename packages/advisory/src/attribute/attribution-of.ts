import { wordSet } from '../knowledge/load.js';
import type { AdvisoryDocument, Attribution, Span } from '../model.js';
import { onceEachPart } from '../once.js';
import { type Passage, passageAt, sentenceAround } from '../segment/passage.js';
import { attributionAt, isExcluded } from './attribute.js';
import { sparedLists } from './context.js';
import { tokensOfSentence } from './cues.js';

/** Text with fewer small words ("the", "was", "with") is not a sentence but a list of hashes, a command or a name. */
const PROSE_WORDS_MIN = 3;
/** How sure the classifier must be to contradict that the intruder did it. */
const SURE = 0.8;

/**
 * Who did what the evidence at a part of a document describes, whether it was done, and where; undefined where the part is in no block.
 * What recognisers find outside of advice is nearly always the intruder's. Another answer is therefore given only for a sentence, and only
 * where the classifier is sure: in the working half, the classifier alone contradicted 76 rules, and nearly all of those did rest on the
 * intruder's actions.
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

/**
 * Whether the sentence of a place says that what stands there was not done, or that others rightly did it. Code denies nothing, nor do lists of
 * indicators, unless what leads them in calls them spared: of their section, only sentences do.
 */
export function isExcludedIn(doc: AdvisoryDocument, { start, end }: Span): boolean {
  const passage = passageAt(doc, start);
  if (passage === undefined) return false;
  if (sparedLists(doc).has(passage)) return true;
  if (passage.block.type === 'code') return false;
  const at = { start: start - passage.start, end: Math.min(end - passage.start, passage.text.length) };
  const { role, type } = passage.block;
  if (role === 'indicators' && (type !== 'paragraph' || !isProse(passage, at))) return false;
  return isExcluded(passage, at);
}

function isProse(passage: Passage, at: Span): boolean {
  const { text, block } = passage;
  return block.type !== 'code' && hasSmallWords(passage, sentenceAround(text, at.start, at.end));
}

const hasSmallWords = onceEachPart((passage: Passage, sentence) => {
  const small = wordSet('function-words');
  return tokensOfSentence(passage, sentence).filter((token) => small.has(token.text)).length >= PROSE_WORDS_MIN;
});
