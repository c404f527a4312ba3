import type { From } from '../generate-request.js';

/** A language that a query may be in. */
export type QueryLanguage = 'kql' | 'spl' | 'lucene' | 'eql' | 'esql' | 'yaral';

/** What a text looks like, before anything is sent; undefined while there is none. */
export function seenIn(source: string): Exclude<From, 'file'> | undefined {
  const text = source.trim();
  if (text === '') return undefined;
  if (!/\s/.test(text)) {
    if (/^t\d+(?:\.\d+)?$/i.test(text)) return 'technique';
    // A defanged address is an indicator: nobody wants it fetched.
    if (isAddress(text)) return 'url';
  }
  if (isSigma(text)) return 'sigma';
  return languageIn(text) === undefined ? 'text' : 'query';
}

const isAddress = (word: string): boolean =>
  !word.includes('[') && (word.includes('://') || /^[^:]+\.[a-z]/i.test(word));

/** Keys that a Sigma document begins with. A report that quotes a rule begins with a sentence, and is a text. */
const FIRST_KEYS = [
  'title',
  'id',
  'name',
  'status',
  'description',
  'author',
  'date',
  'logsource',
  'detection',
  'level',
];
/** One of these makes a document a rule, a correlation or a filter. */
const CENTRAL_KEYS = ['detection:', 'correlation:', 'filter:'];

function isSigma(text: string): boolean {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && !line.startsWith('---'));
  const [key, value] = (lines[0] ?? '').split(':', 2);
  return (
    value !== undefined &&
    FIRST_KEYS.includes(key ?? '') &&
    lines.some((line) => CENTRAL_KEYS.some((central) => line.startsWith(central)))
  );
}

/** How queries of each language begin, or what none of the others has; the first that fits counts. */
const MARKS: readonly (readonly [QueryLanguage, RegExp])[] = [
  ['yaral', /^rule\s+\w+\s*\{[\s\S]*^\s*events:/m],
  ['esql', /^from\s+\S+(?:\s*,\s*\S+)*(?:\s+metadata\s[^|]+)?\s*\|/i],
  ['eql', /^(?:any|dns|file|library|network|process|registry|sequence)\b[^|]*?\bwhere\s/],
  ['spl', /^(?:search\s+)?(?:index|sourcetype|source|eventtype)\s*=|^\|\s*(?:tstats|from|inputlookup|search)\b/i],
  ['kql', /^(?:let\s[\s\S]+;\s*)?[A-Za-z_]\w*\s*\|\s*(?:where|extend|summarize|project|join|distinct|take)\b/],
  ['lucene', /^[(\s]*(?:NOT\s+)?[\w.@]+:\S[\s\S]*\s(?:AND|OR)\s/],
];

/** The language that a text is a query in, if it looks like one. */
export const languageIn = (source: string): QueryLanguage | undefined =>
  MARKS.find(([, mark]) => mark.test(source.trim()))?.[0];
