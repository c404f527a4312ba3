import { hostSystem } from '../attribute/host-system.js';
import { isStandIn } from '../draft/stand-in.js';
import { kindsNamedIn } from '../indicators/named-kinds.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { isDigit, isLetter } from '../text/characters.js';
import { endingOf, trimEndOf, trimStartOf } from '../text/ends.js';
import { hasDigit, hasLetter, isMadeOf, isOfCode, isSmall, stretchesWithout } from '../text/shape.js';
import { isAll, oneOf } from '../text/stretches.js';
import { joined, type Page } from './page.js';

const NAME = { min: 7, max: 40 } as const;
const ENDING = { min: 2, max: 7 } as const;
/** How many words may stand between a verb and the "as" before a name: "is written to disk as". */
const BEFORE_AS = 5;
/** How many words may stand between "named" and its noun: "a file that is named". */
const BEFORE_NAMED = 4;
/** How many words before a name are looked at in all. */
const LOOKED_BACK = BEFORE_NAMED + BEFORE_AS + 1;
const NAMED = new Set(['named', 'called']);
/** What stands between what is written and the name: "writes its settings to Fen.cfgx". */
const INTO = new Set(['to', 'in', 'into', 'from']);
const OPENERS = '"“‘\'`(';
const CLOSERS = '"”’\'`),;:.';

interface Word {
  /** In small letters, without marks around it. */
  readonly word: string;
  /** Whether a mark behind it ends a clause. */
  readonly isLast: boolean;
}

/**
 * Finds files of an intruder whose names have an ending that no kind of file has, or none: "dropped MSO1234.win", "saved as Fen_encrypt", "the file
 * C:\\LoginCopy0". The words before a name say that it is a file's.
 */
export function findOddlyNamedFiles(page: Page): readonly FoundThing[] {
  const separator = hostSystem(page.doc.text) === 'windows' ? '\\' : '/';
  let columns: readonly number[] = [];
  const found = passagesOf(page.doc).flatMap((passage) => {
    const { type } = passage.block;
    if (type === 'code' || type === 'heading') return [];
    const isRow = type === 'table-row';
    const own = isRow ? columnsOfNames(passage) : [];
    if (own.length > 0 || !(isRow || isAll(passage.text, oneOf('|-: ')))) columns = own;
    return [...filesIn(passage, separator), ...(isRow ? filesOfRow(passage, columns, separator) : [])];
  });
  return joined(found, ({ thing, value }) => `${thing} ${value.toLowerCase()}`);
}

/** The columns of a table whose heads say that names of files stand in them. */
function columnsOfNames({ text }: Passage): readonly number[] {
  return stretchesWithout(text, '|').flatMap((cell, at) =>
    wordSet('file-labels').has(cell.text.trim().toLowerCase()) ? [at] : [],
  );
}

/** The odd names in the columns of a row for names of files; one that the row calls a library is loaded, too. */
function filesOfRow({ start, text }: Passage, columns: readonly number[], separator: string): readonly FoundThing[] {
  const cells = stretchesWithout(text, '|');
  const isLibrary = kindsNamedIn(text).some(({ kind }) => kind === 'library');
  return columns.flatMap((at): readonly FoundThing[] => {
    const cell = cells[at];
    const value = cell?.text.trim() ?? '';
    if (cell === undefined || shapeOf(value, separator) !== 'odd' || isStandIn(value)) return [];
    const from = start + cell.start + cell.text.indexOf(value);
    const spans = [{ start: from, end: from + value.length }];
    const file: FoundThing = { thing: 'file-name', value, deed: 'dropped', spans };
    return isLibrary ? [file, { thing: 'library', value, deed: 'loaded', spans }] : [file];
  });
}

function filesIn(passage: Passage, separator: string): readonly FoundThing[] {
  const words = stretchesWithout(passage.text, ' \n\t');
  return words.flatMap((written, at): readonly FoundThing[] => {
    if (written.text.length < NAME.min) return [];
    const opened = trimStartOf(written.text, OPENERS);
    const value = trimEndOf(opened, CLOSERS);
    const shape = shapeOf(value, separator);
    if (shape === undefined || isStandIn(value)) return [];
    const before = words.slice(Math.max(0, at - LOOKED_BACK), at).map(wordOf);
    if (!isIntroduced(before, before.length, shape) && !(shape === 'odd' && isListed(before, separator))) return [];
    const start = passage.start + written.end - opened.length;
    const thing = shape === 'path' ? 'file-path' : 'file-name';
    return [{ thing, value, deed: 'dropped', spans: [{ start, end: start + value.length }] }];
  });
}

function wordOf({ text: written }: { readonly text: string }): Word {
  const opened = trimStartOf(written, OPENERS);
  const text = trimEndOf(opened, CLOSERS);
  return {
    word: text.toLowerCase(),
    isLast: [...opened.slice(text.length)].some((mark) => ',;:.'.includes(mark)),
  };
}

type Shape = 'path' | 'odd' | 'bare';

/** What a word is written like; undefined where it is no odd name of a file. */
function shapeOf(name: string, separator: string): Shape | undefined {
  if (name.length < NAME.min || name.length > NAME.max) return undefined;
  if (separator === '\\' && isLetter(name[0]) && name.startsWith(':\\', 1)) return isOddPath(name) ? 'path' : undefined;
  if (!isLetter(name[0]) && !isDigit(name[0])) return undefined;
  if (isMadeOf(name, '_-')) return isMixed(name) ? 'bare' : undefined;
  const ending = endingOf(name);
  const stem = name.slice(0, name.length - ending.length - 1);
  const isOdd =
    ending.length >= ENDING.min &&
    ending.length <= ENDING.max &&
    (isSmall(ending) || (isMadeOf(ending, '') && hasDigit(ending))) &&
    !wordSet('reported-endings').has(ending) &&
    isMadeOf(stem, '_-');
  return isOdd && isOfCode(stem) && hasLetter(stem) ? 'odd' : undefined;
}

/** Whether a path is that of a file without ending, in a folder that is the same on every host. */
function isOddPath(path: string): boolean {
  const [first = '', ...more] = path.slice(3).split('\\');
  const isOfUser = first.toLowerCase() === 'users' && more[0]?.toLowerCase() !== 'public';
  return isMadeOf(path.slice(3), '\\_-') && !isOfUser && isMixed(more.at(-1) ?? first);
}

/** Whether a name has a digit or an underscore among letters: `Fen_encrypt`. An inner capital alone has any product's. */
function isMixed(name: string): boolean {
  return (hasDigit(name) || name.includes('_')) && hasLetter(name);
}

/** Whether the words before a name say that it is that of a file which was brought. */
function isIntroduced(words: readonly Word[], at: number, shape: Shape): boolean {
  const before = words[at - 1];
  if (before === undefined || before.isLast) return false;
  if (before.word === 'as')
    return isWritten(words, at - 1, BEFORE_AS) && !clauseBefore(words, at - 1, BEFORE_AS).some(isOther);
  const said = clauseBefore(words, at - 1, BEFORE_NAMED + BEFORE_AS);
  const isKept = shape === 'odd' && said.some(({ word }) => wordSet('files-read').has(word));
  if (NAMED.has(before.word)) return isFile(words, at - 1) && (isKept || isWritten(words, at - 1, said.length));
  if (INTO.has(before.word))
    return isFile(words, at - 1, 'file-contents') && (isKept || isWritten(words, at - 1, BEFORE_AS));
  if (before.word === 'file') return shape !== 'bare' && isWritten(words, at - 1, BEFORE_AS);
  return shape === 'odd' && DROPPED.has(before.word);
}

/** Whether an odd name stands behind "files", perhaps with others, where the sentence says before that that they were written: "retrieves two files, F3n.cfgx and". */
function isListed(words: readonly Word[], separator: string): boolean {
  const noun = words.findLastIndex(({ word }) => !IN_LISTS.has(word) && shapeOf(word, separator) === undefined);
  return FILES.has(words[noun]?.word ?? '') && isWritten(words, noun, BEFORE_AS);
}

const FILES = new Set(['file', 'files', 'payloads']);
const IN_LISTS = new Set(['and', 'or', 'named', 'called']);

/** Whether a word before "as" begins something else than how a file was written: "and was detected as". */
function isOther({ word }: Word): boolean {
  return word === 'and' || wordSet('named-by-others').has(word);
}

/** Verbs whose object is a file and nothing else. */
const DROPPED = new Set(['drops', 'dropped', 'dropping']);

/** Whether a word shortly before "named" is one for a file. */
function isFile(words: readonly Word[], at: number, nouns = 'nouns-of-files'): boolean {
  return clauseBefore(words, at, BEFORE_NAMED).some(({ word }) => wordSet(nouns).has(word));
}

function isWritten(words: readonly Word[], at: number, within: number): boolean {
  return clauseBefore(words, at, within).some(({ word }) => wordSet('files-written').has(word));
}

/** The words before a place, at most some, back to the end of another clause. */
function clauseBefore(words: readonly Word[], at: number, most: number): readonly Word[] {
  const near = words.slice(Math.max(0, at - most), at);
  return near.slice(near.findLastIndex(({ isLast }) => isLast) + 1);
}
