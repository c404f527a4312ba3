import { cleanText, codeText, oneLine } from '../clean-text.js';
import { isCodeLine } from '../code-line.js';
import type { DraftBlock } from '../draft-block.js';
import type { WordStyle } from './word-styles.js';

/** Collects the paragraphs and tables of a word processor's document as blocks: what a paragraph is says its style, then its typeface and text. */
export class WrittenBlocks {
  readonly blocks: DraftBlock[] = [];
  pictures = 0;
  #listing: string[] = [];

  paragraph(text: string, style: WordStyle, isTypewritten: boolean): void {
    const line = oneLine(text);
    if (style.is === 'contents') return;
    if (line !== '' && style.level === undefined && (style.is === 'code' || isTypewritten || isCodeLine(line))) {
      this.#listing.push(cleanText(text));
      return;
    }
    this.endListing();
    if (line === '') return;
    if (style.level !== undefined) this.blocks.push({ type: 'heading', level: style.level, text: line });
    else this.blocks.push({ type: style.is === 'list-item' ? 'list-item' : 'paragraph', text: line });
  }

  row(cells: readonly string[]): void {
    this.endListing();
    const lines = cells.map(oneLine);
    if (lines.some((line) => line !== '')) this.blocks.push({ type: 'table-row', text: lines.join(' | ') });
  }

  /** Ends a listing: its paragraphs become one block. */
  endListing(): void {
    const text = codeText(this.#listing.join('\n'));
    this.#listing = [];
    if (text !== '') this.blocks.push({ type: 'code', text });
  }
}
