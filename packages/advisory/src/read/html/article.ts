import { type Document, type Element, isTag } from 'domhandler';
import { listPattern } from '../../knowledge/word-pattern.js';
import { hasWord } from '../../text/characters.js';
import { startsWithAny } from '../../text/ends.js';
import { absoluteHref, hostOf } from '../links.js';
import { frameVerdict } from './boilerplate.js';
import { type PageWeights, pageWeights } from './page-weights.js';
import { attribute, elementsBelow } from './parse-html.js';
import { isOneOfMany, looksLikeTeasers, unnamedFrames } from './unnamed-frames.js';

/**
 * An element called "sidebar" or "cookie" with more than this share of the page is the page's content, where no other element is marked as
 * the article.
 */
const FRAME_SHARE_MAX = 0.5;
const MINOR_FRAME_SHARE_MAX = 0.15;

/** An element marked as the article must have this many characters. */
const CORE_CHARACTERS_MIN = 250;

/** Of several articles on a page, those with at most this share of the largest are teasers. */
const TEASER_SHARE_MAX = 0.35;

/** The search descends into a child that has nearly all the text. */
const DESCEND_SHARE = 0.92;
/** Where an article is marked, a smaller share is enough, since pages put teasers of others beside it. */
const DESCEND_SHARE_MARKED = 0.6;

/** A section of the article has more prose than this, however short it is. */
const SECTION_CHARACTERS_MIN = 60;

/** The article of a page: the element to read, and the elements below it to leave out. */
export interface Article {
  readonly root: Element | Document;
  readonly left: ReadonlySet<Element>;
}

const BODY_WORDS = listPattern(
  String.raw`(?:^|[\s_-])(?:{article-body-owners}[\s_-]*(?:content|body|text)|{article-body-classes})(?:$|[\s_-])`,
  'i',
);

function isArticleElement(element: Element): boolean {
  return (
    element.name === 'article' ||
    element.name === 'main' ||
    attribute(element, 'role')?.toLowerCase() === 'main' ||
    hasWord(attribute(element, 'itemprop') ?? attribute(element, 'property') ?? '', 'articleBody')
  );
}

function isBodyElement(element: Element): boolean {
  return (
    isArticleElement(element) ||
    BODY_WORDS().test(`${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`.slice(0, 500))
  );
}

/** Finds the elements that are frame by their names, top down. Elements in `keep` are never frame. */
function namedFrames(document: Document, weights: PageWeights, keep: ReadonlySet<Element> | undefined): Set<Element> {
  const total = weights.get(document)?.text ?? 0;
  const left = new Set<Element>();
  const visit = (parent: Element | Document, insideArticle: boolean, core: number): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const verdict = frameVerdict(child, insideArticle);
      const isKept = keep?.has(child) === true;
      const weight = weights.get(child);
      const size = weight?.text ?? 0;
      const isFrame =
        !isKept &&
        // An element with the greater part of the article is not frame; where no article is marked, one with the greater part of the page
        // is not.
        (size <= core * FRAME_SHARE_MAX || (weight !== undefined && looksLikeTeasers(weight))) &&
        (verdict === 'frame' || (verdict === 'minor-frame' && size <= total * MINOR_FRAME_SHARE_MAX));
      if (verdict === 'never' || isFrame) left.add(child);
      else if (child.name !== 'pre') {
        const within = isKept && isBodyElement(child) ? size : core;
        visit(child, insideArticle || isArticleElement(child), within);
      }
    }
  };
  visit(document, false, keep === undefined ? total : Number.POSITIVE_INFINITY);
  return left;
}

/** The elements marked as the article that are not in a frame, except the largest frame, with all their ancestors. */
function cores(
  document: Document,
  whole: (element: Element) => number,
  total: number,
): ReadonlySet<Element> | undefined {
  const kept = new Set<Element>();
  const candidates: Element[] = [];
  const visit = (parent: Element | Document, insideArticle: boolean): void => {
    for (const child of parent.children) {
      if (!isTag(child) || whole(child) < CORE_CHARACTERS_MIN) continue;
      const verdict = frameVerdict(child, insideArticle);
      if (verdict === 'never' || (verdict === 'frame' && whole(child) <= total * FRAME_SHARE_MAX)) continue;
      if (isOneOfMany(child)) continue;
      if (isBodyElement(child)) candidates.push(child);
      visit(child, insideArticle || isArticleElement(child));
    }
  };
  visit(document, false);
  const most = Math.max(0, ...candidates.map(whole));
  for (const candidate of candidates) {
    if (whole(candidate) < most / 2) continue;
    for (let at: Element | null = candidate; at !== null; at = parentOf(at)) kept.add(at);
  }
  return kept.size === 0 ? undefined : kept;
}

function parentOf(element: Element): Element | null {
  return element.parent !== null && isTag(element.parent) ? element.parent : null;
}

/** All articles beside the page's own. */
function otherArticles(document: Document, weights: PageWeights): readonly Element[] {
  const whole = (element: Element): number => weights.get(element)?.text ?? 0;
  const articles = elementsBelow(document).filter((element) => element.name === 'article' && whole(element) > 0);
  if (articles.length < 2) return [];
  const titled = articles.filter((element) => (weights.get(element)?.topHeadings ?? 0) > 0);
  const pool = titled.length > 0 ? titled : articles;
  const own = pool.reduce((best, next) => (whole(next) > whole(best) ? next : best));
  const above = new Set<Element>();
  for (let at: Element | null = own; at !== null; at = parentOf(at)) above.add(at);
  const isOwn = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = parentOf(at)) if (at === own) return true;
    return above.has(element);
  };
  return articles.filter(
    (element) => !isOwn(element) && (titled.length === 1 || whole(element) <= whole(own) * TEASER_SHARE_MAX),
  );
}

/**
 * Finds the article of a page. What surrounds it is dropped by name or by structure. Then the smallest element is taken that has nearly all
 * the remaining text outside of links. Where a page marks its article, the mark counts.
 *
 * @param url Address of the page, if known; it tells links within the site from others.
 */
export function findArticle(document: Document, url: string | undefined): Article {
  const ownHost = url === undefined ? undefined : hostOf(url);
  const isSameSite = (href: string): boolean => {
    if (startsWithAny(href.toLowerCase(), ['mailto:', 'javascript:', 'tel:', 'data:'])) return true;
    const target = absoluteHref(href, 'http://relative.invalid/');
    const host = target === undefined ? undefined : hostOf(target);
    return host === 'relative.invalid' || (host !== undefined && host === ownHost);
  };
  const isUnseen = (element: Element): boolean => UNSEEN.has(element.name);
  const everything = pageWeights(document, isUnseen, isSameSite);
  const whole = (element: Element): number => everything.get(element)?.text ?? 0;
  const total = everything.get(document)?.text ?? 0;
  const kept = cores(document, whole, total);
  const left = namedFrames(document, everything, kept);
  for (const other of otherArticles(document, everything)) left.add(other);

  const named = pageWeights(document, (element) => left.has(element), isSameSite);
  for (const frame of unnamedFrames(document, named, (element) => kept?.has(element) === true)) left.add(frame);

  const weights = pageWeights(document, (element) => left.has(element), isSameSite);
  return { root: smallestWithText(document, left, weights), left };
}

const UNSEEN = new Set(['script', 'style', 'noscript', 'head']);

function smallestWithText(document: Document, left: ReadonlySet<Element>, weights: PageWeights): Element | Document {
  const prose = (element: Element | Document): number => {
    const weight = weights.get(element);
    return weight === undefined ? 0 : weight.text - weight.linked;
  };
  let root: Element | Document = document;
  for (;;) {
    const own = prose(root);
    const parts: readonly Element[] = root.children.filter(
      (child): child is Element => isTag(child) && !left.has(child),
    );
    const heaviest: Element | undefined = parts.toSorted((a, b) => prose(b) - prose(a))[0];
    // A single long paragraph is not the article.
    if (heaviest === undefined || LEAVES.has(heaviest.name) || (weights.get(heaviest)?.boxes ?? 0) < 2) return root;
    const isMarked = isBodyElement(heaviest);
    const share = own === 0 ? 0 : prose(heaviest) / own;
    if (share < (isMarked ? DESCEND_SHARE_MARKED : DESCEND_SHARE)) return root;
    // A child is not the article when sections, tables or code stand beside it.
    const isArticleToo = (part: Element): boolean => {
      const weight = weights.get(part);
      if (part === heaviest || weight === undefined) return false;
      return weight.listings > 0 || (!isMarked && weight.boxes > 1 && prose(part) >= SECTION_CHARACTERS_MIN);
    };
    if (parts.some(isArticleToo)) return root;
    root = heaviest;
  }
}

const LEAVES = new Set(
  'p pre ul ol dl table blockquote figure h1 h2 h3 h4 h5 h6 li tr td th tbody thead code span a details summary'.split(
    ' ',
  ),
);
