import type { AdvisoryDocument, Block, Indicator, IndicatorType, Span } from '../model.js';
import { onceEach } from '../once.js';
import { withSingleBlanks } from '../text/shape.js';
import { countOfLeading } from '../text/sorted.js';
import type { RefangedText } from './refang.js';

const CONTEXT_CHARACTERS_MAX = 160;

interface Found {
  readonly type: IndicatorType;
  readonly value: string;
  readonly spans: Span[];
}

/** A place at which a host is no indicator, and whether that is because readers look something up there. */
export interface Refused {
  readonly span: Span;
  readonly isToLookUp: boolean;
}

/**
 * The text to search: refanged once, with the parts that a longer indicator already covers, and the indicators found so far. Places given
 * and taken are in the refanged text; indicators carry places of the original.
 */
export class Scanner {
  readonly document: AdvisoryDocument;
  readonly refanged: RefangedText;
  readonly text: string;
  /** Of hosts, the places as they are written at which they are no indicators: what is said there holds for all their places. */
  readonly refused = new Map<string, Refused[]>();
  readonly #taken: Uint8Array;
  readonly #found = new Map<string, Found>();

  constructor(document: AdvisoryDocument, refanged: RefangedText) {
    this.document = document;
    this.refanged = refanged;
    this.text = this.refanged.text;
    this.#taken = new Uint8Array(this.text.length);
  }

  /** Whether a longer indicator already covers the beginning of this stretch. */
  isTaken(start: number, end: number): boolean {
    return this.#taken[start] === 1 || this.#taken[end - 1] === 1;
  }

  /** Marks a span as covered, so that no smaller indicator is found in it. */
  take(start: number, end: number): void {
    this.#taken.fill(1, start, end);
  }

  /** Records an indicator at a place; the same value found again adds the place. */
  add(type: IndicatorType, value: string, start: number, end: number): void {
    const key = `${type} ${value}`;
    const span = this.refanged.original(start, end);
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { type, value, spans: [span] });
    else known.spans.push(span);
  }

  /** Records a place at which a host is no indicator. */
  refuse(host: string, start: number, end: number, isToLookUp: boolean): void {
    onceEach(this.refused, (): Refused[] => [])(host).push({ span: this.refanged.original(start, end), isToLookUp });
  }

  /** The block at a place in the refanged text. */
  blockAt(start: number): Block | undefined {
    return this.#blockAtOriginal(this.refanged.original(start, start + 1).start);
  }

  #blockAtOriginal(place: number): Block | undefined {
    const { blocks } = this.document;
    return blocks[countOfLeading(blocks, ({ start }) => start <= place) - 1];
  }

  /** All indicators in the order of their first place, then type. */
  indicators(): readonly Indicator[] {
    const { text } = this.document;
    const all = [...this.#found.values()].map(({ type, value, spans }): Indicator => {
      const sorted = spans.toSorted((a, b) => a.start - b.start || a.end - b.end);
      const first = sorted[0] ?? { start: 0, end: 0 };
      return {
        type,
        value,
        original: text.slice(first.start, first.end),
        spans: sorted,
        context: this.#context(first),
      };
    });
    const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    return all.sort(
      (a, b) =>
        (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0) || compare(a.type, b.type) || compare(a.value, b.value),
    );
  }

  /** The words around a place within its block, cut at words, at most 160 characters. */
  #context(span: Span): string {
    const { text } = this.document;
    const block = this.#blockAtOriginal(span.start);
    const room = Math.max(0, CONTEXT_CHARACTERS_MAX - (span.end - span.start));
    let start = Math.max(block?.start ?? 0, span.start - Math.floor(room / 2));
    const end = Math.min(block?.end ?? text.length, start + CONTEXT_CHARACTERS_MAX);
    start = Math.max(block?.start ?? 0, Math.min(start, end - CONTEXT_CHARACTERS_MAX));
    return withSingleBlanks(text.slice(start, end)).trim();
  }
}
