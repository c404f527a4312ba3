import type { AdvisoryDocument, Block, Span } from '../model.js';
import { onceEach } from '../once.js';
import { beginsSentence, firstSentenceEnd, lastSentenceStart, type SentenceForm } from '../text/sentence-ends.js';
import { countOfLeading } from '../text/sorted.js';

/** A block with its text. Offsets of findings are `start` plus the offset within `text`. */
export interface Passage {
  readonly block: Block;
  readonly start: number;
  readonly text: string;
}

/**
 * The blocks of a document as passages, in order. Headings are passages too, since titles often name the behaviour. Made once per document,
 * because what is read from a passage is remembered with it.
 */
export const passagesOf = onceEach(new WeakMap<AdvisoryDocument, readonly Passage[]>(), ({ blocks, text }) =>
  blocks.map((block) => ({ block, start: block.start, text: text.slice(block.start, block.end) })),
);

/** The passage at an offset of the canonical text; undefined between two blocks. */
export function passageAt(doc: AdvisoryDocument, offset: number): Passage | undefined {
  const passages = passagesOf(doc);
  const found = passages[countOfLeading(passages, ({ start }) => start <= offset) - 1];
  return found !== undefined && offset < found.block.end ? found : undefined;
}

/** A sentence ends before a capital, a quotation or a bracket, and at a line's end. */
const FORM: SentenceForm = {
  closing: '"\'”’)',
  closingMax: 1,
  lines: true,
  begins: beginsSentence,
};

/**
 * The sentence around a part of a passage, at most 300 characters either side. Sentences end at a full stop, question or exclamation mark
 * before white space, or at a line break.
 */
export function sentenceAround(text: string, start: number, end: number): Span {
  const from = Math.max(0, start - 300);
  // With the first character of the part itself: the part may begin a sentence.
  const before = text.slice(from, start + 1);
  const after = text.slice(end, end + 300);
  return { start: from + lastSentenceStart(before, FORM), end: end + firstSentenceEnd(after, FORM) };
}
