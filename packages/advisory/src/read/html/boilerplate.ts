import { type Element, isTag } from 'domhandler';
import { wordSet } from '../../knowledge/load.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import { isDigit, isLetter } from '../../text/characters.js';
import { hasAny, lettersOf, splitAtBlanks, withHumpsApart, withoutBlanks } from '../../text/shape.js';
import { stretchesOf } from '../../text/stretches.js';
import { attribute, firstHeading, isHeadingTag, textOf } from './parse-html.js';

const HIDING_CLASSES = new Set(['hidden', 'is-hidden', 'hide', 'd-none', 'w-condition-invisible']);
const SHOWING_CLASSES = new Set([
  'block',
  'flex',
  'grid',
  'table',
  'contents',
  'inline',
  'inline-block',
  'inline-flex',
]);

function isHiddenByClass(element: Element): boolean {
  const names = splitAtBlanks((attribute(element, 'class') ?? '').slice(0, 2000));
  return names.some((name) => HIDING_CLASSES.has(name)) && !names.some(isShownAtSomeWidth);
}

/** Whether a class shows an element from some width of the window on: `md:block`, `d-md-block`. */
function isShownAtSomeWidth(name: string): boolean {
  const [prefix, width = '', ...rest] = name.split('-');
  const isWidth = prefix === 'd' && (width.length === 2 || width.length === 3);
  return (
    (isWidth && SHOWING_CLASSES.has(rest.join('-'))) ||
    (name.includes(':') && SHOWING_CLASSES.has(name.slice(name.lastIndexOf(':') + 1)))
  );
}

/** The words of an element's class and id. Utility classes with a condition (`print:hidden`) are left out. */
function nameOf(element: Element): string {
  const classes = attribute(element, 'class') ?? '';
  const id = isSlugId(element) ? '' : (attribute(element, 'id') ?? '');
  if ((classes === '' && id === '') || classes.length + id.length > 2000) return '';
  const names = [...splitAtBlanks(classes).filter((name) => !hasAny(name, ':[')), id].join(' ');
  return stretchesOf(withHumpsApart(names).toLowerCase(), (character) => isLetter(character) || isDigit(character))
    .map(({ text }) => text)
    .join(' ')
    .replaceAll('elementor widget', '') // a page builder calls every box so
    .trim();
}

/**
 * Whether the id repeats a heading's words, as site generators write it. `cookie-theft` is then about the text, not about a cookie dialog.
 */
function isSlugId(element: Element): boolean {
  const id = attribute(element, 'id');
  if (id === undefined || id.length > 200) return false;
  const heading = firstHeading(element);
  if (heading === undefined) return false;
  const slug = lettersOf(id);
  return slug.length > 3 && lettersOf(textOf(heading).slice(0, 400)).startsWith(slug);
}

/** Whether an element is never shown. Parts that a click unfolds belong to the article; other hidden elements hold templates and copies. */
function isNeverShown(element: Element, named: string): boolean {
  const hidden = attribute(element, 'hidden');
  const isHidden =
    (hidden !== undefined && hidden !== 'until-found') ||
    withoutBlanks(attribute(element, 'style') ?? '')
      .toLowerCase()
      .includes('display:none');
  return isHidden && !hasWordOf('unfolding-names', `${named} ${attribute(element, 'role') ?? ''}`);
}

function isNeverText(element: Element): boolean {
  if (!wordSet('elements-without-text').has(element.name)) return false;
  // The heading of an accordion is a button within a heading; a shadow root is written as a template.
  if (element.name === 'button') {
    return !(element.parent !== null && isTag(element.parent) && isHeadingTag(element.parent.name));
  }
  return !(element.name === 'template' && attribute(element, 'shadowrootmode') !== undefined);
}

/**
 * What an element is by name, role and class: `never` has no text of the page; `frame` surrounds an article; `minor-frame` does so if it is
 * a small part of the page.
 */
export type FrameVerdict = 'never' | 'frame' | 'minor-frame' | 'content';

/**
 * Whether an element belongs to a page's frame (navigation, banners, side bars, share bars, comments, related links), by its name.
 * `insideArticle` keeps a header or an aside that belongs to the text.
 */
export function frameVerdict(element: Element, insideArticle: boolean): FrameVerdict {
  if (isNeverText(element)) return 'never';
  // A heading's class describes its look (`anchorWithStickyNavbar`), so only its words count.
  const named = isHeadingTag(element.name) ? '' : nameOf(element);
  if (isNeverShown(element, named)) return 'never';
  if (isFrameByKind(element, insideArticle)) return 'frame';
  if (CONTENT_ELEMENTS.has(element.name)) return 'content';
  return isHiddenByClass(element) ? 'minor-frame' : verdictOfName(named);
}

const CONTENT_ELEMENTS: ReadonlySet<string> = new Set(['body', 'html', 'main', 'article']);

/** Whether an element's role or its own name says that it is of a page's frame. */
function isFrameByKind(element: Element, insideArticle: boolean): boolean {
  const role = attribute(element, 'role')?.toLowerCase();
  if (role !== undefined && wordSet('frame-roles').has(role) && !(insideArticle && role === 'alert')) return true;
  if (element.name === 'footer') return true;
  return (element.name === 'aside' || element.name === 'header') && !insideArticle;
}

/** What the words of an element's class and id say. */
function verdictOfName(named: string): FrameVerdict {
  if (named === '' || hasWordOf('article-names', named)) return 'content';
  if (hasWordOf('frame-name-phrases', named)) return 'frame';
  const names = named.split(' ');
  if (names.some((name) => wordSet('frame-names').has(name))) return 'frame';
  return names.some((name) => wordSet('small-frame-names').has(name)) ? 'minor-frame' : 'content';
}
