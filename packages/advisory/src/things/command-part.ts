import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const SHORTEST = 6;
const LENGTH_MAX = 80;
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
]);
/** What may stand between a word and the text that it introduces. */
const BETWEEN = new Set(' :=(');
const BETWEEN_MAX = 3;
/** Characters that commands have and sentences do not. */
const OF_COMMANDS = '&|[]=\\/_-$%{}<>';
/** An own tool's usage with fewer options is that of many tools. */
const OPTIONS_MIN = 3;
const OPTION_MAX = 16;
const HOLES: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['<', '>'],
]);

/** Finds parts of command lines that a text tells without the command: passwords of archives, strings in each command, options of an own tool. */
export function findCommandParts(page: Page): readonly FoundThing[] {
  return [...joined([...passwords(page), ...strings(page)]), ...usages(page)];
}

function passwords(page: Page): readonly FoundThing[] {
  return introduced(page, 'password-words', true)
    .filter(({ value, sentence }) => {
      const isOwn =
        value.length >= SHORTEST && !value.includes(' ') && !wordSet('passwords-of-everybody').has(value.toLowerCase());
      const isTelling = [...value].some((each) => !isWordCharacter(each) || isDigit(each) || each === '_');
      return isOwn && isTelling && hasWordOf('archive-words', sentence);
    })
    .map(({ thing, sentence }) => ({
      ...thing,
      ...(hasWordOf('archive-opened', sentence) ? { mark: OF_ARCHIVE } : {}),
      title: 'Archive Handled With A Known Password',
    }));
}

/** What unpacks it may be told as an instruction would be: "extracts the contents of the archive using the password". */
const OF_ARCHIVE = { role: 'intruders', because: 'the text gives it as the password of an archive' } as const;

/** Strings of which the text says that commands begin or end with them, or hold them. */
function strings(page: Page): readonly FoundThing[] {
  return introduced(page, 'string-words', false)
    .filter(({ value, sentence }) => {
      const words = tokensOf(sentence).map(({ text }) => text);
      const isOfCommands = words.some((word) => word === 'command' || word === 'commands');
      const isSaid = words.some((word) => STANDS.has(word));
      const isCommand = [...value].some((each) => OF_COMMANDS.includes(each));
      return isOfCommands && isSaid && isCommand && value.length >= SHORTEST;
    })
    .map(({ thing }) => ({ ...thing, mark: OF_EACH, title: 'Command With A String Of The Intruders’ Own' }));
}

const OF_EACH = { role: 'intruders', because: 'the text says that their commands have it' } as const;
const STANDS = new Set(
  'begin begins began start starts started end ends ended contain contains contained append appends appended finish finishes'.split(
    ' ',
  ),
);

interface Introduced {
  readonly value: string;
  readonly sentence: string;
  readonly thing: FoundThing;
}

/** The quoted texts right behind words of a list; also those without quotes up to the end of the clause, unless only quoted ones count. */
function introduced(page: Page, list: string, isQuoted: boolean): readonly Introduced[] {
  const { lower, text, spanOf } = page;
  return [...wordSet(list)].flatMap((word) =>
    placesOf(lower, word).flatMap((at): readonly Introduced[] => {
      if (isWordCharacter(lower[at - 1]) || isWordCharacter(lower[at + word.length])) return [];
      let from = at + word.length;
      while (from - at - word.length < BETWEEN_MAX && BETWEEN.has(text[from] ?? '')) from += 1;
      const quote = CLOSING.get(text[from] ?? '');
      if (quote === undefined && isQuoted) return [];
      const start = quote === undefined ? from : from + 1;
      const end = quote === undefined ? clauseEnd(text, start) : text.indexOf(quote, start);
      const value = text.slice(start, Math.max(start, end)).trim();
      if (end < 0 || value.length > LENGTH_MAX || value.includes('\n')) return [];
      const { start: begins, end: ends } = sentenceAround(text, at, at + word.length);
      return [
        {
          value,
          sentence: text.slice(begins, ends),
          thing: { thing: 'command-line', value, deed: 'executed', spans: [spanOf(start, end)] },
        },
      ];
    }),
  );
}

/** Where the clause ends that begins here: at a comma or full stop before a blank, or with the line. */
function clauseEnd(text: string, from: number): number {
  for (let at = from; at < text.length && at - from <= LENGTH_MAX; at += 1) {
    if (text[at] === '\n') return at;
    if ((text[at] === ',' || text[at] === '.') && (text[at + 1] ?? ' ').trim() === '') return at;
  }
  return -1;
}

/** Options with a value to fill in, several in a row, as the usage of an own tool shows them: `-rh={remote host} -rp={remote port}`. */
function usages({ text, spanOf }: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  let at = text.indexOf('=');
  while (at >= 0) {
    const parts: string[] = [];
    let start = -1;
    let end = at;
    for (let option = optionAt(text, at); option !== undefined; option = optionAt(text, text.indexOf('=', end))) {
      if (parts.length > 0 && text.slice(end, option.start).trim() !== '') break;
      if (start < 0) start = option.start;
      parts.push(option.name);
      end = option.end;
    }
    const distinct = [...new Set(parts)];
    if (distinct.length >= OPTIONS_MIN)
      found.push({
        thing: 'command-line',
        value: text.slice(start, end),
        parts: distinct,
        title: 'Command With The Options Of A Reported Tool',
        deed: 'executed',
        spans: [spanOf(start, end)],
      });
    at = text.indexOf('=', Math.max(at, end - 1) + 1);
  }
  return found;
}

/** The option whose equals sign stands at a place, where a hole for its value follows. */
function optionAt(text: string, equals: number): { name: string; start: number; end: number } | undefined {
  if (equals < 0) return undefined;
  const closing = HOLES.get(text[equals + 1] ?? '');
  const end = closing === undefined ? -1 : text.indexOf(closing, equals);
  if (end < 0 || end - equals > LENGTH_MAX) return undefined;
  let start = equals;
  while (equals - start < OPTION_MAX && (isWordCharacter(text[start - 1]) || text[start - 1] === '-')) start -= 1;
  if (text[start] !== '-' || equals - start < 2 || (text[start - 1] ?? ' ').trim() !== '') return undefined;
  return { name: text.slice(start, equals + 1), start, end: end + 1 };
}
