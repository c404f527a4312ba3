import { hasWordOf } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator, IndicatorType, Span } from '../model.js';
import { type Passage, passageAt } from '../segment/passage.js';
import { isWordCharacter } from '../text/characters.js';
import { splitAtBlanks } from '../text/shape.js';
import { stretchesOf } from '../text/stretches.js';
import { hashGroup, isOnlyBetween } from './hash-group.js';
import { hasHash, kindOfRecord } from './hash-record.js';
import { type HashKind, isAlike, kindsNamedIn } from './named-kinds.js';

/** How far from a hash the file may be named: in a row of its own, and in running text. */
const NEAR = { row: 200, prose: 50 } as const;
/** Longer lines tell something and are no record. */
const RECORD_WORDS_MAX = 18;
/** The same where it has several hashes. */
const RECORD_WORDS_OF_SEVERAL_MAX = 32;
/** Names as near as this on both sides belong to a list, of which it is not known on which side they stand. */
const BESIDE = 4;
const ROWS: ReadonlySet<string> = new Set(['table-row', 'list-item', 'code']);
const HASHES: ReadonlySet<IndicatorType> = new Set<IndicatorType>(['md5', 'sha1', 'sha256']);

/** The kind of the file that a hash among the indicators is of, as the words of its line or its record say; undefined where they do not. */
export function hashKind(doc: AdvisoryDocument, { type, spans }: Indicator): HashKind | undefined {
  if (!HASHES.has(type)) return undefined;
  for (const span of spans) {
    const kind = kindAt(doc, span);
    if (kind !== undefined) return kind;
  }
  for (const { start } of spans) {
    const kind = kindOfRecord(doc, start);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/**
 * Whether the row of a hash says that its file is somebody's honest program, as one is that an intruder's library was loaded by. One that only
 * looks like that is the intruder's.
 */
export function isGenuineFile(doc: AdvisoryDocument, { type, spans }: Indicator): boolean {
  const { text } = doc;
  if (!HASHES.has(type)) return false;
  return spans.some((span) => {
    const { start, end } = hashGroup(doc, span);
    const before = lastLine(text.slice(Math.max(0, start - NEAR.row), start));
    const after = firstLine(text.slice(end, end + NEAR.row));
    // In a line of several hashes with their words, only a name right behind one tells that the words after it are of that file.
    if (hasHash(before) || hasHash(after)) {
      const first = kindsNamedIn(after)[0];
      const isNameBehind = first?.isName === true && isOnlyBetween(after.slice(0, first.start));
      return isNameBehind && hasWordOf('files-called-genuine', upToHash(after));
    }
    // What a further sentence calls legitimate is something else.
    const own = after.split('. ', 1)[0] ?? '';
    return [before, own].some((part) => hasWordOf('files-called-genuine', part) && !hasWordOf('looks-genuine', part));
  });
}

function kindAt(doc: AdvisoryDocument, { start, end }: Span): HashKind | undefined {
  const passage = passageAt(doc, start);
  if (passage === undefined) return undefined;
  const group = hashGroup(doc, { start, end });
  const { left, right } = besideGroup(passage, group);
  const before = kindsNamedIn(left).at(-1);
  const after = kindsNamedIn(right)[0];
  if (before === undefined || after === undefined) return (before ?? after)?.kind;
  const isNameBehind = after.isName && isOnlyBetween(right.slice(0, after.start));
  if (before.isName && isNameBehind && group.named !== undefined) return { before, after }[group.named].kind;
  const [toBefore, toAfter] = [left.length - before.end, after.start];
  if (toBefore >= BESIDE || toAfter >= BESIDE) return toBefore <= toAfter ? before.kind : after.kind;
  if (isAlike(before.kind, after.kind)) return before.kind;
  // Of a file's name and a word, the word belongs to the file before or after this one.
  return before.isName === isNameBehind ? undefined : (isNameBehind ? after : before).kind;
}

/** What stands on both sides of the hashes of one file that can say what they are of. */
function besideGroup({ block, start, text }: Passage, group: Span): { readonly left: string; readonly right: string } {
  const [at, stop] = [group.start - start, group.end - start];
  const isRow = ROWS.has(block.type) || isShortLine(text, at, RECORD_WORDS_MAX);
  const isOfSeveral = !isRow && hasOtherHash(text, at, stop) && isShortLine(text, at, RECORD_WORDS_OF_SEVERAL_MAX);
  const near = isRow || isOfSeveral ? NEAR.row : NEAR.prose;
  const rest = firstLine(text.slice(stop, stop + near));
  return { left: lastLine(text.slice(Math.max(0, at - near), at)), right: isOfSeveral ? upToHash(rest) : rest };
}

/** Whether the line of a place has so few words that it is a record: "MD5: … SHA256: … File name: …". */
function isShortLine(text: string, at: number, most: number): boolean {
  const before = lastLine(text.slice(Math.max(0, at - NEAR.row), at));
  const after = firstLine(text.slice(at, at + NEAR.row));
  return splitAtBlanks(before).length + splitAtBlanks(after).length <= most;
}

/** Whether the line of hashes of one file has those of another. */
function hasOtherHash(text: string, at: number, after: number): boolean {
  return [lastLine(text.slice(Math.max(0, at - NEAR.row), at)), firstLine(text.slice(after, after + NEAR.row))].some(
    hasHash,
  );
}

/** A text before the next hash, behind which the words are of another file. */
function upToHash(text: string): string {
  const next = stretchesOf(text, isWordCharacter).find((stretch) => hasHash(stretch.text));
  return next === undefined ? text : text.slice(0, next.start);
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function firstLine(text: string): string {
  const stop = text.indexOf('\n');
  return stop < 0 ? text : text.slice(0, stop);
}
