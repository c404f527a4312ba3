import { malformed } from '../query-fault.js';

/** One command of a search: its name in lower case, and the range of the text after it. */
export interface SplCommand {
  readonly name: string;
  /** Offset of the name. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Splits a search at the pipes outside of quotes and subsearches. A search that does not begin with a pipe begins with the command
 * `search`.
 */
export function splCommands(query: string): readonly SplCommand[] {
  const commands: SplCommand[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at <= query.length; at++) {
    const character = query[at];
    if (isEscape(query, at)) at++;
    else if (character === '"' || character === '`') at = endOfQuote(query, at);
    else if (character === '[') depth++;
    else if (character === ']') depth--;
    else if (at === query.length || (character === '|' && depth <= 0)) {
      const command = commandIn(query, start, at, commands.length === 0);
      if (command !== undefined) commands.push(command);
      start = at + 1;
    }
  }
  return commands;
}

const COMMENT = '```';

/** A search with its comments as blanks, so that all else stands where it stood. */
export function withoutComments(query: string): string {
  let text = '';
  let start = 0;
  for (let at = 0; at < query.length; at++) {
    if (query[at] === '"') at = endOfQuote(query, at);
    else if (isEscape(query, at)) at++;
    else if (query.startsWith(COMMENT, at)) {
      const end = query.indexOf(COMMENT, at + COMMENT.length);
      if (end < 0) throw malformed('this comment has no end', at);
      text += query.slice(start, at) + ' '.repeat(end + COMMENT.length - at);
      start = end + COMMENT.length;
      at = start - 1;
    }
  }
  return text + query.slice(start);
}

/** Whether the character behind a backslash here, outside of quotes, is one of a bare value: a quote, a pipe, or a backslash. */
export const isEscape = (query: string, at: number): boolean =>
  query[at] === '\\' && /["\\|]/.test(query[at + 1] ?? '');

/** A value without its escapes; a backslash before another character is one of the value. */
export const unescaped = (value: string): string => value.replace(/\\(["\\|])/g, '$1');

/** The offset of the quote that closes the one at `at`. */
export function endOfQuote(query: string, at: number): number {
  const quote = query[at];
  for (let index = at + 1; index < query.length; index++) {
    if (query[index] === quote) return index;
    if (query[index] === '\\' && quote === '"') index++;
  }
  throw malformed(`what begins with ${quote} here has no end`, at);
}

/** The offset of the bracket that closes the one at `at`. */
export function endOfBracket(query: string, at: number): number {
  let depth = 0;
  for (let index = at; index < query.length; index++) {
    const character = query[index];
    if (character === '"' || character === '`') index = endOfQuote(query, index);
    else if (isEscape(query, index)) index++;
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) return index;
  }
  throw malformed('this subsearch is never closed', at);
}

const NAME = /\s*([A-Za-z_]\w*)(?=\s|$)/y;

function commandIn(query: string, from: number, to: number, isFirst: boolean): SplCommand | undefined {
  const leading = from > 0 && query[from - 1] === '|';
  const blank = /\s*/y;
  blank.lastIndex = from;
  const begin = from + (blank.exec(query)?.[0].length ?? 0);
  if (begin >= to) return undefined;
  NAME.lastIndex = from;
  const found = NAME.exec(query);
  const name = found === null || from + found[0].length > to ? undefined : (found[1] as string).toLowerCase();
  if (isFirst && !leading && name !== 'search') return { name: 'search', at: begin, from: begin, to };
  if (query[begin] === '`') return { name: '`', at: begin, from: begin, to };
  if (name === undefined) throw malformed('a command is expected behind the pipe', begin);
  return { name, at: begin, from: begin + name.length, to };
}
