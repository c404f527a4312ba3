import { type Token, tokensOf, tokensOfPassage } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { Passage } from '../segment/passage.js';
import { isBlank, isHexDigit, isVisible, isWordCharacter } from '../text/characters.js';
import { OPENING_QUOTES, QUOTES, trimEndOf } from '../text/ends.js';
import { leading } from '../text/stretches.js';
import { type IntroducedName, isOwnName } from './introduced-names.js';

/** How many words may stand between what has a name and the name: "with a name in the form of". */
const WORDS_TO_NAME = 8;
/** How many behind a name may say what is joined to it: "followed by a string of eight random digits". */
const WORDS_BEHIND = 8;
/** How much of the text behind a name is read for them. */
const BEHIND = 90;
/** How long the description of a part that differs may be: "<8 random characters>". */
const BRACKETS_MAX = 40;
const NAME = { min: 4, max: 60 } as const;
const END = `${QUOTES}.,;:)`;
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['{', '}'],
  ['[', ']'],
]);
/** Signs that authors write for a character that differs. */
const STAND_INS = 'Xx#';
const STAND_INS_MIN = 3;

/**
 * The names of a passage of which the text tells only the beginning, the rest differing each time: "a task named Fen<random>", "a service with a
 * name in the form "Marsh-[0-9]{6}"", "the task FenUpd followed by digits". `nouns` are the words for what has the name.
 */
function partialNames(passage: Passage, nouns: ReadonlySet<string>): readonly IntroducedName[] {
  const { text } = passage;
  const tokens = tokensOfPassage(passage);
  return tokens.flatMap((token, at): readonly IntroducedName[] => {
    if (!nouns.has(token.text)) return [];
    const led = leadOf(tokens, at + 1);
    const named = tokens[at + 1 + led.length];
    if (named === undefined || !isGiven(text, led, named)) return [];
    const written = trimEndOf(leading(text.slice(named.start, named.start + NAME.max), isOfName), '.');
    const isStart = led.some((word) => wordSet('gives-name-start').has(word.text));
    const name = fixedPart(text, named.start, written, isStart);
    if (name === undefined) return [];
    const found = { name, start: named.start, end: named.start + name.length, isStart: true };
    // What differs is written right behind the name, or said in a sentence; then the name must look like one.
    const isJoined =
      !isBlank(text[found.end]) && isVisible(text[found.end]) && !END.includes(text[found.end] as string);
    return isJoined || isOwnName(passage, found) ? [found] : [];
  });
}

/** The names that were found whole, and those of which the text tells only the beginning, where it says enough; what is both differs each time. */
export function withPartialNames(
  passage: Passage,
  nouns: ReadonlySet<string>,
  whole: readonly IntroducedName[],
): readonly IntroducedName[] {
  const partial = partialNames(passage, nouns);
  const starts = new Set(partial.map(({ start }) => start));
  return [...whole.filter(({ start }) => !starts.has(start)), ...partial.filter(({ name }) => isTelling(name))];
}

/** The beginnings of names of a passage that say enough, where the text tells only those. */
export function nameStarts(passage: Passage, nouns: ReadonlySet<string>): readonly IntroducedName[] {
  return partialNames(passage, nouns).filter(({ name }) => isTelling(name));
}

/** The words between what has a name and the name. */
function leadOf(tokens: readonly Token[], from: number): readonly Token[] {
  let to = from;
  while (to < from + WORDS_TO_NAME && wordSet('leads-to-name').has(tokens[to]?.text ?? '')) to += 1;
  return tokens.slice(from, to);
}

/** Whether the words before a name give it, or its quotation mark does. */
function isGiven(text: string, led: readonly Token[], { start }: Token): boolean {
  return (
    led.some((word) => wordSet('gives-name').has(word.text)) ||
    (led.at(-1)?.text === 'with' && wordSet('gives-name-start').has(led.at(-2)?.text ?? '')) ||
    (led.length === 0 && OPENING_QUOTES.includes(text[start - 1] ?? ' '))
  );
}

/** The part of a name that stays the same; undefined where nothing says that the rest differs. */
function fixedPart(text: string, start: number, written: string, isStart: boolean): string | undefined {
  const end = start + written.length;
  const withoutStandIns = written.slice(0, written.length - standIns(written));
  if (withoutStandIns !== written) return withoutStandIns;
  if (text[end] === '*' || isPlaceholder(text, end)) return written;
  if (isStart) return written;
  const quotes = leading(text.slice(end, end + 1), (each) => QUOTES.includes(each)).length;
  const behind = tokensOf(text.slice(end + quotes, end + quotes + BEHIND)).slice(0, WORDS_BEHIND);
  const isJoined =
    wordSet('behind-name-start').has(behind[0]?.text ?? '') &&
    behind.some((word) => wordSet('differs-each-time').has(word.text));
  return isJoined ? written : undefined;
}

/** How many signs at a name's end stand for characters that differ: "FenXXXX". */
function standIns(name: string): number {
  const sign = name.at(-1) ?? ' ';
  let count = 0;
  while (STAND_INS.includes(sign) && name[name.length - 1 - count] === sign) count += 1;
  return count >= STAND_INS_MIN ? count : 0;
}

/** Whether a bracket at a place describes characters, and holds no identifier that belongs to the name. */
function isPlaceholder(text: string, at: number): boolean {
  const closing = CLOSING.get(text[at] ?? ' ');
  const length = closing === undefined ? -1 : text.slice(at + 1, at + 1 + BRACKETS_MAX).indexOf(closing);
  if (length < 1) return false;
  const inside = text.slice(at + 1, at + 1 + length);
  return text[at] !== '{' || ![...inside].every((each) => isHexDigit(each) || each === '-');
}

/** Whether the beginning of a name says more than a word that many names begin with. */
function isTelling(name: string): boolean {
  const small = trimEndOf(name.toLowerCase(), '-_.$#\\');
  if (small.length < NAME.min || wordSet('prose-words').has(small) || wordSet('product-names').has(small)) return false;
  const isOfEverybody = [...wordSet('stock-tasks'), ...wordSet('windows-services'), ...wordSet('software-makers')].some(
    (each) => each.startsWith(small),
  );
  return !isOfEverybody;
}

function isOfName(character: string): boolean {
  return isWordCharacter(character) || '.-$#\\'.includes(character);
}
