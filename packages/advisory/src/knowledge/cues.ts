import { onceEach } from '../once.js';
import { hasWord } from '../text/characters.js';
import { hasAny } from '../text/shape.js';
import type { Row } from './phrase-form.js';
import { type Phrase, type PhraseTable, phraseTable, type Reach } from './phrase-table.js';
import { operationTable } from './phrase-tables.js';
import { BARE_WORDS, grammar, type Token, type Told, tokensOf } from './phrase-tokens.js';

export { tokensOf };

/** One phrase found: `start` and `end` are offsets within the passage. */
export interface PhraseHit {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** How many words of the phrase matched. */
  readonly words: number;
}

/** Names longer than this are read as words. */
const NAME_WORDS = 8;

/** Most hits that are compared with each other. No honest block has as many. */
const HITS_MAX = 1000;

/**
 * All places of a table's phrases, in order, in one pass over a text however many they are. A phrase is a row of words:
 *
 * - words match by stem: `delete` is also `deleted`, `deletes`, `deleting`; irregular forms are in a word list;
 * - `delete|remove` is either word; `@put` is any word of the list `put`;
 * - `~` is up to four words of the same clause, `~12` up to twelve. A phrase of one word, `~` and its object matches the passive order as
 *   well ("delete ~ trail": "deleted the CloudTrail trail", "the trail was then deleted");
 * - `@delete > shadow copy` joins a deed and its object by grammar, whatever the order, and `certutil & download` are both in one clause;
 * - small words without meaning of their own ("the", "of") may stand anywhere between words and are not written.
 *
 * It cannot negate, nest, repeat, or look beyond a clause. Attribution decides whether something was really done. A phrase is tried only
 * where its first word stands, over a bounded number of words, so matching is linear in the text.
 */
export function findPhrases(tokens: readonly Token[], table: PhraseTable): readonly PhraseHit[] {
  const hits: PhraseHit[] = [];
  const begun = table.begin(tokens);
  for (let index = 0; index < tokens.length; index += 1) {
    for (const number of begun[index] ?? NONE) {
      if (!table.isPossible(number)) continue;
      const phrase = table.at(number);
      const last = matchFrom(tokens, index, phrase);
      if (last < 0) continue;
      const words = phrase.groups.reduce((sum, group) => sum + group.length, 0);
      hits.push({ key: phrase.key, start: (tokens[index] as Token).start, end: (tokens[last] as Token).end, words });
    }
  }
  return hits;
}

const NONE: readonly number[] = [];

const searched = onceEach(new WeakMap<Told, Map<string, readonly PhraseHit[]>>(), () => new Map());

/** All places of the phrases of a table, by its name, in a passage: searched once, however often it is asked. */
export function phrasesIn(passage: Told, table: string): readonly PhraseHit[] {
  const known = searched(passage);
  const hits = known.get(table) ?? findPhrases(tokensOf(passage), phraseTable(table));
  known.set(table, hits);
  return hits;
}

/** Where a passage tells the operations of a log in words. */
export function operationsTold(log: string, passage: Told): readonly PhraseHit[] {
  return longestPhrases(phrasesIn(passage, operationTable(log)), passage.text);
}

/**
 * Leaves out hits inside a longer phrase ("cluster role binding" is neither a cluster role nor a role binding) that is no series of objects
 * ("deleted disks and virtual machines"), and hits whose verb has a nearer object ("create an encryption scope on the storage account" creates no storage account), unless both objects belong to the verb
 * ("created a user and a key").
 */
function longestPhrases(hits: readonly PhraseHit[], text: string): readonly PhraseHit[] {
  if (hits.length > HITS_MAX) return hits.slice(0, HITS_MAX);
  return hits.filter(
    (hit) =>
      !hits.some(
        (other) =>
          (other.words > hit.words &&
            other.start <= hit.start &&
            hit.end <= other.end &&
            !(other.start === hit.start && isSeries(text.slice(hit.end, other.end)))) ||
          (other.start === hit.start &&
            other.end < hit.end &&
            other.words >= hit.words &&
            !isSeries(text.slice(other.end, hit.end))),
      ),
  );
}

/** Whether words go on with another item of a series. */
const isSeries = (words: string): boolean => hasAny(words, ',/&') || hasWord(words, 'and') || hasWord(words, 'or');

/** The index of the last word of a phrase that begins at `index`; -1 when it does not match. */
function matchFrom(tokens: readonly Token[], index: number, phrase: Phrase): number {
  const { groups, reaches } = phrase;
  const isLoose = phrase.isLoose === true;
  if (isLoose && grammar().notDone.has(tokens[index - 1]?.stem ?? '')) return -1;
  const number = (tokens[index] as Token)[isLoose ? 'wide' : 'sentence'];
  let at = index;
  for (let row = 0; row < groups.length; row += 1) {
    const group = groups[row] as Row;
    const reach = reaches[row] as Reach;
    if (row === 1 && !isLoose && isNoObject(tokens, at, group, number)) return -1;
    let found = nextRow(tokens, at, group, number, reach);
    if (found < 0 && reach.takesMore) found = furtherObject(tokens, at, group, number);
    if (found < 0 && reach.isBehindSeries && beginsClause(tokens, index))
      found = behindSeries(tokens, at, group, number);
    if (found < 0) return -1;
    at = found + group.length;
  }
  if (phrase.isNominal !== true) return at - 1;
  // Of a verb of two words the first is the participle: "with the firewall turned off".
  return tokens[at - (groups.at(-1)?.length ?? 0)]?.nominal === true ? at - 1 : -1;
}

/** The place of the next row of a phrase within the clause of a number; -1 where it does not stand within reach. */
function nextRow(
  tokens: readonly Token[],
  from: number,
  row: Row,
  number: number,
  { clause, takesMore, gap, ends }: Reach,
): number {
  if (gap === 0 && !takesMore) return adjacent(tokens, from, row, number, clause) ? from : -1;
  const isLoose = clause === 'wide';
  const most = gap === 0 || isLoose ? gap : gap + NAME_WORDS;
  let room = gap;
  for (let skip = 0; skip <= most; skip += 1) {
    if (skip > 0) room -= roomOf(tokens[from + skip - 1], ends, isLoose);
    if (room < 0 || (takesMore && isNextDeed(tokens, from + skip, skip, row))) return -1;
    if (adjacent(tokens, from + skip, row, number, clause)) return from + skip;
  }
  return -1;
}

/** How much of the room before a row a word takes: all of it where it ends the clause, none within a name. */
function roomOf(word: Token | undefined, ends: ReadonlySet<string>, isLoose: boolean): number {
  if (word === undefined) return 0;
  if (ends.has(word.stem)) return Number.POSITIVE_INFINITY;
  return word.isOfName && !isLoose ? 0 : 1;
}

/** How far behind a verb another of its objects may stand. */
const OBJECTS_MAX = 16;
/** Most words of one of them. */
const OBJECT_WORDS = 6;
/** Most words of a subject that is joined to others. */
const SUBJECT_WORDS = 2;

/** The place of an object that is joined to others of its verb: "deleted the trail, the detector and the flow logs"; -1 where there is none. */
function furtherObject(tokens: readonly Token[], from: number, object: Row, sentence: number): number {
  const { barred, be } = grammar();
  let room = -1;
  for (let at = from; at < from + OBJECTS_MAX; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.sentence !== sentence || token.apart) return -1;
    if (barred.has(token.stem) || be.has(token.stem) || isNextDeed(tokens, at, at - from, object)) return -1;
    room = token.joins ?? room - 1;
    if (room < -OBJECT_WORDS) return -1;
    if (at > from && room >= 0 && adjacent(tokens, at, object, sentence)) return at;
  }
  return -1;
}

/** Whether a word is the first of its clause, or of what stands behind a comma: it is then no object of a verb before. */
function beginsClause(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.sentence !== tokens[at]?.sentence || tokens[at]?.joins !== undefined;
}

/** The place of a row behind others that are joined to the word before: "the RDS snapshots, the EBS snapshots and the buckets were"; -1 where there is none. */
function behindSeries(tokens: readonly Token[], from: number, row: Row, sentence: number): number {
  let room = 0;
  for (let at = from; at < from + OBJECTS_MAX; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.sentence !== sentence || token.apart || token.nominal) return -1;
    if (adjacent(tokens, at, row, sentence)) return at;
    if (grammar().means.has(token.stem)) return -1;
    const isJoint = grammar().joints.has(token.stem) || token.joins !== undefined;
    room = isJoint ? SUBJECT_WORDS : room - 1;
    if (room < 0) return -1;
  }
  return -1;
}

/** How many words stand behind a verb at least where its object is over: a noun, and what joins the next verb. */
const OVER = 2;

/**
 * Whether the word at a place behind a verb begins what is told next: a joined participle without an article ("created a user and deleted the role"),
 * or a joined object that is the subject of its own clause ("created a user, and the role was deleted").
 */
function isNextDeed(tokens: readonly Token[], at: number, behind: number, object: Row): boolean {
  const token = tokens[at];
  if (token?.joins === undefined || behind === 0) return false;
  if (!adjacent(tokens, at, object, token.sentence))
    return token.joins === BARE_WORDS && token.nominal && behind >= OVER;
  const next = tokens[at + object.length];
  return next !== undefined && next.sentence === token.sentence && grammar().be.has(next.stem);
}

/** Whether what follows a verb is not its object: "for" or "from" stands between, or a word that makes a noun of the verb. */
function isNoObject(tokens: readonly Token[], at: number, object: Row, sentence: number): boolean {
  const next = tokens[at];
  return next?.apart === true || (next?.noun === true && !adjacent(tokens, at, object, sentence));
}

function adjacent(
  tokens: readonly Token[],
  from: number,
  group: Row,
  number: number,
  clause: 'sentence' | 'wide' = 'sentence',
): boolean {
  for (let offset = 0; offset < group.length; offset += 1) {
    const token = tokens[from + offset];
    if (token === undefined || token[clause] !== number || !(group[offset] as ReadonlySet<string>).has(token.stem)) {
      return false;
    }
  }
  return true;
}
