import type { Element } from 'domhandler';
import { attribute } from './parse-html.js';

const NEVER_TEXT = new Set(
  'script style noscript template svg math canvas iframe object embed audio video map link meta head select option optgroup datalist input textarea button progress meter dialog nav menu search applet frame frameset'.split(
    ' ',
  ),
);

const BOILERPLATE_ROLES = new Set(
  'navigation banner contentinfo complementary dialog alertdialog alert search menu menubar toolbar tablist status tooltip form'.split(
    ' ',
  ),
);

// Words of class names and ids, whole: `related-posts` has `related`, `correlated` has not.
const BOILERPLATE_WORDS = new Set(
  'nav navbar navigation menu submenu megamenu breadcrumb breadcrumbs sidebar sidenav widget widgets related recommended recommendations suggested share sharing sharebar shares social socials addtoany sharedaddy addthis comment comments commentlist respond disqus livefyre newsletter subscribe subscription signup optin promo promos promotion advert adverts advertisement advertising ads sponsored sponsor cookie cookies consent gdpr ccpa onetrust cookiebot popup modal lightbox overlay toast footer pagination pager masthead toolbar skiplink skip tagcloud popular trending breaking ticker byline cta banner hubspot marketing webinar upsell paywall print noprint screenreader offscreen hidden toc tableofcontents authorbox'.split(
    ' ',
  ),
);

const BOILERPLATE_PAIRS =
  /\b(?:read (?:more|next|also)|more (?:posts|articles|news|stories|from|like)|(?:latest|recent|other|similar|next|previous|prev) (?:posts?|articles?|news|stories|blogs?)|you may|also like|up next|author (?:bio|box|card|info|about)|about (?:the )?author|site (?:header|footer|nav)|page (?:header|footer)|global (?:header|footer|nav)|main (?:nav|menu)|post (?:nav|navigation|tags|share|footer|meta)|entry (?:meta|footer|tags)|article (?:tags|share|footer|meta)|table of contents|sr only|visually hidden|screen reader|back to top|sign up|log in|call to action|contact (?:form|us)|social (?:links|icons)|tag (?:list|links)|cat links|job (?:board|list))\b/;

// These words mark a page's frame only in company; alone they also name an article's parts ("code-toolbar" wraps code listings).
const ARTICLE_WORDS =
  /\b(?:code|highlight|syntax|prism|hljs|listing|article body|entry content|post content|post body|markdown body|rich text)\b/;

function words(element: Element): string {
  const raw = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`;
  if (raw === ' ' || raw.length > 2000) return '';
  return raw
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** How an element's name, role and class speak: `never` holds no text of the page, `frame` is what stands around an article. */
export type FrameVerdict = 'never' | 'frame' | 'content';

/**
 * Whether an element is part of a page's frame (navigation, banners, side bars, share bars, comments, related links) by
 * what its author called it. `insideArticle` keeps a header or an aside that belongs to the text.
 */
export function frameVerdict(element: Element, insideArticle: boolean): FrameVerdict {
  if (NEVER_TEXT.has(element.name)) return 'never';
  if (attribute(element, 'hidden') !== undefined || /display\s*:\s*none/i.test(attribute(element, 'style') ?? '')) {
    return 'never';
  }
  const role = attribute(element, 'role')?.toLowerCase();
  if (role !== undefined && BOILERPLATE_ROLES.has(role) && !(insideArticle && role === 'alert')) return 'frame';
  if (element.name === 'footer') return 'frame';
  if ((element.name === 'aside' || element.name === 'header') && !insideArticle) return 'frame';
  if (element.name === 'body' || element.name === 'html' || element.name === 'main' || element.name === 'article') {
    return 'content';
  }
  const named = words(element);
  if (named === '' || ARTICLE_WORDS.test(named)) return 'content';
  if (BOILERPLATE_PAIRS.test(named)) return 'frame';
  for (const word of named.split(' ')) if (BOILERPLATE_WORDS.has(word)) return 'frame';
  return 'content';
}

/** A section that such a heading opens stands around the article, whatever its author called the element. */
export const FRAME_HEADING =
  /^(?:related(?: (?:articles?|posts?|stories|content|resources|reading|news|blogs?|topics))?|you (?:may|might) also (?:like|enjoy|be interested in)|read (?:more|next|also)|more (?:from|articles|posts|stories|on this topic|like this)\b.*|(?:recent|latest|popular|trending|featured|recommended|other|similar|next|previous) (?:articles?|posts?|stories|news|blogs?|reads?|content)|share(?: this)?(?: (?:article|post|page|on|via)\b.*)?|subscribe\b.*|sign up\b.*|newsletter|about the authors?|leave a (?:reply|comment)|(?:\d+ )?comments?|popular|categories|archives?|tags?|follow us\b.*|contact us|table of contents|on this page|in this article|post navigation|join (?:our|the) \w+.*|get started|request a demo.*|stay (?:informed|updated|connected).*)\W*$/i;
