import { currentId, technique, techniques } from '@tripline/attack';
import type { Span } from '../../model.js';
import { once } from '../../once.js';
import { sentenceAround } from '../../segment/passage.js';
import { isCapital, isWordCharacter } from '../../text/characters.js';
import { skip, stretchesOf, trailing } from '../../text/stretches.js';

/** How far before a place the name of its technique can begin. */
const BEFORE = 48;
const AFTER = 32;

/** An id of ATT&CK right before a place, with the name of the parent technique or without. */
const ID_BEFORE = /\bT\d{4}(?:\.\d{3})?[\])}:\s|–-]*(?:[A-Z][\w ]{2,40}: )?$/;

/** An id of ATT&CK right behind a place. */
const ID_BEHIND = /^[^.;\n]{0,16}[([–-]\s*(T\d{4}(?:\.\d{3})?)/;
/** Shorter words of a name are in small letters: "or", "of". */
const WORD_MIN = 4;

/** The last words of ATT&CK's names: "Boot or Logon Autostart Execution: …". */
const lastWords = once(() => new Set(techniques().map(({ name }) => name.split(' ').at(-1) ?? name)));

/** Every name of ATT&CK, in small letters. */
const names = once(() => new Set(techniques().map(({ name }) => name.toLowerCase())));

/**
 * Whether words are only a technique's name in a list, not something the report describes: "T1070.001: Clear Windows Event Logs". Words of a
 * name that nobody writes in prose ("Registry Run Keys / Startup Folder") are the name wherever they stand; `ids` are the techniques asked about.
 */
export function isTechniqueName(text: string, { start, end }: Span, ids: readonly string[]): boolean {
  if (isWholeName(text, start, end) || joinsRows(text.slice(start, end))) return true;
  if (ids.some((id) => isInSlashedName(text, technique(id)?.name ?? '', start, end))) return true;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const word = before.endsWith(': ') ? trailing(before.slice(0, -2), isOfName) : '';
  const parent = word.slice(skip(word, 0, (character) => !isCapital(character)));
  return (
    ID_BEFORE.test(before) ||
    ids.some((id) => isInListedName(text, technique(id)?.name ?? '', start, end)) ||
    lastWords().has(parent) ||
    isNameBeforeId(text, { start, end })
  );
}

/** Whether the sentence of a place is nothing but the name of a technique, with its parent's or without. */
function isWholeName(text: string, start: number, end: number): boolean {
  const sentence = sentenceAround(text, start, end);
  const whole = text.slice(sentence.start, sentence.end).trim().toLowerCase();
  return names().has(whole.slice(whole.lastIndexOf(': ') + 1).trim());
}

/** Whether an id of ATT&CK stands within words as the beginning of a row, no source in brackets: "… .lnk lures Execution / T1059.001 PowerShell". */
const joinsRows = (words: string): boolean =>
  stretchesOf(words, isWordCharacter).some(
    ({ text, start }) => start > 0 && !'[('.includes(words[start - 1] ?? '') && currentId(text) !== undefined,
  );

/**
 * Whether an id of ATT&CK stands right behind words that are a name: in capitals, or words of its technique's name alone. Of a sentence that says
 * what was done it is only the source: "adds an administrator [T1136.002]".
 */
function isNameBeforeId(text: string, { start, end }: Span): boolean {
  const id = ID_BEHIND.exec(text.slice(end, end + AFTER))?.[1];
  if (id === undefined) return false;
  const words = stretchesOf(text.slice(start, end), isWordCharacter).map((word) => word.text);
  if (words.every((word) => isCapital(word[0]) || word.length < WORD_MIN)) return true;
  const name = (technique(currentId(id) ?? id)?.name ?? '').toLowerCase();
  return words.every((word) => name.includes(word.toLowerCase()));
}

/** Whether a place lies within a technique's name that stands behind its id: "T1570 Lateral Tool Transfer". */
function isInListedName(text: string, name: string, start: number, end: number): boolean {
  const from = Math.max(0, start - name.length);
  const at = name === '' ? -1 : text.slice(from, end + name.length).indexOf(name);
  if (at < 0 || from + at > start || from + at + name.length < end) return false;
  return ID_BEFORE.test(text.slice(Math.max(0, from + at - BEFORE), from + at));
}

const isOfName = (character: string): boolean => isWordCharacter(character) || character === '-';

/** Whether a place reaches into a name with a slash: into its end from the word before the slash on, since lists break a name's line. */
function isInSlashedName(text: string, name: string, start: number, end: number): boolean {
  const slash = name.indexOf('/');
  if (slash < 0) return false;
  const tail = name.slice(name.lastIndexOf(' ', slash - 2) + 1);
  const from = Math.max(0, start - tail.length);
  const at = text.slice(from, end + tail.length).indexOf(tail);
  return at >= 0 && from + at < end && from + at + tail.length > start;
}
