import { wordSet } from '../knowledge/load.js';

/** Text between white space, or a quoted part with its quotes. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether the whole word is one quoted argument. */
  readonly quoted: boolean;
}

/** Closing marks of a quotation. Word processors and scrapes mix straight and curly ones. */
const CLOSING: Readonly<Record<string, string>> = { '"': '"”', "'": "'’", '“': '”"', '”': '”"', '‘': "’'", '`': '`' };
/** Longer quoted arguments are split at white space like other text, so that a stray quote cannot swallow a page. */
const QUOTED_MAX = 1200;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/**
 * Splits text into words as a shell would, keeping offsets. A quote at the beginning of a word runs to its closing mark on the same line;
 * an unclosed one is an ordinary character. Escaped quotes (`\"`) do not close.
 */
export function wordsOf(text: string, from = 0, to = text.length): readonly Word[] {
  const words: Word[] = [];
  let at = from;
  while (at < to) {
    if (isSpace(text, at)) {
      at += 1;
      continue;
    }
    const start = at;
    let quoted = false;
    while (at < to && !isSpace(text, at)) {
      const close = CLOSING[text[at] as string];
      const end = close === undefined || !opensQuote(text, start, at) ? -1 : closingQuote(text, at, close, to);
      if (end > 0) {
        quoted = at === start && (end + 1 >= to || /[\s,.;:)\]]/.test(text[end + 1] ?? ' '));
        at = end + 1;
      } else {
        at += 1;
      }
    }
    words.push({ start, end: at, text: text.slice(start, at), quoted });
  }
  return words;
}

/** Whether a character is white space (`\s`). Called for every character, so ordinary ones are decided by their code. */
function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > SPACE && code < NO_BREAK_SPACE) return false;
  return /\s/.test(text[at] as string);
}

/** Whether a quote opens here: at the word's beginning or after `=`, `:`, `(`, `,` and the like. Inside a word it is an apostrophe. */
function opensQuote(text: string, start: number, at: number): boolean {
  return at === start || /[=:(,[{/]/.test(text[at - 1] ?? '') || (text[at - 1] === '\\' && at - 1 === start);
}

function containsAny(text: string, characters: string): boolean {
  return [...characters].some((character) => text.includes(character));
}

function closingQuote(text: string, open: number, close: string, to: number): number {
  const limit = Math.min(to, open + QUOTED_MAX);
  const escaped = text[open - 1] === '\\';
  for (let at = open + 1; at < limit; at += 1) {
    const char = text[at];
    if (char === '\n') return -1;
    // A sentence that begins inside means that the quote was never closed.
    if (char === '.' && /^\.\s+[A-Z][a-z]*\s+[a-z]/.test(text.slice(at, at + 40))) return -1;
    if (!close.includes(char as string)) continue;
    if ((text[at - 1] === '\\' && text[at - 2] !== '\\') !== escaped) {
      // A path that ends in a backslash before its closing quote is not an escape.
      if (!escaped && /[\s]|$/.test(text[at + 1] ?? ' ') && !containsAny(text.slice(at + 1, limit), close)) return at;
      continue;
    }
    // An apostrophe inside a word ("isn't") does not close a quotation.
    if (char === "'" || char === '’') {
      if (/\w/.test(text[at + 1] ?? '') && /\w/.test(text[at - 1] ?? '')) continue;
    }
    return at;
  }
  return -1;
}

/** Whether a word occurs in sentences and not in command lines. Letter case counts: `AND` is an operator. */
export function isFunctionWord(word: string): boolean {
  return (
    wordSet('function-words').has(word) ||
    (/^[A-Z][a-z]+$/.test(word) && wordSet('function-words').has(word.toLowerCase()))
  );
}

/**
 * Whether a word is ordinary English, in small letters or capitalised as at the beginning of a sentence. Commands have such words too, as
 * values.
 */
export function isProseWord(word: string): boolean {
  if (!/^[A-Z]?[a-z]+$/.test(word)) return false;
  const lower = word.toLowerCase();
  return wordSet('function-words').has(lower) || wordSet('prose-words').has(lower);
}

/** Whether a word looks like an argument rather than prose: an option, a path, an address, a variable, an assignment, a placeholder … */
export function isArgument(word: string): boolean {
  if (/^["'“‘`]/.test(word)) return true;
  if (/^[-–—/+](?:[A-Za-z?]|-[a-z])/.test(word)) return true;
  if (/^-\d{1,2}$/.test(word)) return true;
  if (/^[<[{%$@*~#]/.test(word) && word.length > 1) return true;
  if (/[\\=%$<>{}|^*]/.test(word)) return true;
  if (/^(?:https?|hxxps?|ftp|ldap):/i.test(word) || /:\/\//.test(word)) return true;
  if (/^[\w.-]+:[\w/\\.[\]-]+$/.test(word) && !/[.:]$/.test(word)) return true;
  if (/\w\/\w/.test(word) && !/^(?:and\/or|his\/her|he\/she)$/.test(word)) return true;
  if (/^\d[\d.,:]*$/.test(word)) return true;
  if (/^(?=\w*\d)(?=\w*[A-Za-z])\w{10,}$/.test(word)) return true;
  if (/^(?:HKLM|HKCU|HKCR|HKU|HKEY_)/.test(word)) return true;
  const ending = /\.([a-z\d-]{1,10})[),.;:'"”’]*$/i.exec(word)?.[1];
  return ending !== undefined && wordSet('file-endings').has(ending.toLowerCase());
}

/** Whether a word joins commands or redirects one: the next word begins a command or names a file. */
export function isOperator(word: string): boolean {
  return /^(?:\|{1,2}|&{1,2}|;|>{1,2}|<{1,2}|\d?>{1,2}&?\d?|2>\/dev\/null|&>|\^)$/.test(word);
}
