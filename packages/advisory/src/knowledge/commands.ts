import { currentId } from '@tripline/attack';
import type { Level } from '@tripline/sigma';
import { QUOTES, trimEndOf, trimStartOf } from '../text/ends.js';
import { firstWord, splitAtBlanks, splitPath } from '../text/shape.js';
import { LEVELS } from './behaviour.js';

/** What a program's command lines show: one entry of a file in `knowledge/commands`. */
export interface KnownCommand {
  readonly title: string;
  /** Words that must all be in the command line, lower case; absent where the program alone is enough. */
  readonly words?: readonly string[];
  /** Arguments of which one is enough, whatever file or host the command names: `+i`; `name` also matches `name=value`. */
  readonly arguments?: readonly string[];
  /** Programs of which the command line must name one besides: what an argument starts. Lower case, without folders. */
  readonly programs?: readonly string[];
  /** Current ATT&CK ids. */
  readonly techniques: readonly string[];
  readonly level: Level;
}

/** The first entry of a program whose words are all in a command line, and of whose arguments and programs one each is, where it has any. */
export function firstFitting<T extends Pick<KnownCommand, 'words' | 'arguments' | 'programs'>>(
  entries: readonly T[],
  command: string,
): T | undefined {
  const lower = command.toLowerCase();
  const given = splitAtBlanks(command);
  return entries.find(
    ({ words = [], arguments: wanted, programs }) =>
      words.every((word) => lower.includes(word)) &&
      (wanted === undefined || given.some((word) => argumentOf(wanted, word) !== undefined)) &&
      (programs === undefined || given.some((word) => programOf(programs, word) !== undefined)),
  );
}

/** The one of some arguments that a word of a command line is; punctuation of a sentence after it is ignored. */
export function argumentOf(wanted: readonly string[], word: string): string | undefined {
  const bare = trimEndOf(word, '.,;:!?)');
  return wanted.find((each) => bare === each || bare.startsWith(`${each}=`) || bare.startsWith(`${each}+`));
}

/** The one of some programs that a word of a command line begins with, in whatever folder it lies; quotation marks are ignored. */
export function programOf(wanted: readonly string[], word: string): string | undefined {
  const path = trimEndOf(firstWord(trimStartOf(word, QUOTES)), `${QUOTES}.,;:!?)`).toLowerCase();
  return wanted.find((each) => splitPath(path).at(-1) === each);
}

interface CommandEntry extends KnownCommand {
  /** A command line for which this must be the first entry that fits: the entry's proof. */
  readonly found: string;
}

const FIELDS = ['title', 'words', 'arguments', 'programs', 'techniques', 'level', 'found'];

/**
 * The entries of a program's file without their proofs. Throws where an entry lacks a field, has a retired technique, or is not the first
 * that fits its own command line.
 */
export function compileCommands(program: string, content: unknown): readonly KnownCommand[] {
  const fail = (what: string): never => {
    throw new Error(`commands/${program}.yaml: ${what}`);
  };
  const entries = (Array.isArray(content) ? content : fail('must be a list')) as readonly CommandEntry[];
  for (const entry of entries) {
    const unknown = Object.keys(entry).find((field) => !FIELDS.includes(field));
    if (unknown !== undefined) fail(`an entry has an unknown field ${unknown}`);
    const { title, techniques, level, found } = entry;
    if (!title || !techniques?.length) fail('an entry lacks title or techniques');
    if (!LEVELS.includes(level)) fail(`there is no level ${level}`);
    for (const id of techniques) if (currentId(id) !== id) fail(`${id} is not a current ATT&CK technique`);
    if (!found) fail(`${title} lacks found`);
    const first = firstFitting(entries, found);
    if (first !== entry) fail(`${title} is not what "${found}" shows but ${first?.title ?? 'nothing'}`);
  }
  return entries.map(({ found: _, ...entry }) => entry);
}
