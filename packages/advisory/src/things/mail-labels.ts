import { tokensOf, tokensOfPassage } from '../attribute/cues.js';
import { isEverybodysName } from '../draft/everybodys-name.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { isAnyCapital, isWordCharacter, placesOf } from '../text/characters.js';
import { lowerEnding, QUOTES, trimEndOf, trimStartOf } from '../text/ends.js';
import { hasAny, stretchesWithout } from '../text/shape.js';
import { joined, type Page } from './page.js';

/** What a mail's labels lead to, in small letters. */
const LABELS: ReadonlyMap<string, 'mail-subject' | 'mail-attachment' | 'other'> = new Map([
  ['subject', 'mail-subject'],
  ['subjects', 'mail-subject'],
  ['attachment', 'mail-attachment'],
  ['attachments', 'mail-attachment'],
  ['from', 'other'],
  ['sender', 'other'],
  ['to', 'other'],
  ['date', 'other'],
  ['body', 'other'],
]);
const VALUE = { min: 8, max: 120 } as const;
/** How far behind a label its value is read: what is longer with its quotes and blanks is none. */
const LINE_MAX = 2 * VALUE.max;
/** Subjects of fewer words are anybody's. */
const SUBJECT_WORDS_MIN = 3;
/** Characters of placeholders and of lists. */
const HOLES = '<>{}[]|…*';
const AROUND = `${QUOTES} ,;`;

/**
 * Finds the subject and the attachment of an intruder's mail that a text shows by the mail's own labels: "From: … Subject: … Attachments: …". One
 * label alone may be anything's.
 */
export function findMailLabels(page: Page): readonly FoundThing[] {
  const passages = passagesOf(page.doc);
  const labelled = passages.map((passage) => (passage.block.type === 'code' ? [] : labelsIn(passage.text)));
  const found = passages.flatMap((passage, at): readonly FoundThing[] => {
    const labels = labelled[at] ?? [];
    if (labels.length === 0) return [];
    const around = labelled.slice(Math.max(0, at - 1), at + 2).flat();
    const isMail =
      new Set(around.map(({ label }) => label)).size > 1 || isAboutMail(passages[at - 1]) || isAboutMail(passage);
    return isMail ? labels.flatMap((label, place) => thingOf(passage, label, labels[place + 1]?.start)) : [];
  });
  return joined(found, ({ thing, value }) => `${thing} ${value.toLowerCase()}`);
}

interface Label extends Span {
  readonly label: string;
}

/** The labels of a mail in a text: a word with a capital and a colon behind it. */
function labelsIn(text: string): readonly Label[] {
  return placesOf(text, ':').flatMap((colon): readonly Label[] => {
    let start = colon;
    while (colon - start < 12 && isWordCharacter(text[start - 1])) start -= 1;
    const label = text.slice(start, colon).toLowerCase();
    return LABELS.has(label) && isAnyCapital(text[start]) ? [{ label, start, end: colon + 1 }] : [];
  });
}

function isAboutMail(passage: Passage | undefined): boolean {
  if (passage === undefined || passage.text.length > 1000) return false;
  return tokensOfPassage(passage).some((word) => wordSet('mail-words').has(word.text));
}

function thingOf(passage: Passage, { label, end: from }: Label, next = passage.text.length): readonly FoundThing[] {
  const thing = LABELS.get(label);
  if (thing === undefined || thing === 'other') return [];
  const line = passage.text.slice(from, Math.min(next, from + LINE_MAX)).split('\n', 1)[0] ?? '';
  const written = trimStartOf(thing === 'mail-subject' ? firstSentence(line) : firstFile(line), AROUND);
  const start = from + line.indexOf(written);
  const value = trimEndOf(written, `${AROUND}.`);
  if (value.length < VALUE.min || value.length > VALUE.max || hasAny(value, HOLES) || value.includes('...')) return [];
  const isOne = thing === 'mail-subject' ? tokensOf(value).length >= SUBJECT_WORDS_MIN : isFile(value);
  const span = { start: passage.start + start, end: passage.start + start + value.length };
  return isOne ? [{ thing, value, deed: 'sent-by-mail', seenIn: 'network/mail-gateway', spans: [span] }] : [];
}

function firstSentence(line: string): string {
  const stop = line.indexOf('. ');
  return stop < 0 ? line : line.slice(0, stop);
}

/** A line up to the first word with the ending of a file. */
function firstFile(line: string): string {
  const words = stretchesWithout(line, ' ,;');
  const last = words.find(({ text }) => wordSet('reported-endings').has(lowerEnding(trimEndOf(text, `${AROUND}.`))));
  return last === undefined ? line : line.slice(0, last.start + last.text.length);
}

/** Whether a text is one name of a file, and not everybody's. */
function isFile(name: string): boolean {
  return wordSet('reported-endings').has(lowerEnding(name)) && !hasAny(name, ',;:\\/') && !isEverybodysName(name);
}
