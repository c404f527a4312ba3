import { basename, extname } from 'node:path';
import { type QueryLanguage, type QueryReading, readQuery } from '@tripline/sigma';
import { joinFiles, type RuleCollection } from '../rule-collection.js';
import { FileNames, readRuleFiles, STDIN } from '../rule-files.js';
import type { ConvertCommandOptions } from './convert-options.js';

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
  { logsource }: Pick<ConvertCommandOptions, 'logsource'>,
): Generator<ReadFile> {
  for (const { path, text } of readRuleFiles(
    paths,
    new FileNames(new RegExp(`\\.${language}$`, 'i'), `*.${language}`),
  )) {
    const title = basename(path, extname(path));
    const reading = readQuery(text, language, {
      ...(path === STDIN ? {} : { title }),
      ...(logsource === undefined ? {} : { logsource }),
    });
    yield { path, reading };
  }
}

/** Prints the notes of a reading on standard error, each with its place in the query. */
export function printReadNotes({ path, reading }: ReadFile): void {
  for (const { code, message, line, column } of reading.ok ? reading.notes : []) {
    process.stderr.write(`${path}:${line}:${column}: note ${code}: ${message}\n`);
  }
}

/** The rules that the queries of paths become, each a file of its own. A query that cannot be read counts as a document that cannot. */
export function readQueries(
  paths: readonly string[],
  language: QueryLanguage,
  options: Pick<ConvertCommandOptions, 'logsource' | 'filter' | 'placeholder'>,
): RuleCollection {
  const files = [...readQueryFiles(paths, language, options)];
  files.forEach(printReadNotes);
  const rules = files.map(({ path, reading }) =>
    reading.ok ? { path, text: reading.yaml } : { path, text: '', refusal: reading.error },
  );
  return joinFiles([...rules, ...readRuleFiles(options.filter)], options.placeholder);
}
