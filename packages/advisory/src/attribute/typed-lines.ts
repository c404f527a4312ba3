import { wordRows, wordSet, words } from '../knowledge/load.js';
import type { Passage } from '../segment/passage.js';
import { isBlank } from '../text/characters.js';
import { endsWithAny, startsWithAny, trimStartOf } from '../text/ends.js';
import { isMadeOf, splitAtBlanks } from '../text/shape.js';

/** A line typed at a prompt, as a recorded session shows it. */
const TYPED = /^[ \t]*(?:[\w.-]+@[\w.-]+[^$#\n]{0,60}[$#]|[$#]|PS [A-Z]:\\[^>\n]{0,80}>)[ \t]+\S.*$/gm;
/** What a shell writes before a line that is typed. */
const PROMPT = /^(?:[\w.-]{1,40}@[\w.-]{1,60}[^$#\n]{0,60}[$#]|[$#>])[ \t]{0,20}/;
/** Most blanks before the first column of a listing and before a line that starts a program. */
const INDENT_MAX = 20;
const PROGRAM_NAME_MAX = 40;

/** Whether a passage is a listing of processes, sockets or open files, whose lines nobody typed. */
export function isListing({ block, text }: Passage): boolean {
  return block.type === 'code' && text.split('\n').some(isListingHead);
}

/** Whether a line is the column headings of a listing of processes, sockets or open files. */
function isListingHead(line: string): boolean {
  const head = trimStartOf(line, ' \t');
  if (line.length - head.length > INDENT_MAX) return false;
  const columns = wordRows('listing-columns');
  const [first = '', second = '', ...others] = splitAtBlanks(head);
  if (columns.get(first)?.has(second) || columns.get(`${first} ${second}`)?.has(others[0] ?? '')) return true;
  return first === 'PID' && [second, ...others].some((column) => startsWithAny(column, words('listing-late-columns')));
}

/** The text with its lines typed at a prompt replaced by blanks, so that offsets stay. */
export function withoutTypedLines(text: string): string {
  return text.replace(TYPED, blank);
}

/** The text without lines that start an analyst's tool (for samples, documents, memory or traffic), offsets kept. */
export function withoutAnalystsLines(text: string): string {
  const lines = text.split('\n');
  return lines.map((line) => (startsAnalystsTool(line) ? blank(line) : line)).join('\n');
}

function startsAnalystsTool(line: string): boolean {
  const typed = wordsTyped(line);
  const start = isLauncher(typed[0]) && typed.length > 2 ? 1 : 0;
  const program = programOf(typed[start] ?? '').toLowerCase();
  const next = typed[start + 1];
  if (next === undefined) return false;
  // UPX packs for the intruder and unpacks (`-d`) for the analyst.
  return wordSet('analysts-tools').has(program) || (program === 'upx' && next === '-d');
}

/** The words of a line behind its prompt; none where it is indented further than a typed line is. */
function wordsTyped(line: string): readonly string[] {
  const typed = trimStartOf(line, ' \t');
  if (line.length - typed.length > INDENT_MAX) return [];
  return splitAtBlanks(typed.replace(PROMPT, ''));
}

/** Whether a word starts the program named behind it: `sudo`, `python3.11`. */
function isLauncher(word = ''): boolean {
  const launcher = words('launching-programs').find((name) => word.startsWith(name));
  if (launcher === undefined) return false;
  return word === launcher || (launcher === 'python' && isVersion(word.slice(launcher.length)));
}

function isVersion(text: string): boolean {
  return [...text].every((character) => '0123456789.'.includes(character));
}

/** A program's name without its folder and the ending of a script; empty where the word is no name. */
function programOf(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  const bare = endsWithAny(name, ['.py', '.pl', '.exe', '.sh']) ? name.slice(0, name.lastIndexOf('.')) : name;
  return bare.length <= PROGRAM_NAME_MAX && isMadeOf(bare, '-') ? bare : '';
}

/** As many blanks as the text has characters; its own stay. */
export function blank(text: string): string {
  const blanks = Array.from({ length: text.length }, (_, at) => (isBlank(text[at]) ? text[at] : ' '));
  return blanks.join('');
}
