import type { QueryLanguage } from '@tripline/sigma';
import { EXIT, UsageError } from '../exit.js';
import { type Output, openOutput } from '../output.js';
import type { ConvertCommandOptions } from './convert-options.js';
import { printReadNotes, type ReadFile, readQueryFiles } from './query-files.js';

/** Reads the queries of the paths and prints them as Sigma rules; gives the exit code. Throws a `UsageError`. */
export function runRead(paths: readonly string[], language: QueryLanguage, options: ConvertCommandOptions): number {
  if (options.format === 'deploy') {
    throw new UsageError('--format deploy takes rules: read the queries into files with --from, then deploy those');
  }
  const files = readQueryFiles(paths, language, options);
  const output = openOutput(options.output);
  const records: object[] = [];
  let failed = false;
  let isFirst = true;
  for (const file of files) {
    if (!file.reading.ok) failed = true;
    if (options.format === 'text') {
      printText(file, isFirst, output);
      if (file.reading.ok) isFirst = false;
    } else if (options.format === 'jsonl') output.write(`${JSON.stringify(recordOf(file))}\n`);
    else records.push(recordOf(file));
  }
  if (options.format === 'json') output.write(`${JSON.stringify(records, null, 2)}\n`);
  output.end();
  return failed ? EXIT.faults : EXIT.ok;
}

/** Prints rules on the output, as one YAML text, and notes and refusals on standard error, with their places. */
function printText(file: ReadFile, isFirst: boolean, output: Output): void {
  const { path, reading } = file;
  if (reading.ok) {
    output.write(`${isFirst ? '' : '---\n'}${reading.yaml}`);
    printReadNotes(file);
    return;
  }
  const { code, message, line, column } = reading.error;
  process.stderr.write(`${path}:${line ?? 1}:${column ?? 1}: ${code}: ${message}\n`);
}

function recordOf({ path, reading }: ReadFile): object {
  if (reading.ok) {
    const { yaml, notes, whole, unread } = reading;
    return { path, ok: true, yaml, notes, whole, unread };
  }
  const { code, message, line, column } = reading.error;
  return { path, ok: false, error: { code, message, line, column } };
}
