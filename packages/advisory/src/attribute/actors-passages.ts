import type { Passage } from '../segment/passage.js';
import { cueHits, tokensOf } from './cues.js';
import { describesIntruderAction, isReadersCommand, namesIntruder, sendsReader, sendsToLook } from './reader-cues.js';
import { blank, withoutAnalystsLines, withoutTypedLines } from './typed-lines.js';

/** The end of a lead-in decides: what stands before belongs to another thought. */
const SAID_CHARACTERS = 400;

/**
 * The passages that may tell of the actor. Left out is what responders, readers or authors type: all of a handbook for responders, sections
 * whose heading puts the reader at the keyboard, code whose lead-in sends the reader to look or says that it serves to check. What a lead-in gives to the actor stays; in a handbook only what the author's own commands, blanked out, have shown.
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
    const passage = { ...read, text: withoutAnalystsLines(read.text) };
    const said = leadIn.slice(-SAID_CHARACTERS);
    if (describesIntruderAction(said)) return [passage];
    if (sendsReader(lastSentence(said))) return [];
    if (!readers) return [passage];
    return namesIntruder(said) ? [{ ...passage, text: withoutTypedLines(passage.text) }] : [];
  });
}

/** A passage with every other sentence blanked out, offsets kept; none when no sentence is wanted. */
function onlySentences(passage: Passage, wanted: (sentence: string) => boolean): readonly Passage[] {
  const text = passage.text
    .split(SENTENCE_END)
    .map((sentence) => (wanted(sentence) ? sentence : blank(sentence)))
    .join('');
  return text.trim() === '' ? [] : [{ ...passage, text }];
}

/** Splits at the blank after a sentence and keeps every character. */
const SENTENCE_END = /(?<=[.!?:]\s)(?=[A-Z“"])/;

/**
 * Passages in which commands may be looked for: sentences that send the reader to look with one are blanked out. The paths and names that
 * such a sentence says to look for remain evidence elsewhere.
 */
export function withoutReadersCommands(passages: readonly Passage[]): readonly Passage[] {
  return passages.flatMap((passage) =>
    passage.block.type === 'code' ? [passage] : onlySentences(passage, (sentence) => !isReadersCommand(sentence)),
  );
}

/** Numbering and marks before a heading's first word. */
const NUMBERING = /^[\W\d]+/;

function inReadersSection(passage: Passage): boolean {
  const heading = passage.block.headings.at(-1);
  return heading !== undefined && hasCue(heading.replace(NUMBERING, ''), 'readers-section');
}

function hasCue(text: string, group: string): boolean {
  return cueHits(tokensOf(text), new Set([group])).length > 0;
}

function lastSentence(text: string): string {
  return (
    text
      .trimEnd()
      .split(/(?<=[.!?])\s+(?=[A-Z“"])/)
      .at(-1) ?? text
  );
}

/** Paragraphs and items fewer than these say nothing of a document's kind. */
const INSTRUCTIONS_MIN = 6;
const INSTRUCTIONS_SHARE = 0.3;
/** Enough where the title says so; a title alone may stand over a report. */
const INSTRUCTIONS_SHARE_NAMED = 0.06;

/** A document for responders: its title says so and some of it, or a large part of it, sends the reader to look. */
function isHandbook(passages: readonly Passage[], title: string): boolean {
  const first = passages.find(({ block }) => block.type === 'heading')?.text ?? '';
  const named = hasCue(title, 'handbook-title') || hasCue(first, 'handbook-title');
  const told = passages.filter(
    ({ block }) =>
      (block.type === 'paragraph' || block.type === 'list-item') &&
      block.role !== 'references' &&
      block.role !== 'remediation',
  );
  const sent = told.filter(({ text }) => sendsToLook(text)).length;
  if (named) return sent >= told.length * INSTRUCTIONS_SHARE_NAMED;
  return sent >= INSTRUCTIONS_MIN && sent >= told.length * INSTRUCTIONS_SHARE;
}
