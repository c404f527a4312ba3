import { isBlank, isCapital } from './characters.js';
import { type CharacterClass, oneOf, skip } from './stretches.js';

/** How the sentences of a kind of text end. */
export interface SentenceForm {
  /** Marks of quotations and brackets that may close behind the full stop. */
  readonly closing: string;
  /** Most of them in a row. */
  readonly closingMax: number;
  /** Whether the next sentence can begin at a place. */
  readonly begins: (text: string, at: number) => boolean;
  /** Whether the end of a line ends a sentence too. */
  readonly lines: boolean;
}

/** Whether a sentence can begin at a place: with a capital, a quotation or a bracket. */
export function beginsSentence(text: string, at: number): boolean {
  return isCapital(text[at]) || '"“‘('.includes(text.charAt(at));
}

/** The end of a sentence: the place of its full stop or line break, and that of the next sentence. */
interface SentenceEnd {
  readonly at: number;
  readonly next: number;
}

const isNewline = oneOf('\n');

/** The ends of the sentences of a text, in order: a full stop with closing marks before white space and a beginning, or line breaks. */
export function* sentenceEnds(text: string, form: SentenceForm): Generator<SentenceEnd> {
  const isClosing = oneOf(form.closing);
  let end = nextEnd(text, 0, form, isClosing);
  while (end !== undefined) {
    yield end;
    end = nextEnd(text, end.next, form, isClosing);
  }
}

function nextEnd(text: string, from: number, form: SentenceForm, isClosing: CharacterClass): SentenceEnd | undefined {
  for (let at = nextMark(text, from); at < text.length; at = nextMark(text, at + 1)) {
    const next = text[at] === '\n' ? lineBreaks(text, at, form) : nextSentence(text, at, form, isClosing);
    if (next !== undefined) return { at, next };
  }
  return undefined;
}

/** The next place of a mark that may end a sentence. Looked for by codes, since nearly all text is read so, many times. */
function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === FULL_STOP || code === NEWLINE || code === QUESTION_MARK || code === EXCLAMATION_MARK) return at;
  }
  return text.length;
}

const NEWLINE = 0x0a;
const EXCLAMATION_MARK = 0x21;
const FULL_STOP = 0x2e;
const QUESTION_MARK = 0x3f;

function nextSentence(text: string, at: number, form: SentenceForm, isClosing: CharacterClass): number | undefined {
  const closed = skip(text, at + 1, isClosing, form.closingMax);
  const next = skip(text, closed, isBlank);
  return next > closed && next < text.length && form.begins(text, next) ? next : undefined;
}

function lineBreaks(text: string, at: number, { lines }: SentenceForm): number | undefined {
  return lines && text[at] === '\n' ? skip(text, at, isNewline) : undefined;
}

/** Where the last sentence of a text begins; 0 where the text has one sentence. */
export function lastSentenceStart(text: string, form: SentenceForm): number {
  const isClosing = oneOf(form.closing);
  let start = 0;
  for (let end = nextEnd(text, 0, form, isClosing); end !== undefined; end = nextEnd(text, start, form, isClosing))
    start = end.next;
  return start;
}

/** The place of the first full stop before white space or the text's end, or of the first line break; the text's end where it has neither. */
export function firstSentenceEnd(text: string, { closing, closingMax }: SentenceForm): number {
  const isClosing = oneOf(closing);
  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at + 1)) {
    if (text[at] === '\n') return at;
    const closed = skip(text, at + 1, isClosing, closingMax);
    if (closed === text.length || isBlank(text[closed])) return at;
  }
  return text.length;
}

/** What stands before a place in its own line, and behind the last full stop with a blank; of the `most` characters before the place. */
export function saidBefore(text: string, place: number, most: number): string {
  const near = text.slice(Math.max(0, place - most), place);
  return near.slice(Math.max(near.lastIndexOf('\n'), near.lastIndexOf('. ')) + 1);
}
