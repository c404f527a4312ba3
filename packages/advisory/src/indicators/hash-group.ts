import type { AdvisoryDocument, Span } from '../model.js';
import { onceEach } from '../once.js';
import { isLetter, isWordCharacter } from '../text/characters.js';
import { trimEndOf, trimStartOf } from '../text/ends.js';
import { hasBlank, splitAtBlanks } from '../text/shape.js';
import { isAll, stretchesOf } from '../text/stretches.js';
import { isHash } from './hash-record.js';

/** The hashes of one file that stand together, and where its name stands in a list of names and hashes by turns. */
export interface HashGroup extends Span {
  readonly named?: 'before' | 'after';
}

/** What stands between the hashes of one file in a line, and between them and its name. */
const BETWEEN = ' \t\u00a0|,;:/()';
/** How far before hashes a name is read. */
const NAME_MAX = 80;
const ENDING_MAX = 5;

/** Whether a text between a hash and a name is nothing but signs. */
export function isOnlyBetween(text: string): boolean {
  return trimStartOf(text, BETWEEN) === '';
}

const groupsOf = onceEach(new WeakMap<AdvisoryDocument, ReadonlyMap<number, HashGroup>>(), readGroups);

/** The hashes of one file with the one at a place: "MD5 SHA-1 SHA-256 fen.dll" without a word between them. Those of one length are of several files. */
export function hashGroup(doc: AdvisoryDocument, { start, end }: Span): HashGroup {
  return groupsOf(doc).get(start) ?? { start, end };
}

/** All hashes of a text by where they begin, with their groups. Reads the text once. */
function readGroups({ text }: AdvisoryDocument): ReadonlyMap<number, HashGroup> {
  const groups: Group[] = [];
  for (const { text: word, start, end } of stretchesOf(text, isWordCharacter)) {
    if (!isHash(word)) continue;
    const last = groups.at(-1);
    const isSame = last !== undefined && !last.lengths.has(word.length) && isOnlyBetween(text.slice(last.end, start));
    if (!isSame) groups.push({ start, end, hashes: [start], lengths: new Set([word.length]) });
    else {
      last.end = end;
      last.hashes.push(start);
      last.lengths.add(word.length);
    }
  }
  const found = new Map<number, HashGroup>();
  for (const list of listsOf(text, groups)) {
    const named = sideOf(text, list);
    for (const { start, end, hashes } of list)
      for (const hash of hashes) found.set(hash, { start, end, ...(named === undefined ? {} : { named }) });
  }
  return found;
}

interface Group {
  readonly start: number;
  end: number;
  readonly hashes: number[];
  readonly lengths: Set<number>;
}

/** Groups between which a name and perhaps a remark on it stand belong to one list; where a second name ends it, another list begins. */
function listsOf(text: string, groups: readonly Group[]): readonly (readonly Group[])[] {
  const lists: Group[][] = [];
  for (const group of groups) {
    const last = lists.at(-1)?.at(-1);
    const isNear = last !== undefined && group.start - last.end < NAME_MAX;
    if (isNear && isOneName(text.slice(last.end, group.start))) lists.at(-1)?.push(group);
    else lists.push([group]);
  }
  return lists;
}

/** Whether what stands between two hashes begins with a name and ends with no other: "fen.dll" ends one line and "heron.exe" begins the next. */
function isOneName(between: string): boolean {
  const words = splitAtBlanks(trimEndOf(trimStartOf(between, `${BETWEEN}\n`), `${BETWEEN}\n`));
  return isName(firstWord(between)) && (words.length < 2 || !isName(words.at(-1) as string));
}

/** On which side of its hashes each name of a list stands: the list begins with a name, or ends with one. */
function sideOf(text: string, list: readonly Group[]): 'before' | 'after' | undefined {
  const [first, last] = [list[0] as Group, list.at(-1) as Group];
  const before = trimEndOf(text.slice(Math.max(0, first.start - NAME_MAX), first.start), BETWEEN);
  const isBegun = isName(before.slice(lastBlank(before) + 1));
  const isEnded = isName(firstWord(text.slice(last.end, last.end + NAME_MAX)));
  if (isBegun === isEnded) return undefined;
  return isBegun ? 'before' : 'after';
}

function lastBlank(text: string): number {
  return Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'), text.lastIndexOf('\t'));
}

/** The first word of a text, without the signs around it. */
function firstWord(text: string): string {
  return trimEndOf(splitAtBlanks(trimStartOf(text, BETWEEN))[0] ?? '', BETWEEN);
}

/** Whether a text is one name of a file. */
function isName(text: string): boolean {
  const dot = text.lastIndexOf('.');
  const ending = text.slice(dot + 1);
  return (
    dot > 0 &&
    !hasBlank(text) &&
    ending.length <= ENDING_MAX &&
    isLetter(ending[0] ?? ' ') &&
    isAll(ending, isWordCharacter)
  );
}
