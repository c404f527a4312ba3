import { type Document, type Element, isTag, isText } from 'domhandler';
import { type FrameVerdict, frameVerdict } from './boilerplate.js';
import { attribute } from './parse-html.js';

/** Characters of text below an element, whole and within links, frame parts left out. */
interface Weight {
  readonly text: number;
  readonly linked: number;
}

/** A part called "sidebar" or "cookie" that holds more of the page than this is the page: a class of a wrapper. */
const FRAME_SHARE_MAX = 0.5;

/** The article goes down into a child while that child holds nearly all the text. */
const DESCEND_SHARE = 0.92;

/** What of a page is its article: the element to read, and the parts below it to leave out. */
export interface Article {
  readonly root: Element | Document;
  readonly left: ReadonlySet<Element>;
}

class Weigher {
  readonly verdicts = new Map<Element, FrameVerdict>();
  readonly weights = new Map<Element | Document, Weight>();
  /** Characters below each element, frame parts included: what a verdict would throw away. */
  readonly whole = new Map<Element, number>();

  measureWhole(parent: Element | Document): number {
    let sum = 0;
    for (const child of parent.children) {
      if (isText(child)) sum += visibleLength(child.data);
      else if (isTag(child)) sum += this.measureWhole(child);
    }
    if (isTag(parent)) this.whole.set(parent, isUnseen(parent) ? 0 : sum);
    return isTag(parent) && isUnseen(parent) ? 0 : sum;
  }

  /** Decides what is frame, top down, and weighs what is left. */
  weigh(parent: Element | Document, insideArticle: boolean, inLink: boolean, total: number): Weight {
    let text = 0;
    let linked = 0;
    for (const child of parent.children) {
      if (isText(child)) {
        const length = visibleLength(child.data);
        text += length;
        if (inLink) linked += length;
        continue;
      }
      if (!isTag(child)) continue;
      let verdict = frameVerdict(child, insideArticle);
      if (verdict === 'frame' && (this.whole.get(child) ?? 0) > total * FRAME_SHARE_MAX) verdict = 'content';
      this.verdicts.set(child, verdict);
      if (verdict !== 'content') continue;
      const below = this.weigh(child, insideArticle || isArticleElement(child), inLink || child.name === 'a', total);
      text += below.text;
      linked += below.linked;
    }
    const weight = { text, linked };
    this.weights.set(parent, weight);
    return weight;
  }
}

function isUnseen(element: Element): boolean {
  return (
    element.name === 'script' || element.name === 'style' || element.name === 'noscript' || element.name === 'head'
  );
}

function visibleLength(data: string): number {
  return data.trim().length;
}

function isArticleElement(element: Element): boolean {
  return (
    element.name === 'article' ||
    element.name === 'main' ||
    attribute(element, 'role')?.toLowerCase() === 'main' ||
    attribute(element, 'itemprop') === 'articleBody'
  );
}

const BODY_WORDS =
  /(?:^|[\s_-])(?:(?:article|post|entry|blog|story|page|single|main)[\s_-]*(?:content|body|text)|rich-?text|markdown-body|articlebody|blog-post__body|prose)(?:$|[\s_-])/i;

function isBodyElement(element: Element): boolean {
  return (
    isArticleElement(element) ||
    BODY_WORDS.test(`${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`.slice(0, 500))
  );
}

/**
 * Finds the article of a page: what stands around it by name is dropped, then the smallest element that still holds
 * nearly all the remaining text that is not links is taken; a page that marks its article is believed.
 */
export function findArticle(document: Document): Article {
  const weigher = new Weigher();
  const total = weigher.measureWhole(document);
  weigher.weigh(document, false, false, total);
  const prose = (element: Element | Document): number => {
    const weight = weigher.weights.get(element);
    return weight === undefined ? 0 : weight.text - weight.linked;
  };
  const below = (element: Element | Document): readonly Element[] =>
    element.children.filter((child): child is Element => isTag(child) && weigher.verdicts.get(child) === 'content');

  let root: Element | Document = document;
  for (;;) {
    const own = prose(root);
    let heaviest: Element | undefined;
    for (const child of below(root)) if (heaviest === undefined || prose(child) > prose(heaviest)) heaviest = child;
    if (heaviest === undefined || isLeaf(heaviest)) break;
    const share = own === 0 ? 0 : prose(heaviest) / own;
    // A marked article needs a smaller share: pages wrap teasers of others beside it.
    if (share < (isBodyElement(heaviest) ? 0.6 : DESCEND_SHARE)) break;
    root = heaviest;
  }
  const left = new Set<Element>();
  for (const [element, verdict] of weigher.verdicts) if (verdict !== 'content') left.add(element);
  return { root, left };
}

const LEAVES = new Set(
  'p pre ul ol dl table blockquote figure h1 h2 h3 h4 h5 h6 li tr td th tbody thead code span a'.split(' '),
);

function isLeaf(element: Element): boolean {
  return LEAVES.has(element.name);
}
