import { Caps } from '../../caps.js';
import type { ReadOptions } from '../../model.js';
import { codeText, oneLine } from '../clean-text.js';
import type { DraftBlock } from '../draft-block.js';
import { readMarkdown } from '../read-markdown.js';

/** Collects the blocks of a structured document: headings, prose (often Markdown), rows of values; and the bounds that were reached. */
export class StructuredBlocks {
  readonly blocks: DraftBlock[] = [];
  readonly caps = new Caps();
  readonly #options: ReadOptions;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  heading(source: string, level: number): void {
    const line = oneLine(source);
    if (line !== '') this.blocks.push({ type: 'heading', level, text: line });
  }

  /** Adds prose under the current heading; headings inside it are below `level`. */
  prose(source: string | undefined, level: number): void {
    if (source === undefined) return;
    for (const block of readMarkdown(source, this.#options).blocks) {
      this.blocks.push(block.type === 'heading' ? { ...block, level: Math.min(6, level + (block.level ?? 1)) } : block);
    }
  }

  row(cells: readonly (string | undefined)[]): void {
    const line = cells
      .flatMap((cell) => (cell === undefined ? [] : [oneLine(cell)]))
      .filter((cell) => cell !== '')
      .join(' | ');
    if (line !== '') this.blocks.push({ type: 'table-row', text: line });
  }

  item(source: string): void {
    const line = oneLine(source);
    if (line !== '') this.blocks.push({ type: 'list-item', text: line });
  }

  code(source: string): void {
    const lines = codeText(source);
    if (lines !== '') this.blocks.push({ type: 'code', text: lines });
  }
}
