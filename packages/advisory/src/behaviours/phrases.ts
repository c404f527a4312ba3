import type { Passage } from './passage.js';
import { stem } from './stem.js';

/**
 * A table of phrases, compiled for one pass over a text however many phrases it has. A phrase is a row of words, each with alternatives
 * (`delete|remove`); words match by stem. `~` stands for up to four words of the same sentence and makes the phrase match the passive order
 * as well ("delete ~ trail": "deleted the CloudTrail trail", "the trail was then deleted").
 */
export interface PhraseTable {
  readonly byFirst: ReadonlyMap<string, readonly CompiledPhrase[]>;
}

interface CompiledPhrase {
  readonly key: string;
  /** Groups of adjacent words; between two groups a gap is allowed. */
  readonly groups: readonly (readonly ReadonlySet<string>[])[];
  readonly gap: number;
}

/** One phrase found: `start` and `end` are offsets within the passage. */
export interface PhraseHit {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** How many words of the phrase were matched. */
  readonly words: number;
}

/** Comparing each with each ends here; no honest block has as many. */
const HITS_MAX = 1000;
const GAP_WORDS = 4;
const PASSIVE_GAP_WORDS = 4;

/** Compiles a table `key → phrases`. */
export function compilePhrases(table: Readonly<Record<string, readonly string[]>>): PhraseTable {
  const byFirst = new Map<string, CompiledPhrase[]>();
  const add = (phrase: CompiledPhrase): void => {
    for (const first of phrase.groups[0]?.[0] ?? []) {
      const list = byFirst.get(first);
      if (list === undefined) byFirst.set(first, [phrase]);
      else list.push(phrase);
    }
  };
  for (const [key, phrases] of Object.entries(table)) {
    for (const phrase of phrases) {
      const groups = phrase.split(' ~ ').map((group) =>
        group
          .split(' ')
          .filter((word) => word !== '' && !FILLERS.has(word))
          .map((word) => new Set(word.split('|').map((each) => stem(IRREGULAR.get(each) ?? each)))),
      );
      add({ key, groups, gap: GAP_WORDS });
      const [verb, object] = groups;
      if (groups.length === 2 && verb?.length === 1 && object !== undefined) {
        add({ key, groups: [object, [BE], verb], gap: PASSIVE_GAP_WORDS });
      }
    }
  }
  return { byFirst };
}

const BE = new Set(['was', 'were', 'been', 'being', 'is', 'are', 'be', 'get', 'got', 'wa'].map(stem));
/** Words a phrase may have between its adjacent words without meaning anything else. */
const FILLERS = new Set(['a', 'an', 'the', 'of', 'to', 'in', 'from', 'new', 'for', 'on', 'its', 'their', 'own']);

/** Forms of verbs that no stem brings together. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    made: 'make',
    took: 'take',
    ran: 'run',
    stole: 'steal',
    bound: 'bind',
    gave: 'give',
    sent: 'send',
    wrote: 'write',
    overwrote: 'overwrite',
    spun: 'spin',
    used: 'use',
    left: 'leave',
    "exec'd": 'exec',
    'exec’d': 'exec',
  }),
);

/** Those that are adjectives where no form of "be" or "have" goes before them: "stolen keys" tells of no theft. */
const PARTICIPLES: ReadonlyMap<string, string> = new Map(
  Object.entries({ taken: 'take', stolen: 'steal', given: 'give', written: 'write', overwritten: 'overwrite' }),
);
const AUXILIARY = /^(?:was|were|been|being|is|are|be|got|has|have|had|then|also|later)$/;

/** Words that begin another clause: no phrase reaches across them. */
const CLAUSE = new Set(['that', 'which', 'who', 'while', 'when', 'whereas', 'but', 'because', 'after', 'before']);

/** After a verb's word these make a noun of it: "purge protection", "delete marker", "create permission". */
const NOT_DONE_TO = /^(?:protection|marker|permission|privilege|attempt|request|button)s?$/;

/** Words that begin the manner of a deed: what follows is not what it was done to ("listed all users with the access key"). */
const MANNER = new Set(['using', 'via', 'through', 'with'].map(stem));

interface Token {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** The number of the sentence it stands in. */
  readonly sentence: number;
  /** Right after "for" or "from": not the object of the verb before it. */
  readonly apart: boolean;
  /** Makes a noun of the verb before it, unless it is what the verb is done to. */
  readonly noun: boolean;
}

const known = new WeakMap<Passage, readonly Token[]>();

/** A passage's words as phrases see them: stems with offsets, fillers left out. Made once per passage and used by every table. */
export function tokensOf(passage: Passage): readonly Token[] {
  const before = known.get(passage);
  if (before !== undefined) return before;
  const tokens = readTokens(passage);
  known.set(passage, tokens);
  return tokens;
}

function readTokens(passage: Passage): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = /[A-Za-z0-9][A-Za-z0-9'’_/-]*|[.!?;:]\s|\n/g;
  let sentence = 0;
  let apart = false;
  let auxiliary = false;
  for (const match of passage.text.matchAll(pattern)) {
    const text = match[0];
    if (/^[^A-Za-z0-9]/.test(text)) {
      sentence += 1;
      continue;
    }
    const lower = text.toLowerCase();
    if (FILLERS.has(lower)) {
      apart ||= lower === 'for' || lower === 'from';
      continue;
    }
    if (CLAUSE.has(lower)) {
      sentence += 1;
      continue;
    }
    const noun = NOT_DONE_TO.test(lower);
    const verb = IRREGULAR.get(lower) ?? (auxiliary ? PARTICIPLES.get(lower) : undefined) ?? lower;
    auxiliary = AUXILIARY.test(lower);
    tokens.push({
      stem: stem(verb),
      start: match.index,
      end: match.index + text.length,
      sentence,
      apart,
      noun,
    });
    apart = false;
  }
  return tokens;
}

/** All places where phrases of a table stand, in order; the longest where several of one key begin together. */
export function findPhrases(tokens: readonly Token[], table: PhraseTable): readonly PhraseHit[] {
  const hits: PhraseHit[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const candidates = table.byFirst.get((tokens[index] as Token).stem);
    if (candidates === undefined) continue;
    for (const phrase of candidates) {
      const last = matchFrom(tokens, index, phrase);
      if (last < 0) continue;
      const words = phrase.groups.reduce((sum, group) => sum + group.length, 0);
      hits.push({ key: phrase.key, start: (tokens[index] as Token).start, end: (tokens[last] as Token).end, words });
    }
  }
  return hits;
}

/**
 * Hits without those that stand within a longer phrase's place ("cluster role binding" is neither a cluster role nor a role binding), and
 * without those whose verb has a nearer object ("create an encryption scope on the storage account" creates no storage account), unless the
 * farther one is told beside it ("created a user and a key").
 */
export function longestPhrases(hits: readonly PhraseHit[], text: string): readonly PhraseHit[] {
  if (hits.length > HITS_MAX) return hits.slice(0, HITS_MAX);
  return hits.filter(
    (hit) =>
      !hits.some(
        (other) =>
          (other.words > hit.words && other.start <= hit.start && hit.end <= other.end) ||
          (other.start === hit.start &&
            other.end < hit.end &&
            other.words >= hit.words &&
            !/\b(?:and|or)\b|[,/&]/.test(text.slice(other.end, hit.end))),
      ),
  );
}

/** The index of the last word of the phrase that begins at `index`; -1 when it does not stand there. */
function matchFrom(tokens: readonly Token[], index: number, phrase: CompiledPhrase): number {
  const sentence = (tokens[index] as Token).sentence;
  let at = index;
  for (let groupIndex = 0; groupIndex < phrase.groups.length; groupIndex += 1) {
    const group = phrase.groups[groupIndex] as readonly ReadonlySet<string>[];
    const gap = groupIndex === 0 ? 0 : phrase.gap;
    const next = tokens[at];
    if (groupIndex === 1 && next?.apart === true) return -1;
    if (groupIndex === 1 && next?.noun === true && !adjacent(tokens, at, group, sentence)) return -1;
    let found = -1;
    for (let skip = 0; skip <= gap; skip += 1) {
      if (skip > 0 && MANNER.has(tokens[at + skip - 1]?.stem ?? '')) break;
      if (adjacent(tokens, at + skip, group, sentence)) {
        found = at + skip;
        break;
      }
    }
    if (found < 0) return -1;
    at = found + group.length;
  }
  return at - 1;
}

function adjacent(
  tokens: readonly Token[],
  from: number,
  group: readonly ReadonlySet<string>[],
  sentence: number,
): boolean {
  for (let offset = 0; offset < group.length; offset += 1) {
    const token = tokens[from + offset];
    if (token === undefined || token.sentence !== sentence || !(group[offset] as ReadonlySet<string>).has(token.stem)) {
      return false;
    }
  }
  return true;
}
