import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { UsageError } from './exit.js';
import { systemFault } from './system-fault.js';

/** A rule text with the path to report it under: as the user gave it, with the path below it appended. */
export interface RuleFile {
  readonly path: string;
  readonly text: string;
}

/** The path that means standard input. */
export const STDIN = '-';

/** Largest advisory that is read. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** The names by which files of a folder are chosen. */
export class FileNames {
  constructor(
    private readonly shape: RegExp,
    /** The names in words, for messages. */
    readonly words: string,
  ) {}

  has(name: string): boolean {
    return this.shape.test(name);
  }
}

/** Names of rule files in a folder, unless `--file-pattern` says otherwise. */
const RULE_FILE = new FileNames(/\.ya?ml$/i, '*.yml or *.yaml');

/**
 * The rule files of paths: a file as it is, a folder in byte order with names that match `named` (`.yml` and `.yaml`), `-` for standard
 * input. Throws a `UsageError` for a path that cannot be read, and for a folder without such a file.
 */
export function* readRuleFiles(paths: readonly string[], named: FileNames = RULE_FILE): Generator<RuleFile> {
  for (const path of paths) {
    if (path === STDIN) {
      yield { path, text: readFileSync(0, 'utf8') };
      continue;
    }
    let isEmpty = true;
    for (const file of walk(path, named)) {
      isEmpty = false;
      yield { path: file, text: readText(file) };
    }
    if (isEmpty) throw new UsageError(`the folder ${path} has no file named ${named.words}`);
  }
}

/** The file names that a pattern with `*` and `?` means. */
export function namePattern(pattern: string): FileNames {
  const source = pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new FileNames(new RegExp(`^${source}$`), pattern);
}

/**
 * The files of a path: itself, or those below a folder whose names match, in byte order. Throws a `UsageError` for a path that cannot be
 * read.
 */
export function* filesOf(path: string, named: FileNames): Generator<string> {
  if (path === STDIN) yield path;
  else yield* walk(path, named);
}

/**
 * Reads a file as text, in a single call, since a corpus has thousands of small files. The parser bounds the length. Throws a `UsageError`
 * when it cannot be read.
 */
function readText(path: string): string {
  return orUsageError(path, () => readFileSync(path, 'utf8'));
}

/** Reads a file, or standard input for `-`. Throws a `UsageError` when it cannot be read or is too large. */
export function readBytes(path: string): Buffer {
  return orUsageError(path, () => {
    if (path === STDIN) return readFileSync(0);
    if (statSync(path).size > FILE_BYTES_MAX) throw new Error('larger than 64 MiB');
    return readFileSync(path);
  });
}

function* walk(path: string, named: FileNames): Generator<string> {
  if (!orUsageError(path, () => statSync(path)).isDirectory()) {
    yield path;
    return;
  }
  const folder = path.endsWith('/') ? path : `${path}/`;
  const entries = orUsageError(path, () => readdirSync(path, { withFileTypes: true }));
  for (const { name, entry } of entries.map(sortable).sort((a, b) => Buffer.compare(a.key, b.key))) {
    if (entry.isDirectory()) yield* walk(`${folder}${name}`, named);
    else if (named.has(name) && (entry.isFile() || isLinkToFile(`${folder}${name}`))) yield `${folder}${name}`;
  }
}

/** A folder is sorted with a slash at its end, so that the order is that of the bytes of whole paths. */
function sortable(entry: Dirent): { key: Buffer; name: string; entry: Dirent } {
  return { key: Buffer.from(entry.isDirectory() ? `${entry.name}/` : entry.name), name: entry.name, entry };
}

/** Links to files are read. Links to folders are not followed, because they may lead in circles. */
function isLinkToFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function orUsageError<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${systemFault(error)}`);
  }
}
