import { titleOf } from '../../draft/text.js';
import type { AdvisoryDocument, Span } from '../../model.js';
import { isLetter } from '../../text/characters.js';
import { BLANKS, trimEndOf } from '../../text/ends.js';
import { hasAny } from '../../text/shape.js';

const LENGTH_MAX = 90;

/** The heading or short line right before a query that says what it looks for, as a title; undefined where there is none. */
export function headingBefore({ text }: AdvisoryDocument, { start }: Span): string | undefined {
  const before = text.slice(Math.max(0, start - 300), start).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const sentence = trimEndOf(line, `:.${BLANKS}`);
  const from = Math.max(sentence.lastIndexOf('. '), sentence.lastIndexOf(': '), sentence.lastIndexOf('? '));
  const words = sentence.slice(from < 0 ? 0 : from + 2).trim();
  if (words.length < 8 || words.length > LENGTH_MAX || !isLetter(words[0]) || hasAny(words, '|{}=;')) return undefined;
  return titleOf(words.charAt(0).toUpperCase() + words.slice(1));
}
