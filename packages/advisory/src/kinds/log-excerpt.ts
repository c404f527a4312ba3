import type { Span } from '../model.js';
import { onceEach } from '../once.js';
import type { Passage } from '../segment/passage.js';

/** Quoted events are short; what follows in a longer block is not read. */
const LENGTH_MAX = 20_000;
const DEPTH_MAX = 40;
const LEAVES_MAX = 400;
const BLANKS = new Set(' \t\r\n');
const BARE_ENDS = new Set(' \t\r\n,}]');

/** A value of a quoted event with its place in the document, and its path from the event's root; lists have no step of their own. */
export interface ExcerptValue extends Span {
  readonly path: readonly string[];
  readonly value: string;
  /** Whether it was written in quotation marks. */
  readonly isText: boolean;
}

/** An event of a log as a document quotes it. */
export interface LogExcerpt extends Span {
  readonly values: readonly ExcerptValue[];
}

/**
 * The events in JSON that a passage quotes. Reports shorten them, so commas and brackets may be missing and comments may stand between: whatever
 * can be read is.
 */
export const excerptsOf = onceEach(new WeakMap<Passage, readonly LogExcerpt[]>(), (passage) =>
  passage.text.includes('{') ? new Scanner(passage).read() : [],
);

/**
 * The value of a field of a quoted event, by the path's last steps in any case: products wrap events, so that the log's own names begin further in.
 */
export function fieldOf({ values }: LogExcerpt, field: string): ExcerptValue | undefined {
  const wanted = field.toLowerCase().split('.');
  return values.find(
    ({ path }) =>
      path.length >= wanted.length &&
      wanted.every((step, index) => path.at(index - wanted.length)?.toLowerCase() === step),
  );
}

/** Where a value of a quoted event stands within its passage. */
export function placeIn(passage: Passage, { start, end }: Span): Span {
  return { start: start - passage.start, end: end - passage.start };
}

class Scanner {
  private readonly text: string;
  private readonly excerpts: LogExcerpt[] = [];
  /** The key of each open bracket; undefined for a list and for an object within one. */
  private readonly open: (string | undefined)[] = [];
  private values: ExcerptValue[] = [];
  private key: string | undefined;
  private from = 0;

  constructor(private readonly passage: Passage) {
    this.text = passage.text.slice(0, LENGTH_MAX);
  }

  read(): readonly LogExcerpt[] {
    let at = 0;
    while (at < this.text.length) at = this.step(at);
    if (this.open.length > 0) this.finish(this.text.length);
    return this.excerpts;
  }

  /** Reads what stands at a place and gives the next one. */
  private step(at: number): number {
    const character = this.text[at] as string;
    if (character === '{' || character === '[') return this.enter(at);
    if (this.open.length === 0 || BLANKS.has(character) || character === ',' || character === ':') return at + 1;
    if (character === '}' || character === ']') return this.leave(at);
    if (character === '"') return this.quoted(at);
    return this.bare(at);
  }

  private enter(at: number): number {
    const isObject = this.text[at] === '{';
    if (this.open.length === 0) {
      // A bracket in a sentence begins no event.
      if (!isObject) return at + 1;
      this.from = at;
    }
    if (this.open.length < DEPTH_MAX) this.open.push(this.key);
    this.key = undefined;
    return at + 1;
  }

  private leave(at: number): number {
    this.open.pop();
    this.key = undefined;
    if (this.open.length === 0) this.finish(at + 1);
    return at + 1;
  }

  private finish(end: number): void {
    const { start } = this.passage;
    if (this.values.length > 0) this.excerpts.push({ start: start + this.from, end: start + end, values: this.values });
    this.values = [];
    this.open.length = 0;
  }

  /** A key, or a text as a value. */
  private quoted(at: number): number {
    let end = at + 1;
    while (end < this.text.length && this.text[end] !== '"' && this.text[end] !== '\n')
      end += this.text[end] === '\\' ? 2 : 1;
    const written = this.text.slice(at + 1, end);
    let next = end + 1;
    while (BLANKS.has(this.text[next] ?? '')) next += 1;
    if (this.text[next] === ':') {
      this.key = written;
      return next + 1;
    }
    this.add(written, { start: at + 1, end }, true);
    return end + 1;
  }

  /** A number, a truth value, or something that is no JSON. */
  private bare(at: number): number {
    let end = at;
    while (end < this.text.length && !BARE_ENDS.has(this.text[end] as string)) end += 1;
    if (this.key !== undefined) this.add(this.text.slice(at, end), { start: at, end }, false);
    return Math.max(end, at + 1);
  }

  private add(value: string, { start, end }: Span, isText: boolean): void {
    const path = [...this.open, this.key].filter((step) => step !== undefined);
    this.key = undefined;
    if (path.length === 0 || this.values.length >= LEAVES_MAX) return;
    const { start: base } = this.passage;
    this.values.push({ path, value, isText, start: base + start, end: base + end });
  }
}
