import type { SigmaEvent } from '@tripline/sigma';
import { UsageError } from '../exit.js';
import { filesOf } from '../rule-files.js';
import { readChunks } from './byte-chunks.js';
import { splitJson } from './json-records.js';

/** Where an event was read. */
export interface EventPlace {
  readonly path: string;
  /** The line in which it begins. */
  readonly line: number;
}

/** An event, or what could not be read as one. */
export type ReadEvent = EventPlace & ({ readonly event: SigmaEvent } | { readonly fault: string });

/** Files of a folder that hold events. A file that is named itself may have any name. */
const EVENT_FILE = /\.(?:ndjson|jsonl|json|evtx)(?:\.gz)?$/i;

const EVTX_FILE = /\.evtx(?:\.gz)?$/i;

/** The list in which AWS delivers its CloudTrail events, one file at a time. */
const DELIVERED_LIST = 'Records';

const CONVERT_EVTX =
  'Windows event log files are not read; convert it first, for example with `evtx_dump -o jsonl FILE` of the evtx crate';

/**
 * The events of files, folders and standard input (`-`), one at a time: NDJSON, JSON arrays, JSON values one after the other and CloudTrail's
 * delivered files, each also packed with gzip. Throws a `UsageError` for a path that cannot be read.
 */
export async function* readEvents(paths: readonly string[]): AsyncGenerator<ReadEvent> {
  for (const given of paths) {
    for (const path of filesOf(given, EVENT_FILE)) {
      if (EVTX_FILE.test(path)) throw new UsageError(`cannot read ${path}: ${CONVERT_EVTX}`);
      try {
        for await (const { line, text, fault } of splitJson(readChunks(path))) {
          if (fault === undefined) yield* eventsOf(path, line, text);
          else yield { path, line, fault };
        }
      } catch (error) {
        throw new UsageError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}

function* eventsOf(path: string, line: number, text: string): Generator<ReadEvent> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    yield { path, line, fault: error instanceof Error ? error.message : String(error) };
    return;
  }
  const records = isMap(value) && Object.keys(value).length === 1 ? value[DELIVERED_LIST] : undefined;
  for (const event of Array.isArray(records) ? records : [value]) {
    if (isMap(event)) yield { path, line, event };
    else yield { path, line, fault: 'not a JSON object' };
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
