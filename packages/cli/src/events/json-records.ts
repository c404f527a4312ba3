/** A JSON value of a file as text, or why there is none. */
export interface JsonRecord {
  /** The line in which it begins. */
  readonly line: number;
  readonly text: string;
  /** Set where the text was left out. */
  readonly fault?: string;
}

/** Most bytes of one event. */
const RECORD_BYTES_MAX = 16 * 1024 * 1024;

const TOO_LONG = 'longer than 16 MiB';

const [NEWLINE, QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, COMMA] = [
  ...Buffer.from('\n"\\[]{},'),
] as [number, number, number, number, number, number, number, number];

/**
 * The JSON values of a file: the lines of NDJSON, the elements of one array, or, where the first line is only the beginning of a value, the
 * values one after the other however they are laid out. They come in groups, one for each piece of the file, since waiting for each value
 * would take longer than many values. A group is to be read to its end before the next; no more than one value is in memory.
 */
export async function* splitJson(chunks: AsyncIterable<Buffer>): AsyncGenerator<Iterable<JsonRecord>> {
  let splitter: Splitter | undefined;
  for await (const chunk of chunks) {
    splitter ??= splitterFor(chunk);
    if (splitter !== undefined) yield splitter.add(chunk);
  }
  if (splitter !== undefined) yield splitter.end();
}

interface Splitter {
  add(chunk: Buffer): Iterable<JsonRecord>;
  end(): Iterable<JsonRecord>;
}

/** The line that evtx_dump writes before the JSON of a record. */
const NUMBERED = /^Record \d+\r?\n/;

/** The text of a record without the line that numbers it. */
export function withoutNumber(text: string): string {
  return text.startsWith('Record ') ? text.replace(NUMBERED, '') : text;
}

/** Chooses by the first bytes. Space before the first value is part of them. */
function splitterFor(chunk: Buffer): Splitter | undefined {
  const start = chunk.findIndex((byte) => byte > 0x20 && !BYTE_ORDER_MARK.includes(byte));
  if (start < 0) return undefined;
  if (chunk[start] === OPEN_LIST) return new ValueSplitter(1);
  // evtx_dump puts a line before each value, unless it is told not to.
  if (NUMBERED.test(chunk.subarray(start, start + 32).toString('latin1'))) return new ValueSplitter(0);
  const newline = chunk.indexOf(NEWLINE, start);
  const line = chunk.subarray(start, newline < 0 ? chunk.length : newline);
  // A line that is cut off is no reason to lose those after it: within a value none begins with a bracket of its own.
  const isCut = chunk[newline + 1] === OPEN_MAP;
  return newline >= 0 && !isCut && endsInside(line) ? new ValueSplitter(0) : new LineSplitter();
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Whether a line ends inside a list or map, where a value that goes on may be broken. */
function endsInside(line: Buffer): boolean {
  const depth = new Depth();
  for (const byte of line) depth.take(byte);
  return depth.depth > 0 && !depth.inText;
}

/** Follows lists, maps and texts through the bytes of JSON. */
class Depth {
  depth = 0;
  inText = false;
  private isEscaped = false;

  take(byte: number): void {
    if (this.inText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) this.inText = false;
    } else if (byte === QUOTE) this.inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_MAP) this.depth++;
    else if (this.depth > 0 && (byte === CLOSE_LIST || byte === CLOSE_MAP)) this.depth--;
  }
}

/** Collects the bytes of one record and gives it as text. Of a record that is too long only the length is kept. */
class RecordBytes {
  private pieces: Buffer[] = [];
  private bytes = 0;

  add(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.bytes <= RECORD_BYTES_MAX) this.pieces.push(piece);
    else this.pieces = [];
  }

  /** The record, and a new one begins; undefined where there is only space. */
  take(line: number): JsonRecord | undefined {
    const [only, ...others] = this.pieces;
    const isTooLong = this.bytes > RECORD_BYTES_MAX;
    this.pieces = [];
    this.bytes = 0;
    if (isTooLong) return { line, text: '', fault: TOO_LONG };
    if (only === undefined) return undefined;
    const text = (others.length === 0 ? only : Buffer.concat([only, ...others])).toString('utf8').trim();
    return text === '' ? undefined : { line, text };
  }
}

class LineSplitter implements Splitter {
  private readonly record = new RecordBytes();
  private line = 1;

  *add(chunk: Buffer): Iterable<JsonRecord> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.record.add(chunk.subarray(start, end));
      const record = this.record.take(this.line++);
      if (record !== undefined) yield record;
      start = end + 1;
    }
    if (start < chunk.length) this.record.add(chunk.subarray(start));
  }

  *end(): Iterable<JsonRecord> {
    const record = this.record.take(this.line);
    if (record !== undefined) yield record;
  }
}

/** Splits into the values at a depth: the elements of one list, or the values of a whole file. */
class ValueSplitter implements Splitter {
  private readonly record = new RecordBytes();
  private readonly depth = new Depth();
  private line = 1;
  private startLine: number | undefined;

  constructor(private readonly at: 0 | 1) {}

  *add(chunk: Buffer): Iterable<JsonRecord> {
    const { at, depth } = this;
    let start = this.startLine === undefined ? -1 : 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] as number;
      if (byte === NEWLINE) this.line++;
      const before = depth.depth;
      const wasInText = depth.inText;
      depth.take(byte);
      if (before < at || (before === at && !wasInText && this.separates(byte))) {
        if (start >= 0) {
          this.record.add(chunk.subarray(start, index));
          yield* this.flush();
          start = -1;
        }
      } else if (start < 0 && byte > 0x20) {
        start = index;
        this.startLine = this.line;
      }
      if (start >= 0 && this.closes(byte)) {
        this.record.add(chunk.subarray(start, index + 1));
        yield* this.flush();
        start = -1;
      }
    }
    if (start >= 0) this.record.add(chunk.subarray(start));
  }

  /** Whether a byte that was taken ends the map that is a value of a whole file. */
  private closes(byte: number): boolean {
    return this.at === 0 && byte === CLOSE_MAP && this.depth.depth === 0 && !this.depth.inText;
  }

  /** Whether a byte between the values ends one. */
  private separates(byte: number): boolean {
    return byte === COMMA || (this.at === 1 && byte === CLOSE_LIST);
  }

  *end(): Iterable<JsonRecord> {
    if (this.startLine !== undefined) yield* this.flush();
    else if (this.depth.depth > 0) yield { line: this.line, text: '', fault: 'the file ends inside a JSON value' };
  }

  private *flush(): Iterable<JsonRecord> {
    const record = this.record.take(this.startLine ?? this.line);
    this.startLine = undefined;
    if (record !== undefined) yield record;
  }
}
