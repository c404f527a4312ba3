import type { Token } from '../attribute/cues.js';
import { wordRows, wordSet } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { isBlank, isDigit, isLetter, isWordCharacter } from '../text/characters.js';
import { CLOSING_OF_NAMES, OPENING_QUOTES, QUOTES } from '../text/ends.js';
import { isOfCode, startsWithCapital } from '../text/shape.js';
import { isDeniedOrPossible, isTellingAlone } from './injected.js';

const LENGTH = { min: 3, max: 40 } as const;
/** How many words may stand between an option and the word that calls it one: "the options -a and -b", "the -k netsvc and /quiet switches". */
const WORDS_BETWEEN = 4;
const OPTIONS_MAX = 4;
const OPTION_MIN = 5;
/** How many words may stand between a program and its option. */
const WORDS_TO_OPTION = 10;
/** How many words may stand between what leads to a program and its name: "to the Microsoft tool". */
const WORDS_TO_PROGRAM = 4;
const ENDING_MAX = 5;
/** Endings of what programs are given every day. */
const PROGRAM_ENDINGS: ReadonlySet<string> = new Set(['exe', 'dll']);
const LINKS = new Set(['named', 'called', 'is', 'of', 'the']);

/** The function that a sentence says a library is started with: "the export StartFen", "the exported function named Run7", "ordinal #3". */
export function toldExport(text: string, tokens: readonly Token[]): string | undefined {
  for (const [at, token] of tokens.entries()) {
    const two = `${token.text} ${tokens[at + 1]?.text ?? ''}`;
    const isPhrase = wordSet('export-words').has(two);
    if (!isPhrase && !wordSet('export-words').has(token.text)) continue;
    const name = nameBehind(text, tokens, at + (isPhrase ? 2 : 1)) ?? nameAt(text, tokens[at - 1]);
    if (name !== undefined) return name;
  }
  return ordinal(text, tokens);
}

function nameBehind(text: string, tokens: readonly Token[], from: number): string | undefined {
  let at = from;
  while (LINKS.has(tokens[at]?.text ?? '')) at += 1;
  // Behind a comma or another sign stands something else.
  const previous = tokens[at - 1];
  const token = tokens[at];
  if (previous === undefined || token === undefined) return undefined;
  const between = text.slice(previous.end, token.start);
  return [...between].every((each) => isBlank(each) || QUOTES.includes(each) || ':('.includes(each))
    ? nameAt(text, token)
    : undefined;
}

/** The file of any ending that a sentence quotes: "within “fen.win”". */
export function quotedFile(text: string, { start, end }: Span): string | undefined {
  for (let at = start; at < end; at += 1) {
    const closing = CLOSING_OF_NAMES.get(text[at] ?? ' ');
    const length = closing === undefined ? -1 : text.slice(at + 1, end).indexOf(closing);
    if (length < 0) continue;
    const stop = at + 1 + length;
    const value = text.slice(at + 1, stop);
    const point = value.indexOf('.', 1);
    const isFile =
      point > 0 && point < value.length - 1 && [...value].every((each) => !isBlank(each) && !'\\/:<>*%'.includes(each));
    if (isFile && value.length >= LENGTH.min && value.length <= LENGTH.max) return value;
    at = stop;
  }
  return undefined;
}

/** A name as functions have it: quoted, or with a capital or sign that words of English lack. */
function nameAt(text: string, token: Token | undefined): string | undefined {
  if (token === undefined) return undefined;
  let end = token.start;
  while (isWordCharacter(text[end]) || text[end] === '_') end += 1;
  const name = text.slice(token.start, end);
  if (name.length < LENGTH.min || name.length > LENGTH.max || !isLetter(name[0])) return undefined;
  const isQuoted = OPENING_QUOTES.includes(text[token.start - 1] ?? ' ') && QUOTES.includes(text[end] ?? ' ');
  const isName = isOfCode(name) || (startsWithCapital(name) && name.slice(1) !== name.slice(1).toUpperCase());
  return isQuoted || isName ? name : undefined;
}

/** The number of a function: "ordinal #1", "ordinal 3". */
function ordinal(text: string, tokens: readonly Token[]): string | undefined {
  const at = tokens.findIndex((token) => token.text === 'ordinal');
  const next = tokens[at + 1];
  if (at < 0 || next === undefined || !isDigit(next.text)) return undefined;
  return `#${text.slice(next.start, next.end)}`;
}

/**
 * Options that a sentence calls so and gives to a program, each with the blank before it: "regsvr32 with the /i switch", "conhost.exe using the
 * options -a and --fen". Those that every second command has count only where `isFileTold`.
 */
export function toldOptions(
  text: string,
  tokens: readonly Token[],
  program: Span,
  isFileTold: boolean,
): readonly string[] {
  const found: string[] = [];
  const behind = tokens.filter(({ start }) => start >= program.end);
  for (const [at, token] of behind.entries()) {
    const sign = signBefore(text, token.start, program.end);
    if (sign === undefined || found.length >= OPTIONS_MAX) continue;
    const around = [
      ...behind.slice(Math.max(0, at - WORDS_BETWEEN), at),
      ...behind.slice(at + 1, at + 1 + WORDS_BETWEEN),
    ];
    const given = behind.slice(0, at);
    const isGiven = at <= WORDS_TO_OPTION && given.some(({ text: word }) => word === 'with' || word === 'using');
    if (!isGiven || !around.some((word) => wordSet('option-words').has(word.text))) continue;
    const name = optionName(text, token.start);
    const isEverydays = name.length < OPTION_MIN || wordSet('everyday-options').has(name.toLowerCase());
    if (isEverydays && !isFileTold) continue;
    const end = token.start + name.length;
    found.push(` ${text.slice(sign, valueEnd(text, end, behind[at + 1]))}`);
  }
  return [...new Set(found)];
}

/** The letters, digits and signs of an option behind its dash. */
function optionName(text: string, start: number): string {
  let end = start;
  while (isWordCharacter(text[end]) || (text[end] === '-' && isWordCharacter(text[end + 1]))) end += 1;
  return text.slice(start, end);
}

/** Where an option ends: behind its value where that is one of those that many options have: "-WindowStyle Hidden". */
function valueEnd(text: string, end: number, next: Token | undefined): number {
  const isValue =
    next !== undefined && text.slice(end, next.start) === ' ' && wordSet('everyday-option-values').has(next.text);
  return isValue ? next.end : end;
}

/** Where the dash or stroke of an option begins that stands right before a word, behind a blank or an opening quotation mark. */
function signBefore(text: string, start: number, from: number): number | undefined {
  let at = start;
  while (at >= from && text[at - 1] === '-') at -= 1;
  if (at === start && text[at - 1] === '/') at -= 1;
  const before = text[at - 1] ?? ' ';
  const isOpen = isBlank(before) || OPENING_QUOTES.includes(before) || before === '(';
  return at < start && start - at <= 2 && isOpen ? at : undefined;
}

/**
 * The ending of a file without a name which a sentence says a program is given: "drops an .ax file and executes it via installutil.exe". One that the
 * program has on every host tells nothing.
 */
export function toldEnding(
  text: string,
  tokens: readonly Token[],
  { name, start }: Span & { readonly name: string },
): readonly [string] | undefined {
  const led = tokens.filter(({ end }) => end <= start);
  const means = led
    .slice(-WORDS_TO_PROGRAM)
    .findLast((token) => wordSet('by-means-of').has(token.text) || token.text === 'to');
  const at = led.findLastIndex((token, index) => isEnding(text, token) && isFile(led[index + 1]));
  const between = led.slice(at + 2);
  const ending = led[at]?.text;
  if (means === undefined || ending === undefined || between.length > WORDS_TO_OPTION) return undefined;
  if (!between.some((token) => wordSet('gives-files').has(token.text)) || isDeniedOrPossible(led)) return undefined;
  const isUsual = wordRows('file-runners').get(name)?.has(ending) === true;
  return isUsual && !isTellingAlone(name) ? undefined : [`.${ending}`];
}

const isFile = (token: Token | undefined): boolean => token?.text === 'file' || token?.text === 'files';

/** Whether a word is an ending that stands alone: " .ax". */
function isEnding(text: string, { start, text: ending }: Token): boolean {
  const isAlone =
    text[start - 1] === '.' && (isBlank(text[start - 2]) || OPENING_QUOTES.includes(text[start - 2] ?? ' '));
  return isAlone && ending.length <= ENDING_MAX && !PROGRAM_ENDINGS.has(ending);
}
