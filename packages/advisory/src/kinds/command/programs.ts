import { wordRows, wordSet } from '../../knowledge/load.js';
import type { CommandProgram, Span } from '../../model.js';
import { bareName, isPowerShell, toolOf } from '../../segment/programs.js';
import { joinsPrograms, type Word, wordsOf } from '../../segment/words.js';
import { isBlank } from '../../text/characters.js';
import { closesWith, opensWith, QUOTES, unquoted, withoutFirst, withoutLast } from '../../text/ends.js';
import { hasAny, isMadeOf } from '../../text/shape.js';
import { skip } from '../../text/stretches.js';
import { isCmdlet } from './cmdlets.js';

/** Most nested wrappers that are removed. */
const DEPTH_MAX = 3;
/** Operators between two programs of a line that do not belong to a script of PowerShell. */
const SHELLS_JOINS: ReadonlySet<string> = new Set(['&', '&&']);
const UNIX_SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);

/**
 * The programs that a command line starts, in order, each with its own arguments. A pipe or chain starts several. Wrappers that only start
 * another program (`cmd /c`, `sudo`, `cd … &&`) are left out; one that intruders choose to start it by (`conhost --headless`) comes before it.
 * Empty where the line has no word.
 */
export function programsIn(text: string, span: Span): readonly CommandProgram[] {
  const found = stretchesOf(text, wordsOf(text, span.start, span.end), DEPTH_MAX).flatMap(programOf);
  const working = found.filter(({ name }) => !wordSet('preparing-programs').has(name));
  return working.length > 0 ? working : found;
}

function programOf(words: readonly Word[]): readonly CommandProgram[] {
  const [head, ...rest] = words;
  if (head === undefined) return [];
  const written = unquoted(head.text);
  const end = rest.at(-1)?.end ?? head.end;
  return [{ name: bareName(written), head: written, start: head.start, end, arguments: rest }];
}

function stretchesOf(text: string, words: readonly Word[], depth: number): readonly (readonly Word[])[] {
  const inner = depth === 0 ? undefined : unwrap(text, words);
  if (inner !== undefined) return stretchesOf(text, inner, depth - 1);
  const parts = split(text, words);
  if (parts.length > 1) return parts.flatMap((part) => stretchesOf(text, part, depth));
  const started = depth === 0 ? undefined : indirectlyStarted(text, words);
  return started === undefined ? parts : [...parts, ...stretchesOf(text, started, depth - 1)];
}

/** The words of the known program that `conhost`, `forfiles` or such a one starts. */
function indirectlyStarted(text: string, words: readonly Word[]): readonly Word[] | undefined {
  const name = bareName(words[0]?.text ?? '');
  const after = wordSet('indirect-starters').has(name) ? wordRows('carriers').get(name) : undefined;
  if (after === undefined) return undefined;
  const follows = (index: number) => after.has('*') || after.has((words[index - 1] as Word).text.toLowerCase());
  for (const [index, word] of words.entries()) {
    if (index === 0 || !follows(index)) continue;
    const inner = word.quoted ? wordsOf(text, word.start + 1, word.end - 1) : words.slice(index);
    if (toolOf(bareName(inner[0]?.text ?? '')) !== undefined) return inner;
  }
  return undefined;
}

/** Words cut where one program ends and the next begins. */
function split(text: string, words: readonly Word[]): readonly (readonly Word[])[] {
  const head = words[0];
  const isScript = head !== undefined && (isPowerShell(bareName(head.text)) || isCmdlet(head.text));
  const found: Word[][] = [[]];
  for (const word of words) {
    if (!word.quoted && (isScript ? SHELLS_JOINS.has(word.text) : joinsPrograms(word.text))) {
      found.push([]);
      continue;
    }
    const pieces = word.quoted || isScript ? [word] : unglued(text, word);
    pieces.forEach((piece, index) => {
      if (index > 0) found.push([]);
      if (piece.end > piece.start) (found.at(-1) as Word[]).push(piece);
    });
  }
  return found.filter((part) => part.length > 0);
}

/** Splits a word at a separator without blanks: `a;` is one word that ends its program, `a&&b` is two. */
function unglued(text: string, word: Word): readonly Word[] {
  if (hasAny(word.text, QUOTES) || word.text.includes('://')) return [word];
  const pieceAt = (start: number, end: number): Word => ({ start, end, text: text.slice(start, end), quoted: false });
  let next = word.start;
  const pieces = withoutLast(word.text, ';')
    .split('&&')
    .map((piece) => {
      const start = next;
      next = start + piece.length + '&&'.length;
      return pieceAt(start, start + piece.length);
    });
  return word.text.endsWith(';') ? [...pieces, pieceAt(word.end, word.end)] : pieces;
}

/** The words after `cmd /c`, `bash -c`, `sudo` or `start`; undefined when there is no such wrapper. */
function unwrap(text: string, words: readonly Word[]): readonly Word[] | undefined {
  const head = words[0];
  if (head === undefined || words.length < 2) return undefined;
  const name = bareName(head.text);
  if (name === 'cd') return afterFolder(text, words);
  if (name === 'nohup') return words.slice(1);
  if (name === 'start') {
    const at = words.findIndex(
      (word, index) => index > 0 && !(word.text[0] === '/' && isMadeOf(word.text.slice(1), '')) && !word.quoted,
    );
    return at < 0 || toolOf(bareName((words[at] as Word).text)) === undefined ? undefined : words.slice(at);
  }
  if (name === 'sudo') {
    const at = words.findIndex((word, index) => index > 0 && toolOf(bareName(word.text)) !== undefined);
    return at < 0 || at > 4 ? undefined : words.slice(at);
  }
  return afterShell(text, words, name);
}

/** Whether an option makes a shell run what follows it: `/c`, also behind a quotation mark. */
const runsRestOnWindows = (option: string): boolean =>
  ['/c', '/k', '/r'].includes(withoutFirst(option, '"\'“').toLowerCase());

/** The same of Unix: `-c`, `-lc`. */
const runsRestOnUnix = (option: string): boolean =>
  option.startsWith('-') && option.endsWith('c') && isMadeOf(option.slice(1), '');

/** The length of a quotation mark and a switch that runs the rest of the quotation, with the blanks behind it; 0 where a word has none. */
function quotedSwitchLength(word: string): number {
  const start = skip(word, 1, isBlank);
  const end = skip(word, start + 2, isBlank);
  const isSwitch = ['/c', '/k', '/r', '-c'].includes(word.slice(start, start + 2).toLowerCase());
  return opensWith(word, '"\'“') && isSwitch && end > start + 2 ? end : 0;
}

function afterShell(text: string, words: readonly Word[], name: string): readonly Word[] | undefined {
  const isUnix = UNIX_SHELLS.has(name);
  if (name !== 'cmd' && !isUnix) return undefined;
  const runsRest = isUnix ? runsRestOnUnix : runsRestOnWindows;
  // In `cmd.exe "/c whoami"` the whole rest is quoted, with the switch; quotes inside may split it into several words.
  const only = words[1] as Word;
  const last = words.at(-1) as Word;
  const quoted = quotedSwitchLength(only.text);
  if (quoted > 0) {
    const end = closesWith(last.text, '"\'”') ? last.end - 1 : last.end;
    return nonEmpty(wordsOf(text, only.start + quoted, end));
  }
  const at = words.findIndex((word, index) => index > 0 && runsRest(word.text));
  if (at < 0 || at > 5) return undefined;
  const rest = words.slice(at + 1);
  const first = rest[0];
  if (rest.length === 1 && first?.quoted === true) return nonEmpty(wordsOf(text, first.start + 1, first.end - 1));
  if (first !== undefined && opensWith(first.text, '"\'“(') && !first.quoted)
    return nonEmpty(wordsOf(text, first.start + 1, last.end));
  return nonEmpty(rest);
}

/** `cd /d C:\\Web&next …`, as web shells send it: only what comes after the folder was typed. */
function afterFolder(text: string, words: readonly Word[]): readonly Word[] | undefined {
  const [start, end] = [(words[0] as Word).start, (words.at(-1) as Word).end];
  const chosen = /^cd\s+(?:\/d\s+)?[^\s&]{1,200}\s*&{1,2}\s*(?=\S)/i.exec(
    text.slice(start, Math.min(end, start + 300)),
  )?.[0];
  return chosen === undefined ? undefined : nonEmpty(wordsOf(text, start + chosen.length, end));
}

function nonEmpty(words: readonly Word[]): readonly Word[] | undefined {
  return words.length === 0 ? undefined : words;
}
