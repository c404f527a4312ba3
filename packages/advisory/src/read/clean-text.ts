import { wordSet } from '../knowledge/load.js';
import { isBlank } from '../text/characters.js';
import { opensWith } from '../text/ends.js';
import { lastWord, withSingleBlanks } from '../text/shape.js';

/**
 * Line ends other than `\n`, spaces other than the plain one, control characters, and the invisible ones that split words and indicators: soft
 * hyphens, zero-width characters, directional marks and byte-order marks.
 */
const UNCLEAN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here.
  /\r\n?|[\u0000-\u0008\u000b-\u001f\u007f\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u2069\u3000\ufeff\ufffe\uffff]/g;
/** The bracketed dot of an address in or beside which a line ended, and that of a program's file, which nobody follows. */
const BRACKETED_DOT =
  /\[(?:\.\s{1,4}|\s{1,4}\.)\]|(?<=\w)\r?\n(?=\[\.\]\w)|(?<=\w\[\.\])\r?\n(?=[a-z\d])|(?<=\w)\[\.\](?=[a-z]\w\w\b)/g;
const BRACKETED = '[.]';
const ENDING = 'exe'.length;
const isOfProgram = (ending: string): boolean => wordSet('program-file-endings').has(ending);
const ADDRESS_MAX = 300;
/** Vertical tabs and form feeds end lines too. */
const LINE_ENDS = '\r\v\f\u2028\u2029';
const BYTE_ORDER_MARK = '\ufeff';

function cleaned(found: string): string {
  if (opensWith(found, LINE_ENDS)) return '\n';
  return isBlank(found) && found !== BYTE_ORDER_MARK ? ' ' : '';
}

/**
 * The text without invisible and control characters, with every kind of space as a plain one and every line end as `\n`. Lines and runs of
 * blanks stay, since code needs them; those that break the dot of an address go, and the brackets around the one of a
 * program's name.
 */
export function cleanText(text: string): string {
  const whole = text.replace(BRACKETED_DOT, (found, at: number) => {
    if (!found.startsWith('[')) return '';
    if (found !== BRACKETED || !isOfProgram(text.slice(at + BRACKETED.length, at + BRACKETED.length + ENDING)))
      return BRACKETED;
    // In a web address it tells that nobody is to follow it.
    return lastWord(text.slice(Math.max(0, at - ADDRESS_MAX), at)).includes('://') ? BRACKETED : '.';
  });
  return whole.replace(UNCLEAN, cleaned);
}

/** As one line: every run of white space becomes one blank, none at the ends. */
export function oneLine(text: string): string {
  return withSingleBlanks(cleanText(text)).trim();
}

/** Code with tabs kept, without blanks before line ends, and without blank lines at the ends or doubled inside. */
export function codeText(text: string): string {
  const lines = cleanText(text)
    .split('\n')
    .map((line) => line.trimEnd());
  const kept: string[] = [];
  for (const line of lines) {
    if (line !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(line);
  }
  while (kept.at(-1) === '') kept.pop();
  return kept.join('\n');
}
