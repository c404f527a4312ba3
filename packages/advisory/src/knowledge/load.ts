import { lazyData } from '../data-file.js';
import { onceEach } from '../once.js';
import { literalPattern } from '../text/shape.js';
import type { KnownBehaviour } from './behaviour.js';
import type { KnownCommand } from './commands.js';
import type { KnownTechnique } from './techniques.js';

/** The file that `npm run knowledge` makes of `knowledge/`. */
interface CompiledKnowledge {
  /** The lines of each word list, by its file's name. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** The lines of each group of cues, by its file's name. */
  readonly cues: Readonly<Record<string, readonly string[]>>;
  /** By log, the phrases for each operation. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By program, what its command lines show. */
  readonly commands: Readonly<Record<string, readonly KnownCommand[]>>;
  /** By technique id. */
  readonly techniques: Readonly<Record<string, KnownTechnique>>;
  /** By log, the operation that each command calls. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By log, how reports say that an operation was called. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, readonly OperationParameter[]>>>>;
  readonly behaviours: readonly KnownBehaviour[];
}

/** The names of a word list with the words after the colon; undefined where the line has no colon. */
type WordRows = ReadonlyMap<string, ReadonlySet<string> | undefined>;

const knowledge = lazyData('knowledge.json', (raw: CompiledKnowledge) => ({
  words: new Map(Object.entries(raw.words)),
  cues: new Map(Object.entries(raw.cues)),
  operations: new Map(Object.entries(raw.operations)),
  commands: new Map(Object.entries(raw.commands)),
  techniques: new Map(Object.entries(raw.techniques)),
  calls: new Map(
    Object.entries(raw.calls).flatMap(([log, rows]) =>
      Object.entries(rows).map(([command, operation]) => [command.toLowerCase(), { log, operation }] as const),
    ),
  ),
  parameters: raw.parameters,
  behaviours: new Map(raw.behaviours.map((behaviour) => [behaviour.id, behaviour])),
}));

/** The behaviour of an id; undefined when there is none. */
export function knownBehaviour(id: string): KnownBehaviour | undefined {
  return knowledge().behaviours.get(id);
}

/** All behaviours, by id. */
export function knownBehaviours(): readonly KnownBehaviour[] {
  return [...knowledge().behaviours.values()];
}

/** The names of the files of `knowledge/operations`, each a log. */
export function operationLogs(): readonly string[] {
  return [...knowledge().operations.keys()];
}

/** The phrases for each operation of a log. Throws when `knowledge/operations` has no file of that name. */
export function operationPhrases(log: string): Readonly<Record<string, readonly string[]>> {
  const found = knowledge().operations.get(log);
  if (found === undefined) throw new Error(`there is no ${log}.yaml in knowledge/operations`);
  return found;
}

/** What command lines of each program show, by its lower-case name. */
export function knownCommands(): ReadonlyMap<string, readonly KnownCommand[]> {
  return knowledge().commands;
}

/** What is known of each technique in addition to its catalogue entry, by id. */
export function knownTechniques(): ReadonlyMap<string, KnownTechnique> {
  return knowledge().techniques;
}

/** A way to call an operation that the log shows, with the phrases that describe it. */
export interface OperationParameter {
  readonly title: string;
  readonly phrases: readonly string[];
  readonly selection: Readonly<Record<string, readonly (string | number)[]>>;
}

/** By operation of a log, the ways to call it that reports describe. */
export function operationParameters(log: string): Readonly<Record<string, readonly OperationParameter[]>> {
  return knowledge().parameters[log] ?? {};
}

/** An operation that a command calls, and the file of `knowledge/operations` that it is in. */
export interface CalledOperation {
  readonly log: string;
  readonly operation: string;
}

/** The operation that a command calls (`az vm create`, `New-MgUser`), in any letter case; undefined when none is known. */
export function operationOfCommand(command: string): CalledOperation | undefined {
  return knowledge().calls.get(command.toLowerCase());
}

/** The lines of a word list. Throws when it does not exist: its file is missing, or `npm run knowledge` was not run. */
export function words(list: string): readonly string[] {
  const found = knowledge().words.get(list);
  if (found === undefined) throw new Error(`there is no word list ${list}.txt in knowledge/words`);
  return found;
}

/** The lines of a word list as a set. */
export const wordSet = onceEach(new Map<string, ReadonlySet<string>>(), (list) => new Set(words(list)));

/**
 * A pattern of the lines of a word list as beginnings of words, in any letter case. A `$` at a line's end means the end of the word. Throws
 * as `words` does.
 */
export const startsOf = onceEach(
  new Map<string, RegExp>(),
  (list) => new RegExp(`\\b(?:${words(list).map(startPattern).join('|')})`, 'i'),
);

function startPattern(line: string): string {
  return line.endsWith('$') ? `${literalPattern(line.slice(0, -1))}\\b` : literalPattern(line);
}

/** A word list whose lines are two words each: a map from the first to the second. */
export const wordPairs = onceEach(
  new Map<string, ReadonlyMap<string, string>>(),
  (list) => new Map(words(list).map((line) => line.split(' ') as [string, string])),
);

/** A word list whose lines are `name` or `name: word word`: a map from each name to its words, undefined where the line has no colon. */
export const wordRows = onceEach(new Map<string, WordRows>(), (list) => new Map(words(list).map(readRow)));

/** A word list whose lines are `name: text`: a map from name to text. */
export const wordTexts = onceEach(
  new Map<string, ReadonlyMap<string, string>>(),
  (list) => new Map(words(list).map((line) => line.split(': ') as [string, string])),
);

function readRow(line: string): readonly [string, ReadonlySet<string> | undefined] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, undefined];
  return [
    line.slice(0, colon),
    new Set(
      line
        .slice(colon + 1)
        .split(' ')
        .filter(Boolean),
    ),
  ];
}

/** The names of the groups of cues, in their order. */
export function cueGroups(): readonly string[] {
  return [...knowledge().cues.keys()].sort();
}

/** The cues of a group, one per line. Throws when `knowledge/cues` has no file of that name. */
export function cueLines(group: string): readonly string[] {
  const found = knowledge().cues.get(group);
  if (found === undefined) throw new Error(`there is no ${group}.txt in knowledge/cues`);
  return found;
}
