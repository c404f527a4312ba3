import { attributionOf } from '../../attribute/attribution-of.js';
import { tokensOf } from '../../attribute/cues.js';
import { wordSet } from '../../knowledge/load.js';
import { hasWordOf, isListed } from '../../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator, Span } from '../../model.js';
import { sentenceAround } from '../../segment/passage.js';

const OPENING_QUOTES = new Set('"“\'‘`');
/** What stands right before a name: "the malicious file fen.ps1". */
const FILE_WORDS: ReadonlySet<string> = new Set(['file', 'script', 'payload', 'library']);
/** How many words before a name may say what it is: "the encrypted payload file". */
const WORDS_BEFORE = 4;
/** In how many characters they stand. */
const NEAR = 160;

/**
 * Whether a text names a file as one of the intruder's: in quotes after "named" or after a word for malware, in brackets after such a
 * word, or right behind "malicious file". Such a name is telling even where it is short or of an ordinary ending.
 */
export function isIntroduced(doc: AdvisoryDocument, { value, spans }: Indicator): boolean {
  const stem = value.slice(0, value.lastIndexOf('.')).toLowerCase();
  if (![...stem].some(isLetter) || isListed('bundled-libraries', stem)) return false;
  // The author's own list of indicators is introduced like malware.
  if (hasWordOf('heading-words-indicators', value)) return false;
  return spans.some((span) => isIntroducedAt(doc.text, span) && isIntruders(doc, span));
}

function isIntroducedAt(text: string, span: Span): boolean {
  const { start } = sentenceAround(text, span.start, span.end);
  const before = text.slice(start, span.start);
  // The beginning of the name varies.
  if (before.endsWith('*')) return false;
  const open = before.lastIndexOf('(');
  const isInBrackets = open > before.lastIndexOf(')');
  const isQuoted = OPENING_QUOTES.has(before.at(-1) ?? ' ');
  const words = tokensOf((isInBrackets ? before.slice(0, open) : before).slice(-NEAR)).slice(-WORDS_BEFORE);
  if (!isInBrackets && !isQuoted && !(before.endsWith(' ') && FILE_WORDS.has(words.at(-1)?.text ?? ''))) return false;
  const isNamed = isQuoted && wordSet('name-givers').has(words.at(-1)?.text ?? '');
  return isNamed || hasWordOf('captions-of-intruders', words.map(({ text: word }) => word).join(' '));
}

/** Whether nothing says that a name is a defender's, another report's or advice. */
export function isIntruders(doc: AdvisoryDocument, span: Span): boolean {
  const read = attributionOf(doc, span);
  if (read === undefined) return true;
  const { who, whether } = read;
  return who !== 'defender' && who !== 'other-report' && whether !== 'advice' && whether !== 'did-not';
}

function isLetter(character: string): boolean {
  return character.toLowerCase() !== character.toUpperCase();
}
