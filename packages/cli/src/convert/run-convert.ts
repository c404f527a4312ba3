import { setImmediate } from 'node:timers/promises';
import { type Conversion, type ConvertOptions, convert, type SigmaError, type TargetId } from '@tripline/sigma';
import { counted } from '../counted.js';
import { EXIT } from '../exit.js';
import { openOutput } from '../output.js';
import { type RuleCollection, readCollection } from '../rule-collection.js';
import { openStatusLine } from '../status-line.js';
import { readTargets } from '../targets.js';
import type { ConvertCommandOptions } from './convert-options.js';
import { ConvertStats } from './convert-stats.js';
import { readPipelines, targetSettings } from './field-names.js';
import { createFinalizer, finalizedTargets } from './finalized.js';
import { NoteLog } from './note-log.js';
import { readQueries } from './query-files.js';
import { type ConversionRecord, createWriter, placeOf, type RecordError, type RecordFormat } from './record-writer.js';

/** So long the program works before it lets the status line move. */
const PAUSE_EVERY_MS = 100;

/** Converts all documents of the paths to each target and prints the results; gives the exit code. Throws a `UsageError`. */
export async function runConvert(
  paths: readonly string[],
  options: ConvertCommandOptions & { format: RecordFormat },
): Promise<number> {
  const targets = readTargets(options.target);
  const names = readPipelines(options.pipeline);
  const settings = settingsOfEach(targets, names, options);
  const stats = new ConvertStats();
  const status = await openStatusLine();
  status.show('reading');
  const { collection, files } = stats.time('parse', () => readRules());
  const log = new NoteLog(options.notes);
  const writer =
    finalizedTargets(targets, names.pipelines ?? []).length === 0
      ? createWriter(options.format, openOutput(options.output), log)
      : createFinalizer(options.format, targets, names.pipelines ?? [], openOutput(options.output), log);
  let pausedMs = Date.now();
  for (const [number, { path, errors, documents }] of files.entries()) {
    stats.rules += documents.length + errors.length;
    for (const error of errors) {
      for (const target of targets) write({ path, id: null, target, ok: false, error: describe(error) });
    }
    for (const document of documents) {
      for (const target of targets) {
        const conversion = stats.time('convert', () => convert(document, collection, target, settings.get(target)));
        const record = { path, id: document.id ?? null, title: document.title, target, ...outcome(conversion) };
        if (conversion.ok || !options.skipUnsupported) write(record);
        else {
          stats.skipped++;
          const { code, message } = conversion.error;
          log.add({ place: placeOf(record), target, kind: `skipped ${code}`, message });
        }
      }
    }
    if (Date.now() - pausedMs < PAUSE_EVERY_MS) continue;
    status.show(`converting: ${number + 1} of ${counted(files.length, 'file')}`);
    await setImmediate();
    pausedMs = Date.now();
  }
  status.end();
  writer.end();
  log.end();
  if (options.stats) process.stderr.write(stats.report());
  return stats.failed > 0 ? EXIT.faults : EXIT.ok;

  /** The rules of the files, or of the queries in them. */
  function readRules(): RuleCollection {
    return options.from === undefined ? readCollection(paths, options) : readQueries(paths, options.from, options);
  }

  function write(record: ConversionRecord): void {
    stats.count(record);
    writer.write(record);
  }
}

/** What each target's queries are made with. */
function settingsOfEach(
  targets: readonly TargetId[],
  names: ReturnType<typeof readPipelines>,
  options: ConvertCommandOptions,
): ReadonlyMap<TargetId, ConvertOptions> {
  const settingsOf = targetSettings(targets, options);
  return new Map(
    targets.map((target) => [
      target,
      { ...names, ...settingsOf(target), strict: options.strict, casing: options.case },
    ]),
  );
}

function outcome(conversion: Conversion): Pick<ConversionRecord, 'ok' | 'queries' | 'notes' | 'error'> {
  return conversion.ok
    ? { ok: true, queries: conversion.queries, notes: conversion.notes }
    : { ok: false, error: describe(conversion.error) };
}

function describe({ code, message, line, column }: SigmaError): RecordError {
  return { code, message, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}
