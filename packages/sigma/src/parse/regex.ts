import { RE2JS } from 're2js';
import { UnsearchableError } from '../regex/program.js';
import { readWidened } from '../regex/reader.js';
import { createSearch, type Search } from '../regex/search.js';
import { Fault, shown } from './fault.js';
import { LIMITS } from './limits.js';

/** Compiled expressions by flags and source; emptied when full, so that a hostile stream of rules cannot fill the memory. */
const compiled = new Map<string, RE2JS>();
const COMPILED_MAX = 1000;

/** Flags written at the head of an expression, `(?i)` and the like. */
const LEADING_FLAGS = /^\(\?([ims]{1,3})\)/;

/** A parsed regular expression; inline flags at its beginning have become flags. */
export interface ReadRegex {
  readonly source: string;
  readonly flags: string;
  /** Of an expression that needs backtracking: one that does not, and matches no less. */
  readonly wider?: string;
}

/**
 * Parses and checks a regular expression of the PCRE subset: what runs in linear time, look-around, possessive quantifiers and atomic
 * groups. Throws a `Fault` (InvalidRegex) for one that is too long, malformed, or needs more (back-references).
 */
export function readRegex(text: string, flags: string): ReadRegex {
  if (text.length > LIMITS.regexCharacters) {
    throw new Fault(
      'InvalidRegex',
      `the regular expression has ${text.length} characters; ${LIMITS.regexCharacters} are allowed`,
    );
  }
  let source = text;
  let allFlags = flags;
  for (let leading = LEADING_FLAGS.exec(source); leading !== null; leading = LEADING_FLAGS.exec(source)) {
    source = source.slice(leading[0].length);
    for (const flag of leading[1] as string) if (!allFlags.includes(flag)) allFlags += flag;
  }
  if (allFlags.length > 1) allFlags = [...allFlags].sort().join('');
  const wider = widerRegex(source, allFlags);
  if (wider === source) return { source, flags: allFlags };
  compileSearch(source, allFlags);
  return { source, flags: allFlags, wider };
}

/** The expression itself where it runs in linear time, else a wider one that does. Throws a `Fault` (InvalidRegex) where there is none. */
function widerRegex(source: string, flags: string): string {
  try {
    compileRegex(source, flags);
    return source;
  } catch (error) {
    const wider = readWidened(source, flags)?.wider ?? source;
    if (wider === source) throw error;
    compileRegex(wider, flags);
    return wider;
  }
}

const searches = new Map<string, Search>();

/** The search for a checked expression that needs backtracking. Throws a `Fault` (InvalidRegex). */
export function compileSearch(source: string, flags: string): Search {
  const key = `${flags}/${source}`;
  let search = searches.get(key);
  if (search === undefined) {
    const read = readWidened(source, flags);
    try {
      if (read === undefined) throw new UnsearchableError('it cannot be read');
      search = createSearch(read.tree);
    } catch (error) {
      if (!(error instanceof UnsearchableError)) throw error;
      throw new Fault('InvalidRegex', `the regular expression ${shown(source)} cannot be run: ${error.message}`);
    }
    if (searches.size >= COMPILED_MAX) searches.clear();
    searches.set(key, search);
  }
  return search;
}

/** The compiled form of a checked expression. Throws a `Fault` (InvalidRegex) when it cannot be run in linear time. */
export function compileRegex(source: string, flags: string): RE2JS {
  const key = `${flags}/${source}`;
  const cached = compiled.get(key);
  if (cached !== undefined) return cached;
  let mask = 0;
  if (flags.includes('i')) mask |= RE2JS.CASE_INSENSITIVE;
  if (flags.includes('m')) mask |= RE2JS.MULTILINE;
  if (flags.includes('s')) mask |= RE2JS.DOTALL;
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(source, mask);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('InvalidRegex', `the regular expression ${shown(source)} cannot be run in linear time: ${reason}`);
  }
  if (compiled.size >= COMPILED_MAX) compiled.clear();
  compiled.set(key, regex);
  return regex;
}
