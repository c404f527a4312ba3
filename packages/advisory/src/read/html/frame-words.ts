/** A section that such a heading opens stands around the article, whatever its author called the element. */
export const FRAME_HEADING =
  /^(?:related(?: (?:articles?|posts?|stories|content|resources|reading|news|blogs?|topics|advisories|alerts|research|insights|reports?|videos?))?|you (?:may|might) also (?:like|enjoy|be interested in)|(?:read|see|view|discover|explore) (?:more|next|also)\b.{0,40}|keep reading|what to read next|(?:from|on) (?:the|our) blog|more (?:from|articles|posts|stories|on this topic|like this)\b.*|(?:recent|latest|popular|trending|featured|recommended|other|similar|next|previous) (?:articles?|posts?|stories|news|blogs?|reads?|content|advisories)|recommended (?:from|for|by)\b.*|share(?: this)?(?: (?:article|post|page|on|via)\b.*)?|subscribe\b.*|sign up\b.*|newsletter|about the authors?|(?:written|posted) by\b.*|meet the authors?|leave a (?:reply|comment)|(?:\d+ )?(?:comments?|responses|replies)(?: \(\d+\))?|popular|categories|archives?|tags?|follow us\b.*|contact us|table of contents|on this page|in this article|post navigation|join (?:our|the) \w+.*|get started|request a demo.*|stay (?:informed|updated|connected|ahead|tuned|in the (?:loop|know))\b.*)\W*$/i;

/** Such a heading of its own opens nothing an article would say; under the others of {@link FRAME_HEADING} it must look so too. */
export const CERTAIN_FRAME_HEADING =
  /^(?:related (?:articles?|posts?|stories|news|blogs?|advisories|alerts)|you (?:may|might) also (?:like|enjoy|be interested in)|read (?:more|next|also)|keep reading|what to read next|explore more\b.*|(?:from|on) (?:the|our) blog|more (?:from|articles|posts|stories|like this)\b.*|(?:recent|latest|popular|recommended|other|similar|next|previous) (?:articles?|posts?|stories|news|blogs?|advisories)|recommended (?:from|for|by)\b.*|subscribe\b.*|about the authors?|written by\b.*|meet the authors?|leave a (?:reply|comment)|(?:\d+ )?(?:comments?|responses|replies)(?: \(\d+\))?|stay (?:informed|updated|connected|ahead|tuned|in the (?:loop|know))\b.*)\W*$/i;

const COOKIE_USE =
  /\b(?:uses?|using|use of|stores?|place|set) (?:\w+ ){0,3}cookies\b|\bcookies (?:and|or) (?:other )?similar technologies\b|\b(?:accept|reject|manage)(?:ing)? (?:all )?cookies\b/i;
const COOKIE_CONSENT =
  /\byou (?:agree|consent|accept)\b|\byour (?:\w+ )?(?:experience|consent|preferences)\b|\b(?:accept|reject|allow) all\b|\b(?:site|web|our) traffic\b|\b(?:cookie|privacy) (?:policy|notice|statement|settings)\b/i;

/** Whether a short text asks for consent to cookies. */
export function asksForCookies(text: string): boolean {
  return COOKIE_USE.test(text) && COOKIE_CONSENT.test(text);
}

/** Whether a line is the publisher's own legal notice. */
export function isLegalNotice(text: string): boolean {
  return (
    text.length <= 500 &&
    (/^(?:©|\(c\) ?\d{4}|copyright (?:©|\d{4}))/i.test(text) || /\ball rights reserved\b/i.test(text))
  );
}

/** The words that lead to another article from the midst of one. */
export const LEADS_ELSEWHERE =
  /^\W{0,3}(?:related(?: \w+){0,2}|read (?:more|also|next)|also read|more on this|don['’]t miss|recommended(?: reading)?|you may also like)\s*[:|–—-]/i;

const NEWSLETTER =
  /\b(?:in|to|into) your inbox\b|\bunsubscribe at any ?time\b|\b(?:subscribe|sign up) (?:to|for) (?:our|the|\w+['’]s) (?:\w+ ){0,3}(?:blog|newsletter|brief|briefing|digest|updates|mailing list)\b/i;

/** Whether a short text offers a newsletter. */
export function offersNewsletter(text: string): boolean {
  return text.length < 400 && NEWSLETTER.test(text);
}
