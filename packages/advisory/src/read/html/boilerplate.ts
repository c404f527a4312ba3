import { type Element, isTag } from 'domhandler';
import { attribute, firstHeading, textOf } from './parse-html.js';

const NEVER_TEXT = new Set(
  'script style noscript template svg math canvas iframe object embed audio video map link meta head select option optgroup datalist input textarea button progress meter dialog nav menu search applet frame frameset'.split(
    ' ',
  ),
);

const BOILERPLATE_ROLES = new Set(
  'navigation banner contentinfo complementary dialog alertdialog alert search menu menubar toolbar tablist tree listbox status tooltip form'.split(
    ' ',
  ),
);

// Words of class names and ids, whole: `related-posts` has `related`, `correlated` has not.
const BOILERPLATE_WORDS = new Set(
  'nav navbar navigation menu submenu megamenu breadcrumb breadcrumbs sidebar sidenav related recommended recommendations suggested share sharing sharebar shares social socials addtoany sharedaddy addthis comment comments commentlist respond disqus livefyre newsletter subscribe subscription signup optin promo promos promotion advert adverts advertisement advertising ads sponsored sponsor cookie cookies consent gdpr ccpa onetrust cookiebot popup modal lightbox footer pagination pager masthead toolbar skiplink tagcloud popular breaking ticker cta banner hubspot marketing webinar upsell paywall screenreader offscreen toc tableofcontents authorbox replies'.split(
    ' ',
  ),
);

// Words that say so of small parts only: of a large one they speak of its look (`hidden md:block`) or its kind (`post author-ann`).
const MINOR_WORDS = new Set(
  'ad author bio byline overlay print noprint skip tags toast trending widget widgets'.split(' '),
);

const BOILERPLATE_PAIRS =
  /\b(?:read (?:more|next|also)|more (?:posts|articles|news|stories|from|like)|(?:latest|recent|other|similar|next|previous|prev) (?:posts?|articles?|news|stories|blogs?)|you may|also like|up next|author (?:bio|box|card|info|about)|about (?:the )?author|reply list|bookmark card|ad slot|site (?:header|footer|nav)|page (?:header|footer)|global (?:header|footer|nav)|main (?:nav|menu)|post (?:nav|navigation|tags|share|footer|meta)|entry (?:meta|footer|tags)|article (?:tags|share|footer|meta)|table of contents|sr only|visually hidden|screen reader|back to top|sign up|log in|call to action|contact (?:form|us)|social (?:links|icons)|tag (?:list|links)|cat links|job (?:board|list))\b/;

// These words mark a page's frame only in company; alone they also name an article's parts ("code-toolbar" wraps code listings).
const ARTICLE_WORDS =
  /\b(?:code|highlight|syntax|prism|hljs|listing|article body|entry content|post content|post body|markdown body|rich text)\b/;

const HIDING_CLASSES = new Set(['hidden', 'is-hidden', 'hide', 'd-none', 'w-condition-invisible']);
const SHOWN_AT_SOME_WIDTH = /(?::|^d-\w{2,3}-)(?:block|flex|grid|table|contents|inline(?:-block|-flex)?)$/;

function isHiddenByClass(element: Element): boolean {
  const names = (attribute(element, 'class') ?? '').slice(0, 2000).split(/\s+/);
  return names.some((name) => HIDING_CLASSES.has(name)) && !names.some((name) => SHOWN_AT_SOME_WIDTH.test(name));
}

/** What an element's class and id call it, as words. Utility classes with a condition (`print:hidden`) call it nothing. */
function words(element: Element): string {
  const classes = attribute(element, 'class') ?? '';
  const id = isSlugId(element) ? '' : (attribute(element, 'id') ?? '');
  if ((classes === '' && id === '') || classes.length + id.length > 2000) return '';
  return [...classes.split(/\s+/).filter((name) => !/[:[]/.test(name)), id]
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replaceAll('elementor widget', '') // a page builder calls every box so
    .trim();
}

/** Whether the id repeats a heading's words, as generators of pages write it: `cookie-theft` speaks of cookies as the text does. */
function isSlugId(element: Element): boolean {
  const id = attribute(element, 'id');
  if (id === undefined || id.length > 200) return false;
  const heading = firstHeading(element);
  if (heading === undefined) return false;
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const slug = letters(id);
  return slug.length > 3 && letters(textOf(heading).slice(0, 400)).startsWith(slug);
}

const UNFOLDS = /\b(?:collaps\w*|accordion\w*|tab|tabs|tabpanel|panel|pane|toggle\w*|expand\w*|spoiler|faq)\b/;

/** Parts that a click unfolds are part of the article; others that are not shown hold templates and copies. */
function isNeverShown(element: Element, named: string): boolean {
  const hidden = attribute(element, 'hidden');
  const isHidden =
    (hidden !== undefined && hidden !== 'until-found') || /display\s*:\s*none/i.test(attribute(element, 'style') ?? '');
  return isHidden && !UNFOLDS.test(`${named} ${attribute(element, 'role') ?? ''}`);
}

function isNeverText(element: Element): boolean {
  if (!NEVER_TEXT.has(element.name)) return false;
  // The heading of an accordion is a button within a heading; a shadow root is written as a template.
  if (element.name === 'button') {
    return !(element.parent !== null && isTag(element.parent) && /^h[1-6]$/.test(element.parent.name));
  }
  return !(element.name === 'template' && attribute(element, 'shadowrootmode') !== undefined);
}

/**
 * How an element's name, role and class speak: `never` holds no text of the page, `frame` is what stands around an
 * article, `minor-frame` is so if it is a small part of the page.
 */
export type FrameVerdict = 'never' | 'frame' | 'minor-frame' | 'content';

/**
 * Whether an element is part of a page's frame (navigation, banners, side bars, share bars, comments, related links) by
 * what its author called it. `insideArticle` keeps a header or an aside that belongs to the text.
 */
export function frameVerdict(element: Element, insideArticle: boolean): FrameVerdict {
  if (isNeverText(element)) return 'never';
  // A heading's class speaks of its look (`anchorWithStickyNavbar`), its words of what it is.
  const named = /^h[1-6]$/.test(element.name) ? '' : words(element);
  if (isNeverShown(element, named)) return 'never';
  const role = attribute(element, 'role')?.toLowerCase();
  if (role !== undefined && BOILERPLATE_ROLES.has(role) && !(insideArticle && role === 'alert')) return 'frame';
  if (element.name === 'footer') return 'frame';
  if ((element.name === 'aside' || element.name === 'header') && !insideArticle) return 'frame';
  if (element.name === 'body' || element.name === 'html' || element.name === 'main' || element.name === 'article') {
    return 'content';
  }
  if (isHiddenByClass(element)) return 'minor-frame';
  if (named === '' || ARTICLE_WORDS.test(named)) return 'content';
  if (BOILERPLATE_PAIRS.test(named)) return 'frame';
  let verdict: FrameVerdict = 'content';
  for (const word of named.split(' ')) {
    if (BOILERPLATE_WORDS.has(word)) return 'frame';
    if (MINOR_WORDS.has(word)) verdict = 'minor-frame';
  }
  return verdict;
}
