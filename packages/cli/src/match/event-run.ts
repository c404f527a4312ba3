import { statSync } from 'node:fs';
import type { SigmaCorrelation, SigmaRule } from '@tripline/sigma';
import type { JsonRecord } from '../events/json-records.js';
import { followRecords, type RecordGroup, readRecords } from '../events/read-records.js';
import { type Batch, type BatchResult, createBatchRunner } from './batch.js';
import { BatchThreads, threadsHere } from './batch-threads.js';
import type { RuleRun } from './rule-run.js';
import type { PreparedRules, RunSetup } from './run-setup.js';

/** Characters of a batch: a thread is busy for some milliseconds with so many. */
const BATCH_CHARACTERS = 256 * 1024;
/** Characters after which threads are worth their start, in which each parses the rules. */
const ALONE_CHARACTERS = 24 * 1024 * 1024;

/** How events are run. */
export interface EventRunOptions {
  readonly paths: readonly string[];
  /** Whether files are read on as they grow, until the signal aborts. */
  readonly follow?: AbortSignal;
  /** Threads to use; by default one for each processor, once there are many events. */
  readonly threads?: number;
}

/**
 * Tries the events of paths against rules, batch by batch in their order. Much input is split over threads. What something counts is kept in
 * `run`, which says it when all is read.
 */
export async function* runEvents(
  setup: RunSetup,
  rules: PreparedRules,
  run: RuleRun<SigmaRule | SigmaCorrelation>,
  options: EventRunOptions,
): AsyncGenerator<BatchResult> {
  for await (const result of resultsOf(setup, rules, run, options)) {
    for (const { line, event, rules: numbers } of result.kept) run.keep(event, { path: result.path, line }, numbers);
    yield result;
  }
}

async function* resultsOf(
  setup: RunSetup,
  rules: PreparedRules,
  run: RuleRun<SigmaRule | SigmaCorrelation>,
  { paths, follow, threads = threadsHere() }: EventRunOptions,
): AsyncGenerator<BatchResult> {
  if (follow !== undefined) {
    const tryBatch = createBatchRunner(setup, rules, run);
    for await (const batch of batchesOf(followRecords(paths, follow))) yield tryBatch(batch);
    return;
  }
  const batches = batchesOf(readRecords(paths))[Symbol.asyncIterator]();
  const tryBatch = createBatchRunner(setup, rules, run);
  let alone = sizeOf(paths) >= ALONE_CHARACTERS ? 0 : ALONE_CHARACTERS;
  while (threads === 1 || alone > 0) {
    const { value, done } = await batches.next();
    if (done === true) return;
    for (const { text } of value.records) alone -= text.length;
    yield tryBatch(value);
  }
  yield* new BatchThreads(setup, threads).run({ [Symbol.asyncIterator]: () => batches });
}

/** The bytes of files that are named; what is in folders, packed or piped shows how much it is when it is read. */
function sizeOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

async function* batchesOf(groups: AsyncIterable<RecordGroup>): AsyncGenerator<Batch> {
  for await (const { path, records } of groups) {
    let batch: JsonRecord[] = [];
    let characters = 0;
    for (const record of records) {
      batch.push(record);
      characters += record.text.length;
      if (characters < BATCH_CHARACTERS) continue;
      yield { path, records: batch };
      batch = [];
      characters = 0;
    }
    if (batch.length > 0) yield { path, records: batch };
  }
}
