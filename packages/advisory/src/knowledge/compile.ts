import { currentId } from '@tripline/attack';
import { PLATFORM_NAMES } from '@tripline/sigma';
import { type KnownBehaviour, type KnownStep, LEVELS, type SeenInSequence, type SeenOnce } from './behaviour.js';
import { checkPhrases } from './check-phrases.js';
import { compileCommands } from './commands.js';
import { compileTechniques } from './techniques.js';

/** All files of `knowledge/`. */
export interface KnowledgeFiles {
  readonly behaviours: readonly KnowledgeFile<unknown>[];
  /** By log: the phrases for its operations and the commands that call them. */
  readonly operations: readonly KnowledgeFile<unknown>[];
  /** By program: what its command lines show. */
  readonly commands: readonly KnowledgeFile<unknown>[];
  /** By family, named by the parent's id: the phrases for each technique and why it matters. */
  readonly techniques: readonly KnowledgeFile<unknown>[];
  readonly words: readonly KnowledgeFile<string>[];
  /** Groups of cues for attribution. */
  readonly cues: readonly KnowledgeFile<string>[];
}

/** A file of `knowledge/`: its name without folder and ending, and its content (parsed YAML of a behaviour, the text of a word list). */
interface KnowledgeFile<Content> {
  readonly name: string;
  readonly content: Content;
}

type Fields = Readonly<Record<string, 'needed' | 'may'>>;

const BEHAVIOUR: Fields = {
  title: 'needed',
  description: 'needed',
  techniques: 'needed',
  level: 'needed',
  where: 'may',
  unless: 'may',
  told: 'may',
  'covered-by': 'may',
  seen: 'needed',
  why: 'may',
  falsepositives: 'needed',
  proof: 'needed',
};
const SEEN: Fields = {
  platform: 'needed',
  logsource: 'needed',
  selection: 'may',
  filter: 'may',
  correlation: 'may',
  linked: 'may',
  steps: 'may',
};
const STEP: Fields = {
  name: 'needed',
  title: 'needed',
  optional: 'may',
  operations: 'may',
  commands: 'may',
  behaviour: 'may',
  phrases: 'may',
  selection: 'may',
};

/**
 * The text of `data/knowledge.json`. Every behaviour, operation, technique, program, word list and group of cues has a line of its own,
 * without proofs. Throws an error that names the file where one has an unknown or missing field, a technique that is not current, or an
 * unknown level or platform.
 */
export function compileKnowledge({
  behaviours,
  operations,
  commands,
  techniques,
  words,
  cues,
}: KnowledgeFiles): string {
  const lists = new Map(sorted(words).map(({ name, content }) => [name, listOf(`words/${name}`, content)]));
  const cueLines = sorted(cues).map(
    ({ name, content }) => `    ${JSON.stringify(name)}: ${JSON.stringify(listOf(`cues/${name}`, content))}`,
  );
  const wordLines = [...lists].map(([name, list]) => `    ${JSON.stringify(name)}: ${JSON.stringify(list)}`);
  const lines = sorted(behaviours).map(
    ({ name, content }) => `    ${JSON.stringify(compileBehaviour(name, content, lists))}`,
  );
  const tables = sorted(operations).map(({ name, content }) => ({
    key: JSON.stringify(name),
    ...tablesOf(name, content, lists),
  }));
  const programs = sorted(commands).map(
    ({ name, content }) => `    ${JSON.stringify(name)}: ${JSON.stringify(compileCommands(name, content))}`,
  );
  const sections = {
    words: wordLines,
    cues: cueLines,
    operations: tables.map(({ key, phrases }) => `    ${key}: ${phrases}`),
    calls: tables.map(({ key, calls }) => `    ${key}: ${calls}`),
    parameters: tables.map(({ key, parameters }) => `    ${key}: ${parameters}`),
    commands: programs,
    techniques: [compileTechniques(sorted(techniques), lists)],
  };
  const maps = Object.entries(sections).map(([name, rows]) => `  "${name}": {\n${rows.join(',\n')}\n  },\n`);
  return `{\n${maps.join('')}  "behaviours": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

interface OperationEntry {
  readonly phrases?: readonly string[];
  readonly commands?: readonly string[];
  readonly with?: readonly unknown[];
  readonly found?: readonly string[];
}

const PARAMETER: Fields = { title: 'needed', phrases: 'needed', selection: 'needed', found: 'needed' };

/**
 * The phrases for a log's operations, the commands that call them and their parameters, a line each. An operation with phrases must have
 * sentences that it is found in.
 */
function tablesOf(
  name: string,
  content: unknown,
  lists: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<'phrases' | 'calls' | 'parameters', string>> {
  const rows = Object.entries((content ?? {}) as Readonly<Record<string, OperationEntry>>);
  const lines = { phrases: [] as string[], calls: [] as string[], parameters: [] as string[] };
  for (const [operation, { phrases = [], commands = [], with: told = [], found = [], ...rest }] of rows) {
    const { check, fail, values } = checks(`operations/${name}.yaml: ${operation}`);
    const unknown = Object.keys(rest)[0];
    if (unknown !== undefined) fail(`has an unknown field ${unknown}`);
    if (phrases.length > 0 ? found.length === 0 : commands.length + told.length === 0) fail('lacks phrases or found');
    checkPhrases(`operations/${name}.yaml: ${operation}`, phrases, lists);
    const key = JSON.stringify(operation);
    if (phrases.length > 0) lines.phrases.push(`      ${key}: ${JSON.stringify(phrases)}`);
    lines.calls.push(...commands.map((command) => `      ${JSON.stringify(command)}: ${key}`));
    const parameters = told.map((one) => {
      const { title, phrases: ways, selection } = check(one, PARAMETER, 'a parameter');
      checkPhrases(`operations/${name}.yaml: ${operation}`, ways as readonly string[], lists);
      return { title, phrases: ways, selection: values(selection, 'a selection') };
    });
    if (parameters.length > 0) lines.parameters.push(`      ${key}: ${JSON.stringify(parameters)}`);
  }
  const table = (rowsOf: readonly string[]): string => `{\n${rowsOf.join(',\n')}\n    }`;
  return { phrases: table(lines.phrases), calls: table(lines.calls), parameters: table(lines.parameters) };
}

function sorted<T>(files: readonly KnowledgeFile<T>[]): readonly KnowledgeFile<T>[] {
  return [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The lines of a word list. Its heading of comment lines must name a source. */
function listOf(name: string, text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  if (!lines.some((line) => line.startsWith('# Source: '))) throw new Error(`${name}.txt: its heading names no source`);
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (name.endsWith('-techniques')) for (const row of rows) checkTechniques(name, row);
  return rows;
}

/** Checks that lines of lists whose names end in `-techniques` are `what: id id`. */
function checkTechniques(name: string, row: string): void {
  const ids = row.slice(row.lastIndexOf(':') + 1).trim();
  for (const id of ids.split(' '))
    if (currentId(id) !== id) throw new Error(`${name}.txt: ${id} is not a current ATT&CK technique`);
}

/** Checks for parts of a file. Their errors begin with `at`. */
function checks(at: string) {
  const fail = (what: string): never => {
    throw new Error(`${at} ${what}`);
  };
  const record = (value: unknown, part: string): Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : fail(`${part} must be a map`);
  const check = (value: unknown, fields: Fields, part: string): Readonly<Record<string, unknown>> => {
    const given = record(value, part);
    for (const key of Object.keys(given)) if (fields[key] === undefined) fail(`${part} has an unknown field ${key}`);
    for (const [key, need] of Object.entries(fields))
      if (need === 'needed' && given[key] === undefined) fail(`${part} lacks ${key}`);
    return given;
  };
  /** One value stands for a list of one. */
  const values = (value: unknown, part: string): SeenOnce['selection'][number] =>
    Object.fromEntries(
      Object.entries(record(value, part)).map(([field, each]) => [
        field,
        (Array.isArray(each) ? each : [each]) as string[],
      ]),
    );
  return { check, fail, values };
}

function compileBehaviour(id: string, content: unknown, lists: ReadonlyMap<string, readonly string[]>): KnownBehaviour {
  const { check, fail, values } = checks(`behaviours/${id}.yaml:`);
  /** Checks that the word lists used as `<list>` in phrases exist. Phrases that several behaviours share are lines of such a list. */
  const phrases = <T extends Omit<NonNullable<KnownBehaviour['told']>, 'operations'>>(told: T): T => {
    const lines = told.phrases?.flatMap(linesOf);
    checkPhrases(
      `behaviours/${id}.yaml:`,
      [lines, told.except, told['except-anywhere'], told.with].flatMap((each) => each ?? []),
      lists,
    );
    return lines === undefined ? told : { ...told, phrases: lines };
  };
  const linesOf = (phrase: string): readonly string[] => {
    const list = phrase.startsWith('<') && phrase.endsWith('>') ? phrase.slice(1, -1) : undefined;
    return list === undefined ? [phrase] : (lists.get(list) ?? fail(`there is no word list ${list}`));
  };
  const step = (value: unknown): KnownStep => {
    const given = phrases(check(value, STEP, 'a step') as unknown as KnownStep);
    return given.selection === undefined ? given : { ...given, selection: values(given.selection, 'a selection') };
  };
  const given = check(content, BEHAVIOUR, 'the behaviour') as unknown as Omit<KnownBehaviour, 'id'> & {
    readonly proof: unknown;
  };
  const { proof: _, ...own } = given;
  const entry = own.told === undefined ? own : { ...own, told: phrases(own.told) };
  for (const technique of entry.techniques)
    if (currentId(technique) !== technique) fail(`${technique} is not a current ATT&CK technique`);
  if (!LEVELS.includes(entry.level)) fail(`there is no level ${entry.level}`);
  const seen = check(entry.seen, SEEN, 'seen') as unknown as SeenOnce | SeenInSequence;
  if (seen.platform !== null && !PLATFORM_NAMES.includes(seen.platform)) fail(`there is no platform ${seen.platform}`);
  if ('steps' in seen) return { id, ...entry, seen: { ...seen, steps: seen.steps.map(step) } };
  const ways: readonly unknown[] = Array.isArray(seen.selection) ? seen.selection : [seen.selection];
  return {
    id,
    ...entry,
    seen: {
      ...seen,
      selection: ways.map((way) => values(way, 'a selection')),
      ...(seen.filter === undefined ? {} : { filter: values(seen.filter, 'the filter') }),
    },
  };
}
