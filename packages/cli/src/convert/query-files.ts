import { basename, extname } from 'node:path';
import { type QueryLanguage, type QueryReading, readQuery } from '@tripline/sigma';
import { joinFiles, type RuleCollection } from '../rule-collection.js';
import { FileNames, readRuleFiles, STDIN } from '../rule-files.js';
import type { ConvertCommandOptions } from './convert-options.js';
import { readMacros } from './macros-file.js';

/** How queries are read. */
type ReadingOptions = Pick<ConvertCommandOptions, 'logsource' | 'macros' | 'partial' | 'window'>;

/** A query file and the rule that was read from it. */
export interface ReadFile {
  readonly path: string;
  readonly reading: QueryReading;
}

/**
 * Reads the queries of paths, one per file: a file as it is, a folder by the file ending of the language. A rule's title is the name of its
 * file.
 */
export function* readQueryFiles(
  paths: readonly string[],
  language: QueryLanguage,
  { logsource, macros, partial, window }: ReadingOptions,
): Generator<ReadFile> {
  const given = macros === undefined ? undefined : readMacros(macros);
  for (const { path, text } of readRuleFiles(
    paths,
    new FileNames(new RegExp(`\\.${language}$`, 'i'), `*.${language}`),
  )) {
    const title = basename(path, extname(path));
    const reading = readQuery(text, language, {
      ...(path === STDIN ? {} : { title }),
      ...(logsource === undefined ? {} : { logsource }),
      ...(given === undefined ? {} : { macros: given }),
      ...(window === undefined ? {} : { window }),
      partial,
    });
    yield { path, reading };
  }
}

/** Prints the notes of a reading on standard error, and what is not read, each with its place in the query. */
export function printReadNotes({ path, reading }: ReadFile): void {
  if (!reading.ok) return;
  for (const { code, message, line, column } of reading.notes) {
    process.stderr.write(`${path}:${line}:${column}: note ${code}: ${message}\n`);
  }
  for (const { text, why, line, column } of reading.unread) {
    process.stderr.write(`${path}:${line}:${column}: not read: ${text}: ${why}\n`);
  }
}

/** The rules that the queries of paths become, each a file of its own. A query that cannot be read counts as a document that cannot. */
export function readQueries(
  paths: readonly string[],
  language: QueryLanguage,
  options: ReadingOptions & Pick<ConvertCommandOptions, 'filter' | 'placeholder'>,
): RuleCollection {
  const files = [...readQueryFiles(paths, language, options)];
  files.forEach(printReadNotes);
  const rules = files.map(({ path, reading }) =>
    reading.ok ? { path, text: reading.yaml } : { path, text: '', refusal: reading.error },
  );
  return joinFiles([...rules, ...readRuleFiles(options.filter)], options.placeholder);
}
