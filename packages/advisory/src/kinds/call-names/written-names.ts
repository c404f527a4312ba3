import { isStandIn } from '../../draft/stand-in.js';
import { wordSet, words } from '../../knowledge/load.js';
import type { Span } from '../../model.js';
import { isBlank, isCapital, isDigit, isLetter, isWordCharacter } from '../../text/characters.js';
import { hasAny, splitAtBlanks } from '../../text/shape.js';
import { doneBy } from '../operation-title.js';

/** A name as the text writes it; offsets count within the text. */
export interface WrittenName extends Span {
  readonly value: string;
}

const LENGTH = { min: 2, max: 100 } as const;
const DOTS = new Set(['.', ',', ';']);
const QUOTES = new Set('"\'`“”‘’');
const BETWEEN = new Set(' \t:="\'`“”‘’|');
/** A short word all in capitals stands for others: URL, ARN, API. */
const ABBREVIATION_MAX = 4;
/** Words between a noun and its name, and names of one list, at most. */
const LINKS_MAX = 4;
const LIST_MAX = 8;
const CUT_CHARACTERS = 6;
const WORDS_MAX = 3;
const IN_NAMES = '.-/@:+#$';

/**
 * The names that stand with a noun: quoted or introduced behind it ("a user called heron", "the role `HeronAudit`", "image: heron/xmr:2"), several in a
 * list, or quoted right before it ("the `heron` role").
 */
export function namesWith(text: string, noun: Span): readonly WrittenName[] {
  const behind = nameBehind(text, noun.end);
  if (behind === undefined) return before(text, noun.start);
  const names = [behind];
  while (names.length < LIST_MAX) {
    const next = nextOfList(text, names.at(-1) as WrittenName);
    if (next === undefined) break;
    names.push(next);
  }
  return names;
}

/** Whether a word may be taken for a name though nothing introduces it: it has what words of sentences have not. */
export function isMadeUp(word: string): boolean {
  if (word.length <= ABBREVIATION_MAX && [...word].every(isCapital)) return false;
  return [...word.slice(1)].some(
    (each, at) => isDigit(each) || isCapital(each) || '_/@'.includes(each) || (each === '-' && at > 0),
  );
}

function nameBehind(text: string, from: number): WrittenName | undefined {
  let at = from;
  let isIntroduced = false;
  for (let links = 0; links <= LINKS_MAX; links += 1) {
    const start = skipped(text, at);
    // A sentence, a clause or a cell ends between.
    if (start === undefined) return undefined;
    const found = nameAt(text, start);
    if (found === undefined) return undefined;
    const word = found.value.toLowerCase();
    const isLink = !found.isQuoted && (wordSet('name-introductions').has(word) || wordSet('name-links').has(word));
    if (!isLink) return isName(found, isIntroduced) ? (isIntroduced ? whole(text, found) : found) : undefined;
    isIntroduced ||= wordSet('name-introductions').has(word);
    at = found.end;
  }
  return undefined;
}

/** The place behind what may stand between a noun and its name; undefined where a line ends first. */
function skipped(text: string, from: number): number | undefined {
  let at = from;
  if (text.startsWith(', ', at) && isAddressed(text, at + 2)) at += 2;
  while (BETWEEN.has(text[at] ?? '')) at += 1;
  return at < text.length ? at : undefined;
}

/** Whether a mail address or a domain stands there, so that the comma before it ends nothing: "a guest account, heron@example.org, was invited". */
function isAddressed(text: string, start: number): boolean {
  const value = text.slice(start, bareEnd(text, start));
  return value.includes('@') || (value.includes('.') && value === value.toLowerCase());
}

interface NameAt extends WrittenName {
  readonly isQuoted: boolean;
}

function nameAt(text: string, start: number): NameAt | undefined {
  if (QUOTES.has(text[start - 1] ?? ' ')) {
    let end = start;
    while (end < text.length && end - start <= LENGTH.max && !QUOTES.has(text[end] as string) && text[end] !== '\n')
      end += 1;
    if (QUOTES.has(text[end] ?? ' ')) return { value: text.slice(start, end), start, end, isQuoted: true };
  }
  const end = bareEnd(text, start);
  // A bare asterisk, a path with brackets and such are no whole name.
  if (end === start || isCutAt(text, end)) return undefined;
  return { value: text.slice(start, end), start, end, isQuoted: false };
}

/** Whether what follows a word without a blank says that a part of it is left out. */
function isCutAt(text: string, end: number): boolean {
  const [behind = ''] = splitAtBlanks(text.slice(end, end + CUT_CHARACTERS));
  return !isBlank(text[end] ?? ' ') && (hasAny(behind, '*<[{…') || behind.includes('...'));
}

function bareEnd(text: string, start: number): number {
  let end = start;
  while (isWordCharacter(text[end]) || (IN_NAMES.includes(text[end] ?? ' ') && isInName(text[end + 1]))) end += 1;
  while (end > start && !isWordCharacter(text[end - 1])) end -= 1;
  return end;
}

function isInName(character: string | undefined): boolean {
  return isWordCharacter(character) || character === ':';
}

/** A name with the capitalised words behind it, which are a part of it: "an application named Heron Mail Sync". */
function whole(text: string, name: NameAt): NameAt {
  let { end } = name;
  if (name.isQuoted || !isCapital(name.value.charAt(0))) return name;
  for (let more = 0; more < WORDS_MAX && text[end] === ' ' && isCapital(text.charAt(end + 1)); more += 1)
    end = bareEnd(text, end + 1);
  return { ...name, value: text.slice(name.start, end), end };
}

function isName({ value, isQuoted }: NameAt, isIntroduced: boolean): boolean {
  // Of inbox rules a single dot is the usual name.
  if (isQuoted && isIntroduced && DOTS.has(value)) return true;
  if (value.length < LENGTH.min || value.length > LENGTH.max || isStandIn(value) || isOfEverybody(value)) return false;
  if (words('hidden-values').some((part) => value.toLowerCase().includes(part))) return false;
  if (isQuoted) return true;
  if (isMadeUp(value)) return isIntroduced || !isDeed(value);
  return isIntroduced && !wordSet('prose-words').has(value) && !wordSet('function-words').has(value.toLowerCase());
}

/** Whether a word is the name of a call, which says what was done: `CreateUser`. */
function isDeed(value: string): boolean {
  let end = 1;
  while (isLetter(value[end]) && !isCapital(value[end] as string)) end += 1;
  return isCapital(value.charAt(0)) && doneBy(value.slice(0, end).toLowerCase()) !== undefined;
}

/** Whether everybody has a thing of that name; of an image, whatever its tag. */
function isOfEverybody(value: string): boolean {
  const lower = value.toLowerCase();
  const bare = lower.slice(lower.lastIndexOf('/') + 1).split(':')[0] ?? '';
  const isPlain = !lower.includes('/') || lower.startsWith('docker.io/library/') || lower.startsWith('library/');
  return wordSet('names-of-everybody').has(lower) || (isPlain && wordSet('names-of-everybody').has(bare));
}

/** The next name of a list, of the same form: "`a`, `b` and `c`". */
function nextOfList(text: string, { start, end }: WrittenName): WrittenName | undefined {
  const isQuoted = QUOTES.has(text[start - 1] ?? ' ') && QUOTES.has(text[end] ?? ' ');
  const from = isQuoted ? end + 1 : end;
  let at = behindLinks(text, from);
  if (at === from) return undefined;
  while (text[at] === ' ') at += 1;
  if (isQuoted) {
    if (!QUOTES.has(text[at] ?? ' ')) return undefined;
    at += 1;
  }
  const next = nameAt(text, at);
  if (next?.isQuoted !== isQuoted || !isName(next, false)) return undefined;
  // What a further word follows is no name but begins the next thing: "a user heron-7 and cross-account access".
  return isQuoted || !isBlank(text[next.end]) || text.startsWith(' and ', next.end) ? next : undefined;
}

/** Where the words that join two names of a list end; the place itself where there are none. */
function behindLinks(text: string, from: number): number {
  let at = from;
  for (const link of [',', ' and', ' or']) if (text.startsWith(link, at)) at += link.length;
  return at;
}

/** A quoted name right before its noun, with a word between at most: "the `heron` IAM role". */
function before(text: string, nounStart: number): readonly WrittenName[] {
  let at = nounStart - 1;
  for (let skippedWords = 0; skippedWords < 2; skippedWords += 1) {
    if (text[at] !== ' ') return [];
    const close = at - 1;
    if (QUOTES.has(text[close] ?? ' ')) {
      let start = close;
      while (start > 0 && close - start < LENGTH.max && !QUOTES.has(text[start - 1] as string)) start -= 1;
      const found = { value: text.slice(start, close), start, end: close, isQuoted: true };
      return start > 0 && !found.value.includes('\n') && isName(found, false) ? [found] : [];
    }
    at = close;
    while (isWordCharacter(text[at])) at -= 1;
  }
  return [];
}
