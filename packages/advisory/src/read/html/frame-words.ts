import { words } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import { onceEach } from '../../once.js';
import { hasWord, isWordCharacter } from '../../text/characters.js';
import { startsWithAny } from '../../text/ends.js';
import { isNumber, withSingleBlanks } from '../../text/shape.js';
import { skipBack } from '../../text/stretches.js';

/** The headings of a word list: whole ones, and beginnings (`subscribe *`) that any text may follow. */
interface Headings {
  readonly whole: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

const headingsOf = onceEach(new Map<string, Headings>(), (list) => ({
  whole: new Set(words(list).filter((line) => !line.endsWith(' *'))),
  beginnings: words(list)
    .filter((line) => line.endsWith(' *'))
    .map((line) => line.slice(0, -2)),
}));

/** A number before a heading or behind it, of what stands below: `12 comments`, `Comments (12)`. */
const COUNT = /^ ?(?:\d{1,6} )?| ?\(\d{1,6}\) ?$/g;

function isOf(list: string, heading: string, isWhole = false): boolean {
  const counted = withSingleBlanks(heading.toLowerCase().replaceAll('_', ' ')).replace(COUNT, '');
  const plain = counted.slice(
    0,
    skipBack(counted, counted.length, (character) => !isWordCharacter(character)),
  );
  const { whole, beginnings } = headingsOf(list);
  return (
    whole.has(plain) ||
    (!isWhole && beginnings.some((beginning) => plain.startsWith(beginning) && isRest(plain.slice(beginning.length))))
  );
}

/** Most characters after a heading's beginning; longer texts are sentences. */
const REST_MAX = 60;

function isRest(rest: string): boolean {
  return rest.length <= REST_MAX && !isWordCharacter(rest[0]);
}

/** Whether a heading opens a section that surrounds the article, whatever the element's name. */
export function isFrameHeading(heading: string): boolean {
  return isOf('frame-headings', heading) || isCertainFrameHeading(heading);
}

/** Whether a heading alone shows that its section is frame. Under other headings of the frame, the content must look like it too. */
export function isCertainFrameHeading(heading: string): boolean {
  return isOf('certain-frame-headings', heading);
}

/** Whether a line is, as a whole, one under which pages lead to other articles, also where no mark of a page says that it is a heading. */
export function isRelatedHeading(line: string): boolean {
  return isOf('certain-frame-headings', line, true);
}

const COOKIE_USE = listPattern(
  String.raw`\b{cookie-uses} (?:\w+ ){0,3}cookies\b|\bcookies (?:and|or) (?:other )?similar technologies\b|\b{cookie-answers} (?:all )?cookies\b`,
  'i',
);
const COOKIE_CONSENT = listPattern(
  String.raw`\b{cookie-consent}\b|\byour (?:\w+ )?(?:experience|consent|preferences)\b`,
  'i',
);

/** Whether a short text asks for consent to cookies. */
export function asksForCookies(text: string): boolean {
  return COOKIE_USE().test(text) && COOKIE_CONSENT().test(text);
}

/** Whether a line begins as notices of copyright do: with the sign, alone or before a year. */
function claimsCopyright(lower: string): boolean {
  const marks = ['(c) ', '(c)', 'copyright '].filter((mark) => lower.startsWith(mark));
  const years = marks.map((mark) => lower.slice(mark.length, mark.length + 4));
  return startsWithAny(lower, ['©', 'copyright ©']) || years.some((year) => year.length === 4 && isNumber(year));
}

/** Whether a line is the publisher's own legal notice. */
export function isLegalNotice(text: string): boolean {
  return (
    text.length <= 500 && (claimsCopyright(text.toLowerCase()) || hasWord(text.toLowerCase(), 'all rights reserved'))
  );
}

const LEADS_ELSEWHERE = listPattern(String.raw`^\W{0,3}(?:related(?: \w+){0,2}|{leads-elsewhere})\s*[:|–—-]`, 'i');

/** Whether a text begins like a line inside an article that leads to another one. */
export function leadsElsewhere(text: string): boolean {
  return LEADS_ELSEWHERE().test(text);
}

const NEWSLETTER = listPattern(
  String.raw`\b{newsletter-offers}\b|\b(?:subscribe|sign up) (?:to|for) (?:our|the|\w+['’]s) (?:\w+ ){0,3}{newsletters}\b`,
  'i',
);

/** Whether a short text offers a newsletter. */
export function offersNewsletter(text: string): boolean {
  return text.length < 400 && NEWSLETTER().test(text);
}
