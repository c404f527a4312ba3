import { tokensOf } from '../attribute/cues.js';
import { isEverybodysName } from '../draft/everybodys-name.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { isDigit, isLetter, isWordCharacter } from '../text/characters.js';
import { closesWith, lowerEnding, OPENING_QUOTES, trimEndOf, trimStartOf } from '../text/ends.js';
import { hasAny, lettersOf, splitAtBlanks } from '../text/shape.js';
import { isAll, skip, skipBack } from '../text/stretches.js';
import { joined, type Page } from './page.js';

/** What closes a placeholder, by what opens it. */
const CLOSERS: Readonly<Record<string, string>> = { '<': '>', '{': '}', '[': ']' };
/** Letters that stand for others where at least as many stand together. */
const MASKS = 'X#';
const MASKED_MIN = 3;
const PLACEHOLDER_MAX = 40;
const NAME_MAX = 90;
/** How many words of a name with blanks stand before what varies in it. */
const WORDS_MAX = 4;
/** Fewer letters besides what varies are anybody's. */
const LETTERS_MIN = 4;
/** Attachments are fewer than files, and three tell them apart: `INV_<digits>.zip`. */
const ATTACHMENT_LETTERS_MIN = 3;
/** What formats write for a number or a text: `%d`. */
const FORMATS = 'ds';
/** What all these begin with. */
const FIRSTS = `${Object.keys(CLOSERS).join('')}%*${MASKS}`;
/** How much of the words above a list is read. */
const CAPTION_MAX = 300;
/** How far before a name it is read what was done with it. */
const TOLD_BEFORE = 160;
const AROUND = ' \t•*-';

/**
 * Finds names of files of which the text says what varies in them: "attachments like Reedpay_<digits>.zip", or in a list below words for files
 * that an intruder sent or dropped. What varies may be anything.
 */
export function findPatternedNames({ doc }: Page): readonly FoundThing[] {
  let caption = '';
  const found = passagesOf(doc).flatMap((passage): readonly FoundThing[] => {
    const { block, text } = passage;
    if (block.type === 'code' || block.role === 'remediation' || block.role === 'references') return [];
    const names = namesIn(text).flatMap((name) => thingOf(passage, name, caption) ?? []);
    if (block.type === 'heading' || closesWith(text.trimEnd(), ':')) caption = text.slice(-CAPTION_MAX);
    else if (caption !== '' && splitAtBlanks(text).length > 2 * WORDS_MAX) caption = '';
    return names;
  });
  return joined(found, ({ thing, value }) => `${thing} ${value.toLowerCase()}`);
}

interface Patterned extends Span {
  readonly parts: readonly string[];
  /** It has too few letters to be told from others' files. */
  readonly isShort: boolean;
}

/** The names in a text that hold a placeholder; each place is read once. */
function namesIn(text: string): readonly Patterned[] {
  const found: Patterned[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const close = placeholderEnd(text, at);
    if (close === undefined) continue;
    const name = nameAround(text, at);
    if (name !== undefined) found.push(name);
    at = Math.max(close, name?.end ?? 0) - 1;
  }
  return found;
}

/** The end of what stands for something else at a place: `<digits>`, `[0-9]{6}`, `XXXX`, a star within a name. */
function placeholderEnd(text: string, at: number): number | undefined {
  const first = text.charAt(at);
  if (!FIRSTS.includes(first)) return undefined;
  const closer = CLOSERS[first];
  if (closer !== undefined) return bracketEnd(text, at, closer);
  if (first === '%') {
    const isFormat = FORMATS.includes(text[at + 1] ?? ' ') && !isLetter(text[at + 2]) && isOfName(text[at - 1]);
    return isFormat ? at + 2 : undefined;
  }
  if (first === '*') return isOfName(text[at - 1]) && isOfName(text[at + 1]) ? at + 1 : undefined;
  if (!MASKS.includes(first) || isLetter(text[at - 1])) return undefined;
  const end = skip(text, at, (character) => character === first, PLACEHOLDER_MAX);
  return end - at < MASKED_MIN || isLetter(text[end]) ? undefined : end;
}

function bracketEnd(text: string, at: number, closer: string): number | undefined {
  const length = text.slice(at + 1, at + PLACEHOLDER_MAX).indexOf(closer);
  const inner = text.slice(at + 1, at + 1 + length);
  // "fen[1].rar" is the second copy of a file.
  const isCopy = text[at] === '[' && isAll(inner, isDigit);
  return length < 1 || inner.includes('\n') || isCopy ? undefined : at + length + 2;
}

const isOfName = (character: string | undefined): boolean =>
  isWordCharacter(character) || (character !== undefined && '-.()'.includes(character));

/** The name of a file around the first placeholder in it, which begins at a place. */
function nameAround(text: string, at: number): Patterned | undefined {
  const start = nameStart(text, at);
  if (start === undefined) return undefined;
  const parts: string[] = [];
  let from = start;
  let end = at;
  while (end - start < NAME_MAX) {
    const close = placeholderEnd(text, end);
    if (close !== undefined) {
      if (from < end || parts.length === 0) parts.push(text.slice(from, end));
      from = close;
      end = close;
    } else if (isOfName(text[end]) && end < text.length) end += 1;
    else break;
  }
  const last = trimEndOf(text.slice(from, end), '.,)');
  end = from + last.length;
  const isEnding = last.includes('.') && wordSet('reported-endings').has(lowerEnding(last)) && text[end] !== '\\';
  const known = [...parts, last];
  const stem = lettersOf(known.join(' ').slice(0, -lowerEnding(last).length));
  if (!isEnding || stem.length < ATTACHMENT_LETTERS_MIN) return undefined;
  return { start, end, parts: known, isShort: stem.length < LETTERS_MIN };
}

/** Where the name begins whose first placeholder is at a place; undefined within a path or an address. Alone in its line it may hold blanks. */
function nameStart(text: string, at: number): number | undefined {
  const before = text.slice(Math.max(0, at - NAME_MAX), at);
  const line = before.lastIndexOf('\n') + 1;
  const bare = trimStartOf(before.slice(line), `${AROUND}${OPENING_QUOTES}`);
  const isWholeLine = line > 0 || at <= NAME_MAX;
  const isSpaced = isWholeLine && bare !== '' && !hasAny(bare, '\\/:,;.') && splitAtBlanks(bare).length <= WORDS_MAX;
  const start = isSpaced && isTitle(bare) ? at - bare.length : skipBack(text, at, isOfName, NAME_MAX);
  return hasAny(text[start - 1] ?? ' ', '\\/%=&?@$') || hasAny(text[start] ?? ' ', '-.') ? undefined : start;
}

/** Whether no word of a text is in small letters alone, as those of sentences are. */
function isTitle(text: string): boolean {
  return splitAtBlanks(text).every((word) => word === '' || word !== word.toLowerCase() || !isLetter(word[0]));
}

/** Whether a name has lost the blank behind the name of its column: "toolsFilenameheron_<id>.log". */
function isGlued(parts: readonly string[]): boolean {
  return parts.some((part) => part.toLowerCase().includes('filename'));
}

function thingOf(passage: Passage, { start, end, parts, isShort }: Patterned, caption: string): FoundThing | undefined {
  const value = passage.text.slice(start, end);
  if (isEverybodysName(parts.join('')) || isGlued(parts)) return undefined;
  const told = [caption, passage.text.slice(Math.max(0, start - TOLD_BEFORE), start)];
  const has = (list: string): boolean =>
    told.some((words) => tokensOf(words).some((word) => wordSet(list).has(word.text)));
  const spans = [{ start: passage.start + start, end: passage.start + end }];
  if (has('attachment-words'))
    return { thing: 'mail-attachment', value, parts, deed: 'sent-by-mail', seenIn: 'network/mail-gateway', spans };
  if (isShort) return undefined;
  const isTold =
    passage.block.role === 'indicators' ||
    has('brought-words') ||
    (has('file-name-words') && (has('name-words') || has('name-givers'))) ||
    told.some((words) => hasWordOf('captions-of-intruders', words) && has('file-name-words'));
  return isTold ? { thing: 'file-name', value, parts, deed: 'dropped', spans } : undefined;
}
