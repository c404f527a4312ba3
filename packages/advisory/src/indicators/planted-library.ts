import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { withoutEnding } from '../text/ends.js';

/** Words right before a library that call it the intruder's. */
const CALLED = new Set(['malicious', 'rogue', 'fake', 'counterfeit', 'trojanized', 'trojanised']);
const CALLED_NEAR = 40;
const CALLED_WORDS = 3;

/** Whether a text says at a place of a library that Windows has and programs may bring that an intruder planted it: "a malicious fen.dll". */
export function isPlanted(text: string, value: string, { start, end }: Span): boolean {
  const bare = withoutEnding(value.toLowerCase(), '.dll');
  if (!wordSet('system-libraries').has(bare) || wordSet('fixed-libraries').has(bare)) return false;
  const before = tokensOf(text.slice(Math.max(0, start - CALLED_NEAR), start)).slice(-CALLED_WORDS);
  if (before.some((word) => CALLED.has(word.text))) return true;
  const around = sentenceAround(text, start, end);
  const sentence = `${text.slice(around.start, start)}${text.slice(end, around.end)}`;
  return hasWordOf('planted-library', sentence) && !hasWordOf('library-called', sentence);
}
