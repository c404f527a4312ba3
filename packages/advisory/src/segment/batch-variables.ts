import { wordRows } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { isWordCharacter } from '../text/characters.js';
import { trimEndOf, unquoted } from '../text/ends.js';
import { isAll } from '../text/stretches.js';

/** How far before a command its batch file may set a variable. */
const WITHIN = 4_000;
const VALUE_MAX = 60;

/** A part of a command line, and where it stands. */
interface Part extends Span {
  readonly text: string;
}

/** Whether a text is the name of a variable that a batch file sets itself: the system has none of it, and no command line of a log either. */
const isOwn = (name: string): boolean =>
  name !== '' && isAll(name, isWordCharacter) && !wordRows('windows-variables').has(name.toLowerCase());

/** What a word that is a batch file's variable alone held, by the line before it that set it: `set "NAME=Fen Sync"`. */
export function heldValue(text: string, word: string, at: number): string | undefined {
  const plain = unquoted(word);
  return plain[0] === '%' && plain.endsWith('%') ? setTo(text, plain.slice(1, -1), at) : undefined;
}

/** A line of a batch file with what its variables held in their place, as the log of processes has it. */
export function withHeldValues(text: string, line: string, at: number): string {
  const pieces = line.split('%');
  if (pieces.length < 3) return line;
  // A sign that begins no variable may stand before one that does.
  return pieces.reduce((written, piece, index) => {
    const held = index > 0 && index < pieces.length - 1 ? setTo(text, piece, at) : undefined;
    if (held !== undefined && written.endsWith('%')) return `${written.slice(0, -1)}${held}`;
    return index === pieces.length - 1 ? `${written}${piece}` : `${written}${piece}%`;
  }, '');
}

function setTo(text: string, name: string, at: number): string | undefined {
  if (!isOwn(name)) return undefined;
  const before = text.slice(Math.max(0, at - WITHIN), at);
  const lower = before.toLowerCase();
  const forms = [`set "${name}=`.toLowerCase(), `set ${name}=`.toLowerCase()] as const;
  const set = forms.find((each) => lower.includes(each));
  if (set === undefined) return undefined;
  const from = lower.lastIndexOf(set) + set.length;
  const value = trimEndOf(before.slice(from).split(set === forms[0] ? '"' : '\n', 1)[0] ?? '', ' "\r');
  return value.includes('%') || value.includes('\n') || value.length > VALUE_MAX ? undefined : value;
}

/** A part without the batch file's own variables in it: what stands before, between and behind them. */
export function aroundVariables(text: string, start: number): readonly Part[] {
  const pieces = text.split('%');
  let at = start;
  return pieces.flatMap((piece, index) => {
    const from = at;
    at += piece.length + 1;
    const isVariable = index > 0 && index < pieces.length - 1 && isOwn(piece);
    return isVariable || piece === '' ? [] : [{ text: piece, start: from, end: from + piece.length }];
  });
}
