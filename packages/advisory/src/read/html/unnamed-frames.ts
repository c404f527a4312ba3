import { type Document, type Element, isTag } from 'domhandler';
import { endsWithAny } from '../../text/ends.js';
import { oneLine } from '../clean-text.js';
import { asksForCookies, isCertainFrameHeading, isFrameHeading } from './frame-words.js';
import type { PageWeights, Weight } from './page-weights.js';
import { attribute, isHeadingTag, textOf } from './parse-html.js';

/** Most characters of a cookie dialog; those of a newsletter box or a teaser are the smaller figure. */
const BOX_CHARACTERS_MAX = 1500;
const SMALL_BOX_CHARACTERS_MAX = 600;
/** Greatest share of the page that a box around the article has. */
const BOX_SHARE_MAX = 0.8;
const FORM_SHARE_MAX = 0.35;
const HEADING_CHARACTERS_MAX = 80;
const LIST_LINKS_MIN = 3;
const LABELS = new Set('h1 h2 h3 h4 h5 h6 p div span strong b summary'.split(' '));

/**
 * Finds the parts that surround an article by their structure, where no name says so: lists of links within the site, cards that are one
 * link, boxes with a field for an address, requests for consent, and what follows a heading such as "Related posts".
 *
 * @param weights Weights without what is already left out by name.
 * @param isCore Whether an element is the article or contains it.
 */
export function unnamedFrames(
  document: Document,
  weights: PageWeights,
  isCore: (element: Element) => boolean,
): ReadonlySet<Element> {
  const found = new Set<Element>();
  const total = weights.get(document)?.text ?? 0;
  const isBoxSized = (element: Element, weight: Weight): boolean =>
    weight.text < total * BOX_SHARE_MAX && weight.topHeadings === 0 && !isCore(element);

  const visit = (parent: Element | Document): void => {
    for (const child of parent.children) {
      if (!isTag(child) || found.has(child)) continue;
      const weight = weights.get(child);
      if (weight === undefined) continue;
      const outer = weights.get(parent)?.text ?? 0;
      if (isBoxSized(child, weight) && isFrame(child, weight, outer, total)) {
        found.add(child);
        continue;
      }
      if (weight.text > 0 && weight.text <= HEADING_CHARACTERS_MAX && LABELS.has(child.name)) {
        for (const part of framedByHeading(child, weights, isBoxSized)) found.add(part);
      }
      if (!found.has(child)) visit(child);
    }
  };
  visit(document);
  return found;
}

function isFrame(element: Element, weight: Weight, outerText: number, total: number): boolean {
  return (
    isLinkCard(element, weight) ||
    isLinkList(element, weight) ||
    (weight.siteLinks > 0 && weight.text < SMALL_BOX_CHARACTERS_MAX && weight.listings === 0 && isOneOfMany(element)) ||
    (weight.fields > 0 &&
      weight.text < SMALL_BOX_CHARACTERS_MAX &&
      weight.listings === 0 &&
      weight.text < total * FORM_SHARE_MAX) ||
    (weight.text < BOX_CHARACTERS_MAX &&
      weight.text > 40 &&
      outerText > weight.text * 1.5 &&
      weight.listings === 0 &&
      asksForCookies(oneLine(textOf(element))))
  );
}

/** Whether an element is one of three or more articles in a row: these are a list of them. */
export function isOneOfMany(element: Element): boolean {
  if (element.name !== 'article') return false;
  let count = 0;
  for (const side of ['prev', 'next'] as const) {
    for (let at = element[side]; at !== null && count < 2; at = at[side])
      if (isTag(at) && at.name === 'article') count += 1;
  }
  return count >= 2;
}

/** Whether an element is a link around a heading and a teaser, which leads to another article. */
function isLinkCard(element: Element, weight: Weight): boolean {
  if (element.name !== 'a' || weight.boxes < 2 || weight.listings > 0) return false;
  const href = attribute(element, 'href')?.trim() ?? '';
  return href !== '' && !href.startsWith('#') && !isPicture(href);
}

const PICTURES = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.svg'];

const isPicture = (href: string): boolean =>
  href
    .toLowerCase()
    .split('?')
    .some((part) => endsWithAny(part, PICTURES));

/**
 * Whether a list has nothing but links to pages of the same site or to places of this page. A list that a sentence introduces belongs to
 * the text.
 */
function isLinkList(element: Element, weight: Weight): boolean {
  if (weight.links < LIST_LINKS_MIN || weight.linked < weight.text * 0.75 || weight.listings > 0) return false;
  if (weight.siteLinks < weight.links * 0.8 && weight.innerLinks < weight.links * 0.8) return false;
  const before = neighbour(element, 'prev');
  return before === undefined || !/[a-z)]{2} [\s\S]{20,}:\s*$/i.test(textOf(before).slice(-200));
}

function neighbour(element: Element, side: 'prev' | 'next'): Element | undefined {
  let at = element[side];
  while (at !== null && !isTag(at)) at = at[side];
  return at ?? undefined;
}

/** What a heading of the frame opens: the largest box that it begins, or the following boxes that look like lists of other articles. */
function framedByHeading(
  heading: Element,
  weights: PageWeights,
  isBoxSized: (element: Element, weight: Weight) => boolean,
): readonly Element[] {
  const words = oneLine(textOf(heading));
  if (!isFrameHeading(words)) return [];
  const own = weights.get(heading)?.text ?? 0;
  let box = heading;
  while (box.parent !== null && isTag(box.parent)) {
    const outer: Element = box.parent;
    const weight = weights.get(outer);
    if (weight?.first !== box || outer.name === 'body' || !isBoxSized(outer, weight)) break;
    box = outer;
  }
  const weight = weights.get(box);
  if (weight !== undefined && weight.text > own) {
    return isCertainFrameHeading(words) || looksLikeTeasers(weight) ? [box] : [];
  }
  const parts: Element[] = [];
  for (let next = neighbour(box, 'next'); next !== undefined; next = neighbour(next, 'next')) {
    const weight = weights.get(next);
    if (weight === undefined || weight.text === 0) continue;
    if (!isBoxSized(next, weight) || isHeadingTag(next.name) || !looksLikeTeasers(weight)) break;
    parts.push(next);
  }
  return parts.length > 0 ? [box, ...parts] : [];
}

/** Whether an element has links within the site every few lines, and nothing of an article. */
export function looksLikeTeasers(weight: Weight): boolean {
  return (
    weight.siteLinks >= 2 && weight.listings === 0 && weight.topHeadings === 0 && weight.text / weight.siteLinks < 450
  );
}
