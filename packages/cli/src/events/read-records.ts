import { once } from 'node:events';
import { UsageError } from '../exit.js';
import { FileNames, filesOf, STDIN } from '../rule-files.js';
import { systemFault } from '../system-fault.js';
import { followChunks, readChunks } from './byte-chunks.js';
import { type JsonRecord, splitJson } from './json-records.js';

/** Some records of one file, in its order. */
export interface RecordGroup {
  readonly path: string;
  readonly records: Iterable<JsonRecord>;
}

/** Files of a folder that hold events. A file that is named itself may have any name. */
const EVENT_FILE = new FileNames(
  /\.(?:ndjson|jsonl|json|evtx)(?:\.gz)?$/i,
  '*.ndjson, *.jsonl or *.json, also with .gz',
);

/** How every Windows event log file begins. */
const EVTX = Buffer.from('ElfFile');

const CONVERT_EVTX =
  'Windows event log files are not read; convert it first, for example with `evtx_dump -o jsonl FILE` of the evtx crate';

/**
 * The records of files, folders and standard input (`-`): lines, JSON arrays, JSON values one after the other, each also packed with gzip.
 * They come in groups, each to be read to its end before the next. Throws a `UsageError` for a path that cannot be read.
 */
export async function* readRecords(paths: readonly string[]): AsyncGenerator<RecordGroup> {
  for (const given of paths) {
    for (const path of filesOf(given, EVENT_FILE)) yield* recordsOf(path, readChunks(path));
  }
}

/** The records of files as they grow, in the order in which they come, until `signal` aborts. A folder's files are those at the beginning. */
export async function* followRecords(paths: readonly string[], signal: AbortSignal): AsyncGenerator<RecordGroup> {
  const files = paths.flatMap((given) => [...filesOf(given, EVENT_FILE)]);
  const sources = files.map((path) => recordsOf(path, path === STDIN ? readChunks(path) : followChunks(path, signal)));
  const waiting = new Map(sources.map((source) => [source, nextOf(source)]));
  const stopped = once(signal, 'abort').then(() => undefined);
  while (waiting.size > 0) {
    // Files end by themselves when the run is stopped; whoever writes to standard input may not.
    const next = await Promise.race([...waiting.values(), ...(paths.includes(STDIN) ? [stopped] : [])]);
    if (next === undefined) {
      process.stdin.destroy();
      return;
    }
    const { source, result } = next;
    if (result.done === true) waiting.delete(source);
    else {
      // A group is read to its end before its source goes on.
      yield result.value;
      waiting.set(source, nextOf(source));
    }
  }
}

async function nextOf(source: AsyncGenerator<RecordGroup>) {
  return { source, result: await source.next() };
}

async function* recordsOf(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<RecordGroup> {
  try {
    for await (const records of splitJson(withoutEvtx(chunks))) yield { path, records };
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${systemFault(error)}`);
  }
}

/** The pieces of a file. Throws an Error for a Windows event log file, whatever its name. */
async function* withoutEvtx(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk.subarray(0, EVTX.length).equals(EVTX)) throw new Error(CONVERT_EVTX);
    isFirst = false;
    yield chunk;
  }
}
