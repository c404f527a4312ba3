import { Fault } from './fault.js';
import { LIMITS } from './limits.js';

/** The characters that Windows programs accept as the dash of an option: hyphen, slash, en dash, em dash, horizontal bar. */
const DASHES = ['-', '/', '\u2013', '\u2014', '\u2015'] as const;

/** A dash at the beginning of a word: no letter, digit or underscore before it, one after it. */
const OPTION_DASH = /(?<![\p{L}\p{N}_])[-/\u2013\u2014\u2015](?=[\p{L}\p{N}_])/gu;

/**
 * All spellings of a text under `windash`: every dash of an option is replaced by each of the five, independently; the text as written
 * comes first. Throws a `Fault` when there would be more than a query can hold.
 */
export function dashVariants(text: string): string[] {
  const cuts = [...text.matchAll(OPTION_DASH)].map((match) => match.index);
  if (cuts.length === 0) return [text];
  if (DASHES.length ** cuts.length > LIMITS.variants) {
    throw new Fault(
      'InvalidValue',
      `windash would turn the value into ${DASHES.length}^${cuts.length} spellings; split it`,
    );
  }
  let variants = [''];
  let from = 0;
  for (const cut of cuts) {
    const before = text.slice(from, cut);
    const written = text[cut] as string;
    const choices = [written, ...DASHES.filter((dash) => dash !== written)];
    variants = variants.flatMap((start) => choices.map((dash) => start + before + dash));
    from = cut + 1;
  }
  const rest = text.slice(from);
  return variants.map((start) => start + rest);
}
