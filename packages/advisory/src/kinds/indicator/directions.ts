import { tokensOf } from '../../attribute/cues.js';
import { words } from '../../knowledge/load.js';
import type { AdvisoryDocument, Indicator, Span } from '../../model.js';
import { once } from '../../once.js';

/** How many characters, and how many words, may stand between "from" and an address. */
const BEFORE = 60;
const WORDS_MAX = 5;
/** How many words before "from" may say that something was fetched from there. */
const FETCHED_WITHIN = 4;

const fetches = once(() => words('verbs-download').map((verb) => (verb.length > 4 ? verb.replace(/e$/, '') : verb)));

/** Whether "from" stands right before a place, and nothing was fetched from there: an address that calls came from. */
export function isSource(text: string, { start }: Pick<Span, 'start'>): boolean {
  const before = tokensOf(text.slice(Math.max(0, start - BEFORE), start)).map((token) => token.text);
  const from = before.lastIndexOf('from');
  if (from < 0 || from < before.length - WORDS_MAX) return false;
  const behind = before.slice(Math.max(0, from - FETCHED_WITHIN), from);
  return !behind.some((word) => fetches().some((verb) => word.startsWith(verb)));
}

/** Whether an address only stands in web addresses: it is a server's, and no calls came from it. */
export function isServer({ text }: AdvisoryDocument, { spans }: Indicator): boolean {
  return spans.length > 0 && spans.every(({ start, end }) => text.startsWith('://', start - 3) || text[end] === '/');
}
