import type { Passage } from '../segment/passage.js';
import { isBlank, isCapital, isDigit, isWordCharacter } from '../text/characters.js';
import { lastSentenceStart, type SentenceForm } from '../text/sentence-ends.js';
import { skip } from '../text/stretches.js';
import { hasCue, tokensOfPassage } from './cues.js';
import {
  describesIntruderAction,
  isReadersCommand,
  mayAskReader,
  namesIntruder,
  sendsReader,
  sendsToLook,
} from './reader-cues.js';
import { blank, withoutAnalystsLines, withoutTypedLines } from './typed-lines.js';

/** How many of a lead-in's last characters are read: what stands before them is about something else. */
const SAID_CHARACTERS = 400;

/**
 * The passages that may describe the actor. Left out is what responders, readers or authors type: a handbook for responders, sections whose
 * heading addresses the reader, and code whose lead-in asks the reader to look or to check something. Code whose lead-in names the actor
 * stays. Of a handbook only sentences that describe the intruder stay.
 */
export function actorsPassages(passages: readonly Passage[], title: string): readonly Passage[] {
  const handbook = isHandbook(passages, title);
  let leadIn = '';
  return passages.flatMap((read) => {
    const { type } = read.block;
    if (type === 'heading') {
      leadIn = '';
      return [read];
    }
    const readers = handbook || inReadersSection(read);
    if (type !== 'code') {
      leadIn = read.text;
      return readers ? onlySentences(read, describesIntruderAction) : [read];
    }
    const passage = withText(read, withoutAnalystsLines(read.text));
    const said = leadIn.slice(-SAID_CHARACTERS);
    if (describesIntruderAction(said)) return [passage];
    if (sendsReader(lastSentence(said))) return [];
    if (!readers) return [passage];
    return namesIntruder(said) ? [{ ...passage, text: withoutTypedLines(passage.text) }] : [];
  });
}

/** A passage with all other sentences replaced by blanks, so that offsets stay. None when no sentence is wanted. */
function onlySentences(passage: Passage, wanted: (sentence: string) => boolean): readonly Passage[] {
  const text = wholeSentences(passage.text)
    .map((sentence) => (wanted(sentence) ? sentence : blank(sentence)))
    .join('');
  return text.trim() === '' ? [] : [withText(passage, text)];
}

/** A passage with another text. One that has it already stays the same, since what is read from a passage is remembered with it. */
const withText = (passage: Passage, text: string): Passage => (text === passage.text ? passage : { ...passage, text });

/** The sentences of a text, each with the blank behind it, so that every character is kept. A colon ends one too. */
function wholeSentences(text: string): readonly string[] {
  const found: string[] = [];
  let start = 0;
  for (let at = 2; at < text.length; at += 1) {
    if (!'.!?:'.includes(text.charAt(at - 2)) || !isBlank(text[at - 1]) || !beginsSentence(text, at)) continue;
    found.push(text.slice(start, at));
    start = at;
  }
  return [...found, text.slice(start)];
}

/**
 * Passages in which commands are looked for: sentences that ask the reader to look with a command are replaced by blanks. The paths and
 * names in such a sentence remain evidence elsewhere.
 */
export function withoutReadersCommands(passages: readonly Passage[]): readonly Passage[] {
  return passages.flatMap((passage) =>
    passage.block.type === 'code' || !mayAskReader(tokensOfPassage(passage))
      ? [passage]
      : onlySentences(passage, (sentence) => !isReadersCommand(sentence)),
  );
}

/** Whether a character may stand in the numbering before a heading's first word. */
const isOfNumbering = (character: string): boolean => !isWordCharacter(character) || isDigit(character);

const READERS_SECTION: ReadonlySet<string> = new Set(['readers-section']);

function inReadersSection(passage: Passage): boolean {
  const heading = passage.block.headings.at(-1);
  return heading !== undefined && hasCue(heading.slice(skip(heading, 0, isOfNumbering)), READERS_SECTION);
}

const beginsSentence = (text: string, at: number): boolean => isCapital(text[at]) || '“"'.includes(text.charAt(at));
const FORM: SentenceForm = { closing: '', closingMax: 0, lines: false, begins: beginsSentence };

function lastSentence(text: string): string {
  const said = text.trimEnd();
  return said.slice(lastSentenceStart(said, FORM));
}

/** With fewer paragraphs and items than these, a document's kind cannot be decided. */
const INSTRUCTIONS_MIN = 6;
const INSTRUCTIONS_SHARE = 0.3;
/**
 * The share of instructions that is enough where the title names a handbook. The title alone does not decide, since a report may have such
 * a title.
 */
const INSTRUCTIONS_SHARE_NAMED = 0.06;
const HANDBOOK_TITLE: ReadonlySet<string> = new Set(['handbook-title']);

/** Whether a document is written for responders: a large part of it asks the reader to look, or some of it does and the title says so. */
function isHandbook(passages: readonly Passage[], title: string): boolean {
  const first = passages.find(({ block }) => block.type === 'heading')?.text ?? '';
  const named = hasCue(title, HANDBOOK_TITLE) || hasCue(first, HANDBOOK_TITLE);
  const told = passages.filter(
    ({ block }) =>
      (block.type === 'paragraph' || block.type === 'list-item') &&
      block.role !== 'references' &&
      block.role !== 'remediation',
  );
  const sent = told.filter((passage) => sendsToLook(tokensOfPassage(passage))).length;
  if (named) return sent >= told.length * INSTRUCTIONS_SHARE_NAMED;
  return sent >= INSTRUCTIONS_MIN && sent >= told.length * INSTRUCTIONS_SHARE;
}
