import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import type { BlockType } from '../../model.js';
import { oneLine } from '../clean-text.js';
import type { DraftBlock } from '../draft-block.js';
import { absoluteHref } from '../links.js';
import { FRAME_HEADING } from './boilerplate.js';
import { preText } from './code-block.js';
import { attribute } from './parse-html.js';
import { TextRun } from './run.js';
import { isDataTable, tableRows } from './table.js';

const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** An alternative text says something of its own when it is a phrase, not a file name or "image". */
const ALT_CHARACTERS_MIN = 12;

/** Walks the article and writes its blocks. */
class BlockWriter {
  readonly blocks: DraftBlock[] = [];
  readonly #run = new TextRun();
  readonly #left: ReadonlySet<Element>;
  readonly #base: string | undefined;

  constructor(left: ReadonlySet<Element>, base: string | undefined) {
    this.#left = left;
    this.#base = base;
  }

  walk(parent: Element | Document, type: BlockType): void {
    for (const child of parent.children) this.#visit(child, type);
  }

  flush(type: BlockType, level?: number): void {
    const block = this.#run.take(type, level);
    if (block !== undefined) this.blocks.push(block);
  }

  #visit(node: ChildNode, type: BlockType): void {
    if (isText(node)) this.#run.add(node.data);
    else if (isTag(node) && !this.#left.has(node)) this.#element(node, type);
  }

  #element(element: Element, type: BlockType): void {
    const { name } = element;
    if (name === 'br') this.#run.lineBreak();
    else if (name === 'img') this.#alt(element);
    else if (name === 'wbr') return;
    else if (INLINE.has(name)) this.#inline(element, type);
    else {
      this.flush(type);
      this.#block(element, type);
    }
  }

  #inline(element: Element, type: BlockType): void {
    const start = this.#run.position;
    const written = this.blocks.length;
    for (const child of element.children) this.#visit(child, type);
    if (this.blocks.length > written) return; // a block stood within the inline element; its spans are gone with it
    if (element.name === 'code' || element.name === 'kbd' || element.name === 'samp' || element.name === 'tt') {
      this.#run.markCode(start);
    } else if (element.name === 'a') {
      const href = absoluteHref(attribute(element, 'href') ?? '', this.#base);
      if (href !== undefined) this.#run.markLink(start, href);
    }
  }

  #block(element: Element, type: BlockType): void {
    const { name } = element;
    if (/^h[1-6]$/.test(name)) {
      this.walk(element, 'heading');
      this.flush('heading', Number(name[1]));
    } else if (name === 'pre' || name === 'listing' || name === 'xmp') {
      const text = preText(element);
      if (text !== '') this.blocks.push({ type: 'code', text });
    } else if (name === 'table' && isDataTable(element)) {
      for (const row of tableRows(element, this.#left)) this.blocks.push(row);
    } else {
      const inner = blockType(name, type);
      this.walk(element, inner);
      this.flush(inner);
    }
  }

  #alt(element: Element): void {
    const alt = oneLine(attribute(element, 'alt') ?? '');
    if (alt.length < ALT_CHARACTERS_MIN || !alt.includes(' ') || this.#run.length > 0) return;
    const last = this.blocks.at(-1);
    if (last?.text !== alt) this.blocks.push({ type: 'caption', text: alt });
  }
}

function blockType(name: string, outer: BlockType): BlockType {
  if (name === 'li' || name === 'dd' || name === 'dt') return 'list-item';
  if (name === 'figcaption' || name === 'caption') return 'caption';
  if (name === 'blockquote') return 'quote';
  return outer;
}

/** A paragraph that is nothing but one stretch of code is a code block in all but name. */
function promote(block: DraftBlock): DraftBlock {
  const [only, ...more] = block.code ?? [];
  if (block.type !== 'paragraph' || only === undefined) return block;
  const covered = [only, ...more].reduce((sum, span) => sum + span.end - span.start, 0);
  const blanks = more.length;
  return covered + blanks >= block.text.length ? { type: 'code', text: block.text } : block;
}

/** Characters from which on a paragraph under a frame's heading is the article going on. */
const SUBSTANCE_CHARACTERS_MIN = 180;

/**
 * Drops what stands under a heading such as "Related articles": links and short lines, up to the next heading of its
 * level or above, or until the article goes on.
 */
function withoutFrameSections(blocks: readonly DraftBlock[]): DraftBlock[] {
  const kept: DraftBlock[] = [];
  let droppedLevel: number | undefined;
  for (const block of blocks) {
    if (block.type === 'heading') {
      const level = block.level ?? 2;
      if (droppedLevel !== undefined && level > droppedLevel) continue;
      droppedLevel = FRAME_HEADING.test(block.text) ? level : undefined;
    } else if (droppedLevel !== undefined && isSubstance(block)) {
      droppedLevel = undefined;
    }
    if (droppedLevel === undefined) kept.push(block);
  }
  return kept;
}

function isSubstance(block: DraftBlock): boolean {
  if (block.type === 'code' || block.type === 'table-row') return true;
  const linked = (block.links ?? []).reduce((sum, link) => sum + link.end - link.start, 0);
  return block.text.length - linked >= SUBSTANCE_CHARACTERS_MIN;
}

/** The blocks of an article, in order. `base` makes its links absolute. */
export function htmlBlocks(
  root: Element | Document,
  left: ReadonlySet<Element>,
  base: string | undefined,
): readonly DraftBlock[] {
  const writer = new BlockWriter(left, base);
  writer.walk(root, 'paragraph');
  writer.flush('paragraph');
  return withoutFrameSections(writer.blocks).map(promote);
}
