import { wordSet } from '../../knowledge/load.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { bareName } from '../../segment/programs.js';
import { BLANKS, QUOTES, trimStartOf } from '../../text/ends.js';
import { splitAtBlanks } from '../../text/shape.js';
import { windowsPaths } from '../windows-paths.js';
import { linuxPaths } from './linux.js';

/** More words than these make a passage a sentence. */
const BARE_WORDS_MAX = 5;
/** Longer sentences tell something and introduce no list. */
const CAPTION_WORDS_MAX = 25;
/** What may stand around a path that is the only thing told. */
const isAround = (text: string): boolean => trimStartOf(text, `${BLANKS}${QUOTES}|*-`) === '';

/**
 * The passages that hold a path and hardly anything else, below a heading or words that say that what follows is the intruder's. The lines
 * between them (names, hashes, names of columns) belong to the same list.
 */
export function captionedFiles(told: readonly Passage[]): ReadonlySet<Passage> {
  const found = new Set<Passage>();
  let isIntruders = false;
  for (const passage of told) {
    if (isHead(passage))
      isIntruders = !hasWordOf('captions-of-others', passage.text) && (isIntruders || isOfFilesPut(passage));
    else if (!isOfList(passage)) isIntruders = saysIntruders(passage, isIntruders);
    else if (isIntruders && isPathAlone(passage)) found.add(passage);
  }
  return found;
}

/** Whether a row of a table may be the names of its columns. */
function isHead(passage: Passage): boolean {
  return passage.block.type === 'table-row' && pathsOf(passage).length === 0 && isOfPaths(passage.text);
}

/** Whether the names of columns say that files were put where one of them tells: "File name | Copied to". */
function isOfFilesPut({ text }: Passage): boolean {
  return hasWordOf('files-written', text);
}

/** Whether the names of columns name files or their paths. */
function isOfPaths(text: string): boolean {
  const words = splitAtBlanks(text.toLowerCase());
  return (
    words.length <= CAPTION_WORDS_MAX && words.some((word) => wordSet('file-name-words').has(word) || word === 'path')
  );
}

/** The paths in a passage, of Windows or else of Linux. */
function pathsOf(passage: Passage): readonly { readonly path: string; readonly at: Span }[] {
  const ofWindows = windowsPaths(passage);
  if (ofWindows.length > 0) return ofWindows;
  return linuxPaths(passage.text).map(({ path, start, end }) => ({ path, at: { start, end } }));
}

/** Whether a passage is one of a list rather than words about it. */
function isOfList(passage: Passage): boolean {
  const text = passage.text.trim();
  if (wordSet('column-names').has(text.toLowerCase())) return true;
  if (passage.block.type === 'heading' || text.endsWith(':')) return false;
  if (passage.block.type === 'table-row' || isPathAlone(passage)) return true;
  const isCaption = hasWordOf('captions-of-others', text) || hasWordOf('captions-of-intruders', text);
  // The name of a file or a hash may hold such words too.
  return countWords(text) <= BARE_WORDS_MAX && (text.includes('.') || !isCaption);
}

/** Whether a passage is one path, maybe with what it is called; a row of a table may hold more. */
function isPathAlone(passage: Passage): boolean {
  const [path, ...others] = pathsOf(passage);
  const name = bareName(path?.path ?? '');
  if (path === undefined || wordSet('stock-programs').has(name) || wordSet('programs-linux').has(name)) return false;
  if (passage.block.type === 'table-row') return true;
  const before = passage.text.slice(0, path.at.start).split(':');
  const label = before.length === 2 ? (before[0] as string).trim().toLowerCase() : undefined;
  return (
    others.length === 0 &&
    isAround(before.at(-1) as string) &&
    isAround(passage.text.slice(path.at.end)) &&
    (before.length === 1 || (label !== undefined && wordSet('path-labels').has(label)))
  );
}

/** Whether what follows words is the intruder's. Where a short sentence says nothing of it, the heading above holds; a caption speaks for itself. */
function saysIntruders({ block, text }: Passage, before: boolean): boolean {
  const end = text.trimEnd().length;
  const { start } = sentenceAround(text, end - 1, end);
  const last = text.slice(start, end);
  if (hasWordOf('captions-of-others', last) || countWords(last) > CAPTION_WORDS_MAX) return false;
  if (hasWordOf('captions-of-intruders', last)) return true;
  return before && block.type !== 'heading' && !last.endsWith(':');
}

function countWords(text: string): number {
  return splitAtBlanks(text).length;
}
