import { wordSet } from '../knowledge/load.js';
import { hasAny, isMadeOf, startsWithSmall } from '../text/shape.js';
import { headAt } from './heads.js';
import type { CommandSpan } from './model.js';
import type { Passage } from './passage.js';
import { stringEnd } from './quoted-string.js';
import { isArgument, wordsOf } from './words.js';

/** A name, the opening of its arguments, and the first string's opening mark. */
const CALL =
  /([A-Za-z_]\w{0,40}(?:::new)?)\s{0,2}(?:\(\s{0,20}(?:new\s\w{0,40}\s?)?[[{(]?\s{0,20}|\s)[bfru@$]{0,2}(?=["'“])/g;
/** The marks that close a string, by the one that opens it. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"”'],
  ['“', '"”'],
  ["'", "'"],
]);
const LENGTH = { least: 1, most: 1000 };
/** What may stand between the strings of one call: commas, brackets, and names of further arguments. */
const BETWEEN = /\s{0,20}(?:[,+&)\]\s]{0,20}(?:\.args?\(\s?&?\[?|Arguments\s?=|new\s?\[?\]?\s?\{)?)\s{0,20}(?=["'“])/y;
const STRINGS_MAX = 24;

/**
 * Command lines that a program in another language starts, with their parts in separate strings: `Process.Start("cmd.exe", "/c whoami")`,
 * `["reg", "add", …]`, `Command::new("sh").arg("-c")`, `xp_cmdshell 'whoami'`. A single string with a whole command is also found by its
 * quotation marks, but here in lines of code too. The span runs from the program to the last string's closing mark.
 */
export function callCommands(passage: Passage): readonly CommandSpan[] {
  const { text } = passage;
  if (!hasAny(text, '"“\'')) return [];
  const found: CommandSpan[] = [];
  for (const match of text.matchAll(CALL)) {
    const name = match[1] as string;
    if (!wordSet('launching-calls').has(name)) continue;
    const strings = stringsAt(text, match.index + match[0].length);
    const first = strings[0];
    const last = strings.at(-1);
    if (first === undefined || last === undefined) continue;
    const typed = strings.map(({ value }) => value).join(' ');
    const words = wordsOf(typed);
    const head = headAt(words, 0);
    const alone = words.length === 1 && name !== 'xp_cmdshell';
    if (head === undefined || alone || !(words.length === 1 || takesArguments(words.slice(1).map((word) => word.text))))
      continue;
    const place = {
      start: passage.start + first.start + 1,
      end: passage.start + (strings.length === 1 ? last.end - 1 : last.end),
    };
    found.push({
      ...place,
      shell: name === 'xp_cmdshell' ? 'sql' : 'code',
      program: head.program?.name ?? head.text.toLowerCase(),
      head: head.text,
      text: typed,
      block: passage.block,
      setting: 'quoted',
      programs: [place],
    });
  }
  return found;
}

function takesArguments(rest: readonly string[]): boolean {
  return rest.some((word) => isArgument(word)) || rest.every((word) => startsWithSmall(word) && isMadeOf(word, '-'));
}

interface Literal {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

function stringsAt(text: string, from: number): readonly Literal[] {
  const found: Literal[] = [];
  let at = from;
  while (found.length < STRINGS_MAX) {
    const marks = CLOSING.get(text.charAt(at));
    const close = marks === undefined ? undefined : stringEnd(text, at + 1, marks, LENGTH);
    if (close === undefined) break;
    found.push({ start: at, end: close + 1, value: text.slice(at + 1, close) });
    BETWEEN.lastIndex = close + 1;
    const between = BETWEEN.exec(text);
    if (between === null) break;
    at = BETWEEN.lastIndex;
  }
  return found;
}
