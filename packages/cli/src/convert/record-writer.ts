import type { Note, TargetId } from '@tripline/sigma';

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

/** How many characters of output are buffered before they are written. */
const BUFFER_CHARACTERS = 256 * 1024;

/** The formats that print results one by one. */
export type RecordFormat = 'text' | 'json' | 'jsonl';

/** The writer of a format. */
export function createWriter(format: RecordFormat): RecordWriter {
  const output = new BufferedOutput();
  if (format === 'jsonl') {
    return { write: (record) => output.write(`${JSON.stringify(published(record))}\n`), end: () => output.flush() };
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
        output.flush();
      },
    };
  }
  return { write: (record) => writeText(record, output), end: () => output.flush() };
}

/** Prints queries with a heading on standard output, and notes and failures on standard error, so that the output can be pasted. */
function writeText(record: ConversionRecord, output: BufferedOutput): void {
  const name = record.title === undefined ? record.path : `${record.path}: ${record.title}`;
  if (record.ok) {
    output.write(`# ${record.target} ${name}\n${(record.queries ?? []).join('\n\n')}\n\n`);
    for (const note of record.notes ?? []) {
      const part = note.part === undefined ? '' : ` (${note.part})`;
      process.stderr.write(`${name}: ${record.target}: note ${note.code}${part}: ${note.message}\n`);
    }
  } else if (record.error !== undefined) {
    const { code, message, line, column } = record.error;
    const place = line === undefined ? record.path : `${record.path}:${line}:${column ?? 1}`;
    process.stderr.write(`${place}: ${record.target}: ${code}: ${message}\n`);
  }
}

function published({ title: _, ...record }: ConversionRecord): Omit<ConversionRecord, 'title'> {
  return record;
}

class BufferedOutput {
  private buffer = '';

  write(text: string): void {
    this.buffer += text;
    if (this.buffer.length > BUFFER_CHARACTERS) this.flush();
  }

  flush(): void {
    if (this.buffer !== '') process.stdout.write(this.buffer);
    this.buffer = '';
  }
}
