import { once, onceEach } from '../once.js';
import { isDigit, isLetter, isVisible } from '../text/characters.js';
import { trimEndOf } from '../text/ends.js';
import { type CharacterClass, skip, skipBack, stretchesOf } from '../text/stretches.js';
import { wordPairs, wordSet, words } from './load.js';
import { stem } from './stem.js';

/** A word of a passage for phrases. */
export interface Token {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** The number of the clause it stands in. */
  readonly sentence: number;
  /** The same where a clause that says more of a noun, or what something was for, belongs to the one before: "which lets anyone in", "so that". */
  readonly wide: number;
  /** Whether "for" or "from" stands right before it: it is then not the object of the verb before. */
  readonly apart: boolean;
  /** Whether it makes a noun of the verb before it, unless it is that verb's object. */
  readonly noun: boolean;
  /** Whether it may be a participle or a noun made of a verb. */
  readonly nominal: boolean;
  /** How many words may stand between it and the object that it begins, where "and" or a comma stands right before it; undefined elsewhere. */
  readonly joins: number | undefined;
  /** Whether it belongs to a name, which may be of any length: it takes no room between the words of a phrase. */
  readonly isOfName: boolean;
}

/** The words that decide how other words belong together. */
export const grammar = once(() => ({
  fillers: wordSet('fillers'),
  introduces: new Set(NAMED.map(stem)),
  clauses: wordSet('clause-openers'),
  notDoneTo: wordSet('not-done-to'),
  irregular: wordPairs('irregular-verbs'),
  participles: wordPairs('participles'),
  auxiliaries: wordSet('auxiliaries'),
  barred: new Set([...words('manner'), ...words('negations')].map(stem)),
  means: new Set([...words('manner'), ...words('negations'), 'use', 'used'].map(stem)),
  joints: wordSet('object-joints'),
  modals: wordSet('modals'),
  relatives: wordSet('relatives'),
  ability: new Set([...words('modals'), 'can', 'may']),
  reporting: new Set(words('reporting-verbs').map(stem)),
  determiners: wordSet('determiners'),
  be: new Set([...words('forms-of-be'), ...words('auxiliaries'), ...words('modals')].map(stem)),
  // What joins the parts of a loose phrase must not make it a denial or a guess.
  notDone: new Set([...words('negations'), ...words('modals')].map(stem)),
}));

/** The words behind which stands a name. */
const NAMED = ['named', 'called'];
const JOINTS = '.@';
/** No mail address is longer (RFC 5321). */
const ADDRESS_CHARACTERS_MAX = 320;

/** Whether a word stands right behind a mark of code, or is a part of a mail address. */
function isGlued(text: string, start: number, end: number): boolean {
  if (text[start - 1] === '`') return true;
  if (!JOINTS.includes(text[start - 1] ?? ' ') && !JOINTS.includes(text[end] ?? ' ')) return false;
  const from = skipBack(text, start, isVisible, ADDRESS_CHARACTERS_MAX);
  const to = skip(text, end, isVisible, ADDRESS_CHARACTERS_MAX);
  const at = text.slice(from, to).indexOf('@');
  return at > 0 && at < to - from - 1;
}

/** Endings of participles and of nouns that are made of verbs. */
const NOMINAL_ENDINGS = ['ed', 'ing', 'ion', 'al', 'ment', 'theft'];

/** Stems of the verbs to which "on" belongs. */
const TAKE_ON: ReadonlySet<string> = new Set(['turn', 'switch']);

/** What phrases are looked for in: a passage of a document. */
export interface Told {
  readonly text: string;
}

/** A passage's words for phrases: stems with offsets, without filler words. Made once per passage and used for every table. */
export const tokensOf = onceEach(new WeakMap<Told, readonly Token[]>(), readTokens);

const isOfWord: CharacterClass = (character) =>
  isLetter(character) || isDigit(character) || "'’_/-".includes(character);

/**
 * The words that a text has where it has this one: `ntds.dit` is two. Characters that no word begins with, as the slash of a path, belong to none.
 */
export function wordsIn(word: string): readonly string[] {
  return stretchesOf(word, isOfWord).flatMap(({ text }) => {
    const begins = skip(text, 0, (character) => !isLetter(character) && !isDigit(character));
    return begins < text.length ? [text.slice(begins)] : [];
  });
}

function readTokens(passage: Told): readonly Token[] {
  const { introduces, fillers, notDoneTo, irregular, participles, auxiliaries } = grammar();
  const tokens: Token[] = [];
  const clauses = new Clauses();
  const objects = new Objects();
  // The letter of a drive is no part of the word that it is glued to: "excluded from DefenderC:\Fen".
  const pattern = /[A-Za-z]{2,30}?[a-z](?=[A-Z]:\\)|[A-Za-z0-9][A-Za-z0-9'’_/-]*|[.!?;:]\s|\n/g;
  let apart = false;
  let auxiliary = false;
  const matches = [...passage.text.matchAll(pattern)];
  for (const [index, match] of matches.entries()) {
    // A quotation's end is no part of its last word.
    const text = trimEndOf(match[0], "'’");
    if (!isLetter(text[0]) && !isDigit(text[0])) {
      clauses.end();
      continue;
    }
    const lower = text.toLowerCase();
    const before = tokens.at(-1);
    objects.read(lower, passage.text[match.index - 2] === ',');
    if (fillers.has(lower) && !(lower === 'on' && TAKE_ON.has(before?.stem ?? ''))) {
      apart ||= lower === 'for' || lower === 'from';
      continue;
    }
    const next = matches[index + 1]?.[0].toLowerCase() ?? '';
    const isRow = lower === AFTER && isInRow(before, next);
    if (!isRow && clauses.isOver(lower, before?.stem ?? '', next)) continue;
    // One after the other is many.
    const verb = isRow ? MANY : (irregular.get(lower) ?? (auxiliary ? participles.get(lower) : undefined) ?? lower);
    auxiliary = auxiliaries.has(lower);
    const end = match.index + text.length;
    tokens.push({
      stem: stem(verb),
      start: match.index,
      end,
      sentence: clauses.sentence,
      wide: clauses.wide,
      apart,
      noun: notDoneTo.has(lower),
      isOfName: isGlued(passage.text, match.index, end) || introduces.has(before?.stem ?? ''),
      nominal: NOMINAL_ENDINGS.some((ending) => lower.endsWith(ending)) || participles.has(lower),
      joins: objects.joins,
    });
    apart = false;
    objects.pass(lower);
  }
  return tokens;
}

/** The clauses of a passage, counted while its words are read. */
class Clauses {
  sentence = 0;
  wide = 0;
  #isPurpose = false;

  /** A sentence ends. */
  end(): void {
    this.sentence += 1;
    this.wide += 1;
    this.#isPurpose = false;
  }

  /** Whether a word only says how clauses belong together, and is none of a phrase. */
  isOver(word: string, before: string, next: string): boolean {
    const { clauses, relatives, reporting, modals, ability } = grammar();
    // What something was done for is no guess: "so that it would survive a reboot".
    if (!clauses.has(word)) return this.#isPurpose && modals.has(word);
    this.sentence += 1;
    this.#isPurpose = word === THAT && PURPOSES.has(before);
    const isRelative = relatives.has(word) && !ability.has(next) && !reporting.has(before);
    if (!this.#isPurpose && !isRelative) this.wide += 1;
    return true;
  }
}

/** Says, while words are read, where a further object of a verb begins. */
class Objects {
  joins: number | undefined;

  /** A word, and whether a comma stands before it. */
  read(word: string, isBehindComma: boolean): void {
    if (isBehindComma) this.joins = BARE_WORDS;
    if (this.joins !== undefined && grammar().determiners.has(word)) this.joins = DETERMINED_WORDS;
  }

  /** The word belongs to the text of a phrase. */
  pass(word: string): void {
    this.joins = grammar().joints.has(word) ? BARE_WORDS : undefined;
  }
}

/** How many words may stand between what joins a further object and its noun: none of "and roles", two of "and the new IAM role". */
export const BARE_WORDS = 0;
const DETERMINED_WORDS = 2;

const THAT = 'that';
/** Words that with "that" behind them say what something was for. */
const PURPOSES: ReadonlySet<string> = new Set(['so', 'such']);

const AFTER = 'after';
const MANY = 'many';

/** Whether "after" stands between two of a row: "bucket after bucket", "one secret after another". */
function isInRow(before: Token | undefined, behind: string | undefined): boolean {
  if (before === undefined || behind === undefined) return false;
  return behind === 'another' || stem(behind.toLowerCase()) === before.stem;
}
