import type { SigmaEvent } from '@tripline/sigma';
import { UsageError } from '../exit.js';
import { FileNames, filesOf } from '../rule-files.js';
import { systemFault } from '../system-fault.js';
import { readChunks } from './byte-chunks.js';
import { type JsonRecord, splitJson } from './json-records.js';

/** Where an event was read. */
export interface EventPlace {
  readonly path: string;
  /** The line in which it begins. */
  readonly line: number;
}

/** An event, or what could not be read as one. */
export type ReadEvent = EventPlace & ({ readonly event: SigmaEvent } | { readonly fault: string });

/** Files of a folder that hold events. A file that is named itself may have any name. */
const EVENT_FILE = new FileNames(
  /\.(?:ndjson|jsonl|json|evtx)(?:\.gz)?$/i,
  '*.ndjson, *.jsonl or *.json, also with .gz',
);

/** How every Windows event log file begins. */
const EVTX = Buffer.from('ElfFile');

/** The list in which AWS delivers its CloudTrail events, one file at a time. */
const DELIVERED_LIST = 'Records';

const CONVERT_EVTX =
  'Windows event log files are not read; convert it first, for example with `evtx_dump -o jsonl FILE` of the evtx crate';

/**
 * The events of files, folders and standard input (`-`): NDJSON, JSON arrays, JSON values one after the other and CloudTrail's delivered files,
 * each also packed with gzip. They come in groups, each to be read to its end before the next; one event at a time is in memory.
 * Throws a `UsageError` for a path that cannot be read.
 */
export async function* readEvents(paths: readonly string[]): AsyncGenerator<Iterable<ReadEvent>> {
  for (const given of paths) {
    for (const path of filesOf(given, EVENT_FILE)) {
      try {
        for await (const records of splitJson(withoutEvtx(readChunks(path)))) yield readRecords(path, records);
      } catch (error) {
        throw new UsageError(`cannot read ${path}: ${systemFault(error)}`);
      }
    }
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

function* readRecords(path: string, records: Iterable<JsonRecord>): Generator<ReadEvent> {
  for (const { line, text, fault } of records) {
    if (fault !== undefined) {
      yield { path, line, fault };
      continue;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      yield { path, line, fault: `not JSON: ${systemFault(error)}` };
      continue;
    }
    const delivered = isMap(value) && DELIVERED_LIST in value ? deliveredIn(value) : undefined;
    if (delivered === undefined) yield eventOf(path, line, value);
    else for (const event of delivered) yield eventOf(path, line, event);
  }
}

/** The events of a delivered file, which has nothing else. */
function deliveredIn(file: Record<string, unknown>): readonly unknown[] | undefined {
  const list = file[DELIVERED_LIST];
  return Array.isArray(list) && Object.keys(file).length === 1 ? list : undefined;
}

function eventOf(path: string, line: number, value: unknown): ReadEvent {
  return isMap(value) ? { path, line, event: value } : { path, line, fault: 'not a JSON object' };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
