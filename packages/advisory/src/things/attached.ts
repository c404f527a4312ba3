import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';

/** How many words before a name may lead back to "attachment", and how many behind it to "attached". */
const WITHIN = { before: 7, behind: 4 } as const;

/**
 * Whether a text says that the file whose name stands at a place was attached to a mail: "an attachment with the name fen.iso", "fen.iso was
 * attached". What an attachment did with a file ("the attachment drops fen.exe") is another deed.
 */
export function isAttached(text: string, name: Span): boolean {
  const { start, end } = sentenceAround(text, name.start, name.end);
  const before = tokensOf(text.slice(start, name.start)).slice(-WITHIN.before);
  const noun = before.findLastIndex(({ text: word }) => wordSet('attachment-words').has(word));
  // "Attachment: fen.iso" as a line of its own is a label, whose mail must be shown.
  if (noun >= 0 && isLabel(text, start, before[noun] as Span)) return false;
  if (noun >= 0 && before.slice(noun + 1).every(({ text: word }) => isBetween(word))) return true;
  const behind = tokensOf(text.slice(name.end, end)).slice(0, WITHIN.behind);
  const attached = behind.findIndex(({ text: word }) => wordSet('attachment-words').has(word));
  return attached >= 0 && behind.slice(0, attached).every(({ text: word }) => isJoint(word));
}

/** Whether a word, whose place counts from where its sentence begins, begins it and has a colon. */
const isLabel = (text: string, sentence: number, word: Span): boolean =>
  text.slice(sentence, sentence + word.start).trim() === '' && text[sentence + word.end] === ':';

const isBetween = (word: string): boolean =>
  wordSet('between-attachment-and-name').has(word) || wordSet('name-givers').has(word);

const isJoint = (word: string): boolean =>
  wordSet('forms-of-be').has(word) || wordSet('relatives').has(word) || wordSet('auxiliaries').has(word);
