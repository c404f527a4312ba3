import { type Document, type Element, isTag, isText } from 'domhandler';
import { attribute } from './parse-html.js';

/** The content below an element: characters of its text and of its links, and the number of parts of each kind. */
export interface Weight {
  readonly text: number;
  readonly linked: number;
  readonly links: number;
  /** Links to pages of the same site. */
  readonly siteLinks: number;
  /** Links to other places of the same page. */
  readonly innerLinks: number;
  /** Headings, paragraphs and boxes that hold text. */
  readonly boxes: number;
  /** Code listings and tables. */
  readonly listings: number;
  /** Fields a reader may type in. */
  readonly fields: number;
  readonly topHeadings: number;
}

/** A weight, and the first child with text. */
interface ElementWeight extends Weight {
  readonly first?: Element;
}

const NOTHING: Weight = {
  text: 0,
  linked: 0,
  links: 0,
  siteLinks: 0,
  innerLinks: 0,
  boxes: 0,
  listings: 0,
  fields: 0,
  topHeadings: 0,
};
const BOXES = new Set('h1 h2 h3 h4 h5 h6 p div li section'.split(' '));
const WRITTEN_IN = new Set(['text', 'email', 'tel', '']);

/** The weights of all elements of a page, except those that are left out. */
export type PageWeights = ReadonlyMap<Element | Document, ElementWeight>;

/**
 * Computes the weight of every element of a page in one pass.
 *
 * @param isLeft Whether an element is left out with everything below it.
 * @param isSameSite Whether a link's address leads to the page's own site.
 */
export function pageWeights(
  document: Document,
  isLeft: (element: Element) => boolean,
  isSameSite: (href: string) => boolean,
): PageWeights {
  const weights = new Map<Element | Document, ElementWeight>();
  const weigh = (parent: Element | Document, inLink: boolean): Weight => {
    const sum = { ...NOTHING };
    let hasOwnText = false;
    let first: Element | undefined;
    for (const child of parent.children) {
      if (isText(child)) {
        const length = child.data.trim().length;
        sum.text += length;
        if (inLink) sum.linked += length;
        if (length > 0) hasOwnText = true;
      } else if (isTag(child)) {
        if (child.name === 'input' && WRITTEN_IN.has(attribute(child, 'type')?.toLowerCase() ?? '')) sum.fields += 1;
        if (isLeft(child)) continue;
        const below = weigh(child, inLink || isLink(child));
        if (below.text > 0 && !hasOwnText) first ??= child;
        for (const key of KEYS) sum[key] += below[key];
      }
    }
    if (isTag(parent)) countItself(parent, sum, hasOwnText, isSameSite);
    weights.set(parent, first === undefined ? sum : { ...sum, first });
    return sum;
  };
  weigh(document, false);
  return weights;
}

const KEYS = Object.keys(NOTHING) as (keyof Weight)[];

/** Whether an element is a link; a name for a place in the page (`<a name="x">`) is not. */
function isLink(element: Element): boolean {
  return element.name === 'a' && attribute(element, 'href') !== undefined;
}

function countItself(
  element: Element,
  sum: { -readonly [K in keyof Weight]: Weight[K] },
  hasOwnText: boolean,
  isSameSite: (href: string) => boolean,
): void {
  if (isLink(element) && sum.text > 0) {
    const href = attribute(element, 'href')?.trim() ?? '';
    sum.links += 1;
    if (href.startsWith('#')) sum.innerLinks += 1;
    else if (isSameSite(href)) sum.siteLinks += 1;
  }
  if (BOXES.has(element.name) && (hasOwnText || (sum.text > 0 && sum.boxes === 0))) sum.boxes += 1;
  if (element.name === 'h1') sum.topHeadings += 1;
  if (element.name === 'pre' || element.name === 'table' || element.name === 'code') sum.listings += 1;
}
