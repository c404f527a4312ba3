import { type Document, DomHandler, type Element, isTag, isText } from 'domhandler';
import { Parser } from 'htmlparser2';
import { BUDGETS } from '../budget.js';
import { Reading } from '../reading.js';

/** Elements nested deeper become siblings instead, as in browsers. This bounds every recursion over the tree. */
const DEPTH_MAX = 256;

/** Most elements that become siblings for being nested too deep; of further ones only the text is read. */
const CUT_MAX = 1000;

/**
 * The parser's own stack takes time in its depth for every tag. An element that opens at the depth limit is treated as empty, so the stack
 * never grows beyond it.
 */
class BoundedParser extends Parser {
  depth = 0;
  /** Whether an element that opens is treated as empty. This is decided when it opens: when it ends, it is one level deeper. */
  isCut = false;

  override onopentagname(start: number, endIndex: number): void {
    this.isCut = this.depth >= DEPTH_MAX;
    super.onopentagname(start, endIndex);
  }

  override onclosetag(start: number, endIndex: number): void {
    this.isCut = false;
    super.onclosetag(start, endIndex);
  }

  protected override isVoidElement(name: string): boolean {
    return super.isVoidElement(name) || this.isCut;
  }
}

class BoundedHandler extends DomHandler {
  readonly #parser: { current?: BoundedParser };
  elements = 0;
  #cut = 0;
  #isLeftOut = false;

  constructor(parser: { current?: BoundedParser }) {
    super();
    this.#parser = parser;
  }

  override onopentag(name: string, attribs: { [key: string]: string }): void {
    this.elements += 1;
    // The rest is only counted, for the message.
    if (this.elements > BUDGETS.elements) return;
    if (this.#parser.current?.isCut === true) {
      this.#cut += 1;
      this.#isLeftOut = this.#cut > CUT_MAX;
      if (this.#isLeftOut) return;
    }
    super.onopentag(name, attribs);
    this.#setDepth();
  }

  override onclosetag(): void {
    if (this.elements > BUDGETS.elements) return;
    if (this.#isLeftOut) {
      this.#isLeftOut = false;
      return;
    }
    super.onclosetag();
    this.#setDepth();
  }

  #setDepth(): void {
    if (this.#parser.current !== undefined) this.#parser.current.depth = this.tagStack.length;
  }
}

/**
 * The tree of an HTML page, at most 256 levels deep.
 *
 * @throws AdvisoryError `TooLarge` for a page of more elements than any article has.
 */
export function parseHtml(html: string, reading = new Reading()): Document {
  const holder: { current?: BoundedParser } = {};
  const handler = new BoundedHandler(holder);
  const parser = new BoundedParser(handler, { decodeEntities: true });
  holder.current = parser;
  parser.end(html);
  reading.take('elements', handler.elements);
  return handler.root;
}

/** An attribute's value, never one inherited from a prototype. */
export function attribute(element: Element, name: string): string | undefined {
  return Object.hasOwn(element.attribs, name) ? element.attribs[name] : undefined;
}

/** Every element below the given one, without itself, in document order. */
export function elementsBelow(root: Element | Document): Element[] {
  const found: Element[] = [];
  const visit = (parent: Element | Document): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      found.push(child);
      visit(child);
    }
  };
  visit(root);
  return found;
}

/** All text below an element, as written in the page. */
export function textOf(element: Element): string {
  let text = '';
  const visit = (parent: Element): void => {
    for (const child of parent.children) {
      if (isText(child)) text += child.data;
      else if (isTag(child)) visit(child);
    }
  };
  visit(element);
  return text;
}

/** Whether an element's name is that of a heading. */
export function isHeadingTag(name: string): boolean {
  return name.length === 2 && name[0] === 'h' && '123456'.includes(name.charAt(1));
}

/** The heading that an element begins with, without any text before it. */
export function firstHeading(element: Element): Element | undefined {
  for (const child of element.children) {
    if (isText(child) && child.data.trim() !== '') return undefined;
    if (!isTag(child)) continue;
    return isHeadingTag(child.name) ? child : firstHeading(child);
  }
  return undefined;
}
