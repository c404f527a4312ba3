import { isSequence } from './behaviour.js';
import {
  knownBehaviours,
  knownTechniques,
  operationLogs,
  operationParameters,
  operationPhrases,
  words,
} from './load.js';

/** The phrases of several tables, by the name of the table and the key that a hit of the phrase has. */
type PhrasesOfTables = Readonly<Record<string, Phrases>>;

/** The word lists whose lines are phrases of one meaning. */
const LISTS = ['in-numbers', 'told-side-loading', 'told-started-automatically'] as const;

/** The name of the table of phrases that a word list of phrases is. */
export const listTable = (list: (typeof LISTS)[number]): string => `lists/${list}`;

/** The names of the tables of the phrases that tell a log's operations, and how they were called. */
export const operationTable = (log: string): string => `operations/${log}`;
/** See `operationTable`. */
export const parameterTable = (log: string): string => `parameters/${log}`;
/** The name of the table of the phrases that tell behaviours. */
export const BEHAVIOUR_TABLE = 'behaviours';
/** The name of the table of the phrases that tell techniques; its keys are their ids. */
export const TECHNIQUE_TABLE = 'techniques';

/** What a phrase of the table of behaviours tells: the behaviour, one of its steps, its means, or that its words mean something else. */
interface ToldBehaviour {
  readonly id: string;
  readonly step?: string;
  readonly isOther?: boolean;
  /** Set where it says so for the whole document. */
  readonly isAnywhere?: boolean;
  /** Set where it names the means by which the behaviour shows in its log. */
  readonly isMeans?: boolean;
}

const OTHER = '!';
const OTHER_ANYWHERE = '!!';
const MEANS = '+';

/** What a key of the table of behaviours means. */
export function toldBehaviour(key: string): ToldBehaviour {
  const end = key.indexOf('/');
  if (end < 0) return { id: key };
  const [id, step] = [key.slice(0, end), key.slice(end + 1)];
  if (step === OTHER_ANYWHERE) return { id, isOther: true, isAnywhere: true };
  if (step === MEANS) return { id, isMeans: true };
  return step === OTHER ? { id, isOther: true } : { id, step };
}

/** The key of a way to call an operation. */
export const parameterKey = (operation: string, title: string): string => `${operation} ${title}`;

/** The phrases of all tables. */
export function phrasesOfTables(): PhrasesOfTables {
  const logs = operationLogs();
  return {
    [BEHAVIOUR_TABLE]: behaviourPhrases(),
    [TECHNIQUE_TABLE]: given([...knownTechniques()].map(([id, { phrases }]) => [id, phrases])),
    ...Object.fromEntries(logs.map((log) => [operationTable(log), operationPhrases(log)])),
    ...Object.fromEntries(logs.map((log) => [parameterTable(log), parameterPhrases(log)])),
    ...Object.fromEntries(LISTS.map((list) => [listTable(list), { [list]: words(list) }])),
  };
}

type Phrases = Readonly<Record<string, readonly string[]>>;

function given(entries: readonly (readonly [string, readonly string[] | undefined])[]): Phrases {
  return Object.fromEntries(entries.flatMap(([key, phrases]) => (phrases === undefined ? [] : [[key, phrases]])));
}

function behaviourPhrases(): Phrases {
  return given(
    knownBehaviours().flatMap(({ id, told, seen }): readonly (readonly [string, readonly string[] | undefined])[] => [
      [id, told?.phrases],
      [`${id}/${OTHER}`, told?.except],
      [`${id}/${OTHER_ANYWHERE}`, told?.['except-anywhere']],
      [`${id}/${MEANS}`, told?.with],
      ...(isSequence(seen) ? seen.steps : []).map(({ name, phrases }) => [`${id}/${name}`, phrases] as const),
    ]),
  );
}

function parameterPhrases(log: string): Phrases {
  return Object.fromEntries(
    Object.entries(operationParameters(log)).flatMap(([operation, ways]) =>
      ways.map(({ title, phrases }) => [parameterKey(operation, title), phrases]),
    ),
  );
}
