import type { Span } from '../../model.js';
import { isDigit } from '../../text/characters.js';
import { splitAtBlanks } from '../../text/shape.js';
import { cleanText } from '../clean-text.js';
import type { DraftBlock } from '../draft-block.js';

/** A block, with the number of its characters in bold. */
export interface RunBlock extends DraftBlock {
  readonly strong?: number;
}

/** The growing text of one block: white space collapsed as in a browser, inline code and links remembered. */
export class TextRun {
  // Kept in pieces: reading the end of one growing string would copy it every time.
  #parts: string[] = [];
  #length = 0;
  #endsLine = false;
  #pendingSpace = false;
  #code: Span[] = [];
  #links: (Span & { readonly href: string })[] = [];
  #strong: Span[] = [];

  get length(): number {
    return this.#length;
  }

  /** Whether the last thing added was a line break. */
  get endsLine(): boolean {
    return this.#endsLine;
  }

  get endsWithDigit(): boolean {
    return isDigit(this.#parts.at(-1)?.at(-1));
  }

  /** The offset of the next visible character. */
  get position(): number {
    return this.#length + (this.#needsSpace() ? 1 : 0);
  }

  /** Adds text; every run of white space counts as one blank. */
  add(data: string): void {
    const text = cleanText(data);
    for (const [at, word] of splitAtBlanks(text).entries()) {
      if (at > 0) this.#pendingSpace = true;
      this.#push(word);
    }
  }

  /** A line break within the block. */
  lineBreak(): void {
    if (this.#length > 0 && !this.#endsLine) this.#append('\n');
    this.#pendingSpace = false;
  }

  /** Makes sure that there is a blank between the text before and after. */
  space(): void {
    this.#pendingSpace = true;
  }

  /** Remembers the text since `start` as inline code. */
  markCode(start: number): void {
    const end = this.#length;
    if (end > start) this.#code.push({ start, end });
  }

  /** Remembers the text since `start` as bold. */
  markStrong(start: number): void {
    const end = this.#length;
    if (end > start && start >= (this.#strong.at(-1)?.end ?? 0)) this.#strong.push({ start, end });
  }

  /** Remembers the text since `start` as a link. */
  markLink(start: number, href: string): void {
    const end = this.#length;
    if (end > start) this.#links.push({ start, end, href });
  }

  /** The block, after which the run is empty again; undefined when there was no text. */
  take(type: DraftBlock['type'], level?: number): RunBlock | undefined {
    const text = this.#parts.join('').trimEnd();
    const code = this.#code.filter((span) => span.start < text.length);
    const links = this.#links.filter((span) => span.start < text.length);
    const strong = this.#strong.reduce((sum, span) => sum + span.end - span.start, 0);
    this.#strong = [];
    this.#parts = [];
    this.#length = 0;
    this.#endsLine = false;
    this.#pendingSpace = false;
    this.#code = [];
    this.#links = [];
    if (text === '') return undefined;
    const clip = (span: Span): Span => ({ start: span.start, end: Math.min(span.end, text.length) });
    return {
      type,
      text,
      ...(level === undefined ? {} : { level }),
      ...(strong === 0 ? {} : { strong }),
      ...(code.length === 0 ? {} : { code: code.map(clip) }),
      ...(links.length === 0 ? {} : { links: links.map((link) => ({ ...clip(link), href: link.href })) }),
    };
  }

  #needsSpace(): boolean {
    return this.#pendingSpace && this.#length > 0 && !this.#endsLine;
  }

  #append(piece: string): void {
    this.#parts.push(piece);
    this.#length += piece.length;
    this.#endsLine = piece === '\n';
  }

  #push(visible: string): void {
    if (visible === '') return;
    if (this.#needsSpace()) this.#append(' ');
    this.#pendingSpace = false;
    this.#append(visible);
  }
}
