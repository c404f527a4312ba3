import { isVerbOf } from '../deeds/verbs.js';
import { knownCommands, wordRows, wordSet } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { isAnyCapital, isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { CLOSING_OF, CLOSING_QUOTES, lowerEnding, OPENING_QUOTES, withoutFileEnding } from '../text/ends.js';
import { hasAny, hasBlank, splitAtBlanks } from '../text/shape.js';
import { isAll, skipBack } from '../text/stretches.js';

const QUOTED_MAX = 160;
const VARIABLE_MAX = 30;
/** Characters that no path has, and what ends one. */
const NO_PATH = '/*?"<>|,;\n';

/**
 * The places of paths in quotes whose last part has a blank, which would end them elsewhere: "C:\\Fen\\host service.exe".
 */
export function quotedPaths(text: string): readonly Span[] {
  return [':\\', '%\\'].flatMap((root) =>
    placesOf(text, root).flatMap((at): readonly Span[] => {
      const start = root === ':\\' ? at - 1 : text.lastIndexOf('%', at - 1);
      const closing = at - start > VARIABLE_MAX ? undefined : CLOSING_OF.get(text[start - 1] ?? '');
      const length = closing === undefined ? -1 : text.slice(at + 1, at + QUOTED_MAX).indexOf(closing);
      if (length < 0) return [];
      const path = text.slice(at + 1, at + 1 + length);
      const name = path.slice(path.lastIndexOf('\\') + 1);
      // A file's ending before the blank: what follows are arguments.
      const isName = hasBlank(name) && !name.slice(0, name.lastIndexOf(' ')).includes('.');
      const isWhole = isName && !hasAny(path, NO_PATH) && wordSet('reported-endings').has(lowerEnding(name));
      return isWhole ? [{ start, end: at + 1 + length }] : [];
    }),
  );
}

/** Longest beginning of a name in quotes, before its last word. */
const NAME_BEGINNING_MAX = 60;
const isOfQuotedName = (character: string): boolean => isWordCharacter(character) || ' -().&,#+'.includes(character);

/** Where a name with blanks begins whose last word stands at a place; the place itself where it has no blanks. */
export function nameFrom(text: string, span: Span): number {
  const quoted = quotedNameFrom(text, span);
  return quoted === span.start ? capitalNameFrom(text, span) : quoted;
}

/** What stands around the cells of a row, and around lines. */
const EDGES = '|\n\t';
/** A word that ends in a point ends a sentence. */
const isOfTitle = (word = ''): boolean =>
  (isAnyCapital(word[0]) || isDigit(word[0])) && isAll(word, isOfName) && !word.endsWith('.');
const isOfName = (character: string): boolean => character !== ',' && isOfQuotedName(character);

/**
 * The same of words with capitals or numbers, behind a word that a name follows ("ran Fen Updater.exe", "a file named Levy 12.pdf.exe") or the name
 * before, or which fill their cell.
 */
function capitalNameFrom(text: string, { start, end }: Span): number {
  if (text[start - 1] !== ' ' || !isOfTitle(text[start])) return start;
  const edge = skipBack(text, start, (character) => !EDGES.includes(character), NAME_BEGINNING_MAX);
  const words = text.slice(edge, start - 1).split(' ');
  const at = words.findLastIndex((word) => !isOfTitle(word));
  const beginning = words.slice(at + 1);
  if (!isAnyCapital(beginning[0]?.[0]) || beginning.some(isLabel) || isTool(beginning.join(' '))) return start;
  const from = start - beginning.join(' ').length - 1;
  const before = words[at]?.toLowerCase() ?? '';
  if ((before.endsWith(',') && before.includes('.')) || isBeforeName(before)) return from;
  const [left = '|', right = '|'] = [text[edge - 1], text.slice(end, end + 2).trimStart()[0]];
  const isCell = EDGES.includes(left) && EDGES.includes(right) && (left === '|' || right === '|');
  return isCell && before === '' ? from : start;
}

/** "Cobalt Strike fen.exe": the file of a known tool. */
const isTool = (name: string): boolean =>
  wordSet('intruders-consoles').has(name.toLowerCase()) ||
  ['named-tools', 'remote-tools'].some((list) => wordRows(list).has(name.toLowerCase()));

/** "File Name fen.dll" in a record. */
const isLabel = (word: string): boolean =>
  ['before-file-names', 'name-words'].some((list) => wordSet(list).has(word.toLowerCase()));

/** Deeds of which a name may be the object. */
const BEFORE_NAMES = ['executed', 'started', 'dropped', 'written', 'copied', 'installed'] as const;
const JOINTS: ReadonlySet<string> = new Set(['as', 'and', 'or']);
const isBeforeName = (word: string): boolean =>
  JOINTS.has(word) || wordSet('name-givers').has(word) || isVerbOf(BEFORE_NAMES, word);

/** Where it begins in quotes: "hr update.vbs". The place itself where it is not in quotes, or a command. */
function quotedNameFrom(text: string, { start, end }: Span): number {
  if (text[start - 1] !== ' ' || !CLOSING_QUOTES.includes(text[end] ?? ' ')) return start;
  const from = skipBack(text, start, isOfQuotedName, NAME_BEGINNING_MAX);
  const words = splitAtBlanks(text.slice(from, start).trimEnd());
  if (!OPENING_QUOTES.includes(text[from - 1] ?? ' ') || text[from] === ' ' || words.length === 0) return start;
  // "Heron - file core.dll" describes a file.
  if (wordSet('before-file-names').has(words.at(-1)?.toLowerCase() ?? '')) return start;
  const isCommand = isProgram(words[0] ?? '') || words.some((word) => word.length > 1 && word.startsWith('-'));
  return isCommand ? start : from;
}

const isProgram = (word: string): boolean => knownCommands().has(withoutFileEnding(word.toLowerCase()));
