import {
  type Conversion,
  type ConvertOptions,
  convert,
  isTargetId,
  parseSigma,
  type SigmaCollection,
  type SigmaError,
  standaloneDocuments,
  TARGET_IDS,
  type TargetId,
} from '@tripline/sigma';
import { EXIT, UsageError } from '../exit.js';
import { readRuleFiles } from '../rule-files.js';
import type { ConvertCommandOptions } from './convert-options.js';
import { ConvertStats } from './convert-stats.js';
import { printReadNotes, readQueryFiles } from './query-files.js';
import { type ConversionRecord, createWriter, type RecordError, type RecordFormat } from './record-writer.js';

/** Converts all documents of the paths to each target and prints the results; gives the exit code. Throws a `UsageError`. */
export function runConvert(
  paths: readonly string[],
  options: ConvertCommandOptions & { format: RecordFormat },
): number {
  const targets = readTargets(options.target);
  const settings: ConvertOptions = { pipeline: options.pipeline, strict: options.strict, casing: options.case };
  const writer = createWriter(options.format);
  const stats = new ConvertStats();
  for (const { path, collection } of collections()) {
    const documents = standaloneDocuments(collection);
    stats.rules += documents.length + collection.errors.length;
    for (const error of collection.errors) {
      for (const target of targets) write({ path, id: null, target, ok: false, error: describe(error) });
    }
    for (const document of documents) {
      for (const target of targets) {
        const conversion = stats.time('convert', () => convert(document, collection, target, settings));
        write({ path, id: document.id ?? null, title: document.title, target, ...outcome(conversion) });
      }
    }
  }
  writer.end();
  if (options.stats) process.stderr.write(stats.report());
  return stats.failed > 0 ? EXIT.faults : EXIT.ok;

  /** The rules of each file. A query that cannot be read counts as a document that cannot be read. */
  function* collections(): Generator<{ readonly path: string; readonly collection: SigmaCollection }> {
    if (options.from === undefined) {
      for (const { path, text } of readRuleFiles(paths)) {
        yield { path, collection: stats.time('parse', () => parseSigma(text)) };
      }
      return;
    }
    for (const file of readQueryFiles(paths, options.from, options)) {
      const { path, reading } = file;
      printReadNotes(file);
      const collection = reading.ok ? parseSigma(reading.yaml) : { documents: [], errors: [reading.error] };
      yield { path, collection };
    }
  }

  function write(record: ConversionRecord): void {
    stats.count(record);
    writer.write(record);
  }
}

function readTargets(ids: readonly string[]): readonly TargetId[] {
  if (ids.length === 0) return TARGET_IDS;
  return [...new Set(ids)].map((id) => {
    if (isTargetId(id)) return id;
    throw new UsageError(`there is no target "${id}"; there are ${TARGET_IDS.join(', ')}`);
  });
}

function outcome(conversion: Conversion): Pick<ConversionRecord, 'ok' | 'queries' | 'notes' | 'error'> {
  return conversion.ok
    ? { ok: true, queries: conversion.queries, notes: conversion.notes }
    : { ok: false, error: describe(conversion.error) };
}

function describe({ code, message, line, column }: SigmaError): RecordError {
  return { code, message, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}
