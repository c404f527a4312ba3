import {
  type Conversion,
  type ConvertOptions,
  convert,
  isTargetId,
  type SigmaError,
  TARGET_IDS,
  type TargetId,
} from '@tripline/sigma';
import { EXIT, UsageError } from '../exit.js';
import { type RuleCollection, readCollection } from '../rule-collection.js';
import type { ConvertCommandOptions } from './convert-options.js';
import { ConvertStats } from './convert-stats.js';
import { readQueries } from './query-files.js';
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
  const { collection, files } = stats.time('parse', () => readRules());
  for (const { path, errors, documents } of files) {
    stats.rules += documents.length + errors.length;
    for (const error of errors) {
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

  /** The rules of the files, or of the queries in them. */
  function readRules(): RuleCollection {
    return options.from === undefined ? readCollection(paths) : readQueries(paths, options.from, options);
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
