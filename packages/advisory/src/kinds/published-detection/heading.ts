import type { readQuery } from '@tripline/sigma';
import { titleOf } from '../../draft/text.js';
import type { AdvisoryDocument, Span } from '../../model.js';
import { passageAt } from '../../segment/passage.js';
import { isLetter } from '../../text/characters.js';
import { BLANKS, trimEndOf } from '../../text/ends.js';
import { capitalised, hasAny } from '../../text/shape.js';

const LENGTH_MAX = 90;
/** A shorter value says little of what is looked for. */
const VALUE_MIN = 4;

/** The heading or short line right before a query that says what it looks for, as a title; undefined where there is none. */
export function headingBefore(doc: AdvisoryDocument, { start }: Span): string | undefined {
  const begin = Math.max(0, start - 300);
  const before = doc.text.slice(begin, start).trimEnd();
  // The end of the query before says nothing of this one.
  if (passageAt(doc, begin + before.length - 1)?.block.type === 'code') return undefined;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const sentence = trimEndOf(line, `:.${BLANKS}`);
  const from = Math.max(sentence.lastIndexOf('. '), sentence.lastIndexOf(': '), sentence.lastIndexOf('? '));
  const words = sentence.slice(from < 0 ? 0 : from + 2).trim();
  if (words.length < 8 || words.length > LENGTH_MAX || !isLetter(words[0]) || hasAny(words, '|{}=;')) return undefined;
  return titleOf(capitalised(words));
}

/** The title of a query that nothing introduces: the log that it asks, and the first value that it looks for. */
export function titleOfQuery({ logsource, rule }: ReadQuery): string {
  const { category, service, product } = logsource;
  const log = (category ?? service ?? product ?? 'event').replaceAll('_', ' ');
  const { condition: _, ...selections } = Object(rule['detection']) as Record<string, unknown>;
  const value = firstText(selections);
  return titleOf(`${wordsCapitalised(log)} Hunt${value === undefined ? '' : ` - ${value}`}`);
}

/** A query as it was read. */
type ReadQuery = Pick<Extract<ReturnType<typeof readQuery>, { readonly ok: true }>, 'logsource' | 'rule'>;

const wordsCapitalised = (text: string): string => text.split(' ').map(capitalised).join(' ');

/** The first text among the values of a detection, at whatever depth. */
function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length < VALUE_MIN ? undefined : value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const each of Object.values(value)) {
    const found = firstText(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
