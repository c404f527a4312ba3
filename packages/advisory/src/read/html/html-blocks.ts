import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { BlockType } from '../../model.js';
import { isDigit } from '../../text/characters.js';
import { lettersOf } from '../../text/shape.js';
import { oneLine } from '../clean-text.js';
import type { DraftBlock } from '../draft-block.js';
import { absoluteHref } from '../links.js';
import { isListing, preText } from './code-block.js';
import { withoutFrameSections } from './frame-sections.js';
import { attribute, isHeadingTag, textOf } from './parse-html.js';
import { promote } from './promote.js';
import { type RunBlock, TextRun } from './run.js';
import { isDataTable, tableRows } from './table.js';

const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** An alternative text of this length is a phrase of its own, not a file name or "image". */
const ALT_CHARACTERS_MIN = 12;

const CODE = new Set(['code', 'kbd', 'samp', 'tt']);

/** Texts of links that lead to the heading they stand at. */
const LINK_LABELS: ReadonlySet<string> = new Set([
  'permalink',
  'link to this heading',
  'link to this section',
  'copy link',
]);

/** Whether an element is a sign beside a heading that links to it (`#`, `¶`) or a footnote's number: it must not be joined with a word. */
function isMark(element: Element): boolean {
  if (element.name === 'sup') {
    return element.children.some(
      (child) => isTag(child) && child.name === 'a' && (attribute(child, 'href') ?? '').startsWith('#'),
    );
  }
  if (element.name !== 'a' || !(attribute(element, 'href') ?? '').includes('#')) return false;
  const text = textOf(element).trim();
  return (
    lettersOf(text) === '' ||
    hasWordOf('classes-of-marks', attribute(element, 'class') ?? '') ||
    LINK_LABELS.has(text.toLowerCase())
  );
}

/** Walks the article and writes its blocks. */
class BlockWriter {
  readonly blocks: RunBlock[] = [];
  readonly #run = new TextRun();
  readonly #left: ReadonlySet<Element>;
  readonly #base: string | undefined;
  #codeDepth = 0;

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
    if (name === 'br') this.#lineBreak(type);
    else if (name === 'img') this.#alt(element);
    else if (name === 'wbr' || isMark(element)) return;
    else if (INLINE.has(name) && !isListing(element, this.#left)) this.#inline(element, type);
    else {
      this.flush(type);
      this.#block(element, type);
    }
  }

  /** Two line breaks in a row end a paragraph; pages written by hand have no other mark. */
  #lineBreak(type: BlockType): void {
    if (this.#run.endsLine && this.#codeDepth === 0 && type !== 'heading') this.flush(type);
    else this.#run.lineBreak();
  }

  #inline(element: Element, type: BlockType): void {
    if (element.name === 'sup' && this.#run.endsWithDigit && isDigit(textOf(element).trimStart()[0])) this.#run.space();
    const start = this.#run.position;
    const written = this.blocks.length;
    const isCode = CODE.has(element.name);
    if (isCode) this.#codeDepth += 1;
    for (const child of element.children) this.#visit(child, type);
    if (isCode) this.#codeDepth -= 1;
    if (this.blocks.length > written) return; // a block stood within the inline element; its spans are gone with it
    if (isCode) {
      this.#run.markCode(start);
    } else if (element.name === 'b' || element.name === 'strong') {
      this.#run.markStrong(start);
    } else if (element.name === 'a') {
      const href = absoluteHref(attribute(element, 'href') ?? '', this.#base);
      if (href !== undefined) this.#run.markLink(start, href);
    }
  }

  #block(element: Element, type: BlockType): void {
    const { name } = element;
    if (isHeadingTag(name)) {
      this.walk(element, 'heading');
      this.flush('heading', Number(name[1]));
    } else if (name === 'pre' || name === 'listing' || name === 'xmp' || isListing(element, this.#left)) {
      const text = preText(element, this.#left);
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

/** The blocks of an article, in order. `base` makes its links absolute. */
export function htmlBlocks(
  root: Element | Document,
  left: ReadonlySet<Element>,
  base: string | undefined,
): readonly DraftBlock[] {
  const writer = new BlockWriter(left, base);
  writer.walk(root, 'paragraph');
  writer.flush('paragraph');
  return withoutFrameSections(writer.blocks.map(promote));
}
