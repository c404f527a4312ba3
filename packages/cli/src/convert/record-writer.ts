import type { Note, TargetId } from '@tripline/sigma';
import type { Output } from '../output.js';
import type { NoteLog } from './note-log.js';

/** Why a document could not be converted; line and column where they are known. */
export interface RecordError {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** The result for one document and target, as `--format jsonl` prints it. */
export interface ConversionRecord {
  readonly path: string;
  readonly id: string | null;
  /** Set for a readable document; only `text` prints it. */
  readonly title?: string;
  readonly target: TargetId;
  readonly ok: boolean;
  readonly queries?: readonly string[];
  readonly notes?: readonly Note[];
  readonly error?: RecordError;
}

/** Prints results to standard output. */
export interface RecordWriter {
  write(record: ConversionRecord): void;
  end(): void;
}

/** The formats that print results one by one. */
export type RecordFormat = 'text' | 'json' | 'jsonl';

/** The writer of a format. Only `text` has its notes beside the output. */
export function createWriter(format: RecordFormat, output: Output, log: NoteLog): RecordWriter {
  if (format === 'jsonl') {
    return { write: (record) => output.write(`${JSON.stringify(published(record))}\n`), end: () => output.end() };
  }
  if (format === 'json') {
    let separator = '[\n';
    return {
      write: (record) => {
        output.write(separator + JSON.stringify(published(record), null, 2));
        separator = ',\n';
      },
      end: () => {
        output.write(separator === '[\n' ? '[]\n' : '\n]\n');
        output.end();
      },
    };
  }
  return { write: textWriter(output, log), end: () => output.end() };
}

/** Prints queries with a heading on the output, and notes and failures on standard error, so that the output can be pasted. */
function textWriter(output: Output, log: NoteLog): (record: ConversionRecord) => void {
  let unread = '';
  return (record) => {
    if (record.title !== undefined) writeText(record, output, log);
    else if (record.error !== undefined) {
      // A text that could not be read fails alike for every target, one after the other: it is reported once.
      const line = `${faultPlace(record.path, record.error)}: ${record.error.code}: ${record.error.message}\n`;
      if (line !== unread) process.stderr.write(line);
      unread = line;
    }
  };
}

function writeText(record: ConversionRecord, output: Output, log: NoteLog): void {
  const { target } = record;
  if (record.ok) {
    output.write(`# ${target} ${placeOf(record)}\n${(record.queries ?? []).join('\n\n')}\n\n`);
    log.addNotes(placeOf(record), target, record.notes ?? []);
  } else if (record.error !== undefined) {
    const { code, message } = record.error;
    process.stderr.write(`${faultPlace(record.path, record.error)}: ${target}: ${code}: ${message}\n`);
  }
}

function faultPlace(path: string, { line, column }: RecordError): string {
  return line === undefined ? path : `${path}:${line}:${column ?? 1}`;
}

/** The path of a record's rule with its title, as messages have it. */
export function placeOf({ path, title }: ConversionRecord): string {
  return title === undefined ? path : `${path}: ${title}`;
}

function published({ title: _, ...record }: ConversionRecord): Omit<ConversionRecord, 'title'> {
  return record;
}
