import type { ExportFile } from './exported-rule.js';
import type { FileForm } from './file-form.js';
import { isBlank, JsonScan } from './json-scan.js';

/** Some records of a file, as text that is JSON of its own; or a record that is too long, by its place among all, from 0. */
export type RecordPiece =
  | Pick<ExportFile, 'text' | 'piece'>
  | { readonly tooLong: number; readonly form: 'lines' | 'list' | 'around' };

/** Records and bytes that a piece has about: what one task of reading does well within its time, be all of it the longest searches that are read. */
export const PIECE_RECORDS = 250;
export const PIECE_BYTES = 256 * 1024;
/**
 * Bytes of the longest record, none of which a product comes near. A longer one is never built as text: a thread that asks for much memory at
 * once, beyond what it may have, ends the whole process.
 */
export const LONGEST_RECORD = 1024 * 1024;
const [NEWLINE, COMMA] = [10, 44];

/** Bytes that are put together as far as they are no more than the longest record. */
class Gathered {
  #parts: Uint8Array[] = [];
  /** Of those that were dropped too. */
  bytes = 0;

  get isTooLong(): boolean {
    return this.bytes > LONGEST_RECORD;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.bytes += part.length;
    if (this.isTooLong) this.#parts = [];
    else this.#parts.push(part);
  }

  /** What was gathered, which is let go. */
  take(): Uint8Array {
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.bytes = 0;
    return whole;
  }
}

/** Collects records of a file, and gives them in pieces. */
export class RecordPieces {
  readonly #form: Exclude<FileForm, { form: 'whole' }>;
  readonly #scan = new JsonScan();
  /** The record that has not ended, and those of the piece that have. */
  readonly #open = new Gathered();
  #records: Uint8Array[] = [];
  #recordBytes = 0;
  /** The place of the piece's first record among all. */
  #first = 0;
  /** What stands around the list, without its records. */
  readonly #around = new Gathered();
  #isBegun = false;
  /** How deep the list's records stand; -1 behind the list. */
  #base = -1;

  constructor(form: Exclude<FileForm, { form: 'whole' }>) {
    this.#form = form;
  }

  /** Takes the next bytes. The first must begin where the file does. */
  *take(chunk: Uint8Array): Generator<RecordPiece> {
    if (this.#form.form === 'lines') return yield* this.#takeLines(chunk);
    let from = 0;
    if (!this.#isBegun) {
      this.#isBegun = true;
      from = this.#form.from;
      for (const byte of chunk.subarray(0, from)) this.#scan.take(byte);
      this.#around.add(chunk.subarray(0, from));
      this.#base = this.#scan.depth;
    }
    if (this.#base < 0) this.#around.add(chunk);
    else yield* this.#takeRecords(chunk, from);
  }

  /** What is left at the end of the file. */
  *end(): Generator<RecordPiece> {
    if (this.#open.bytes > 0) yield* this.#endRecord();
    yield* this.#piece();
    if (this.#form.form !== 'list') return;
    if (this.#around.isTooLong) yield { tooLong: this.#first, form: 'around' };
    else yield { text: utf8(this.#around.take()), piece: { form: 'around', first: 0 } };
  }

  *#takeLines(chunk: Uint8Array): Generator<RecordPiece> {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#open.add(chunk.subarray(from, at));
      if (!this.#isSkipped()) yield* this.#endRecord();
      from = at + 1;
    }
    this.#open.add(chunk.subarray(from));
  }

  *#takeRecords(chunk: Uint8Array, begin: number): Generator<RecordPiece> {
    let from = begin;
    for (let at = begin; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      const isText = this.#scan.isInText;
      this.#scan.take(byte);
      if (isText) continue;
      if (this.#scan.depth < this.#base) {
        this.#open.add(chunk.subarray(from, at));
        yield* this.#endRecord();
        yield* this.#piece();
        this.#base = -1;
        this.#around.add(chunk.subarray(at));
        return;
      }
      if (byte !== COMMA || this.#scan.depth !== this.#base) continue;
      this.#open.add(chunk.subarray(from, at));
      if (!this.#isSkipped()) yield* this.#endRecord();
      from = at + 1;
    }
    this.#open.add(chunk.subarray(from));
  }

  /** Counts a record with nothing in it that no piece needs for the places of others. */
  #isSkipped(): boolean {
    if (this.#open.bytes > 0 || this.#records.length > 0) return false;
    this.#first++;
    return true;
  }

  *#endRecord(): Generator<RecordPiece> {
    if (this.#open.isTooLong) {
      this.#open.take();
      yield* this.#piece();
      yield { tooLong: this.#first++, form: this.#form.form };
      return;
    }
    this.#recordBytes += this.#open.bytes;
    this.#records.push(this.#open.take());
    if (this.#records.length >= PIECE_RECORDS || this.#recordBytes >= PIECE_BYTES) yield* this.#piece();
  }

  /** The piece that is held, if there is more in it than white space. */
  *#piece(): Generator<RecordPiece> {
    const records = this.#records;
    const first = this.#first;
    this.#records = [];
    this.#recordBytes = 0;
    this.#first += records.length;
    if (records.every((record) => record.every(isBlank))) return;
    const form = this.#form;
    const text = records.map(utf8).join(form.form === 'lines' ? '\n' : ',');
    yield { text: form.form === 'lines' ? text : listed(text, form.key), piece: { form: form.form, first } };
  }
}

/** Records as a list under its name; of a name of several steps, as the objects that they lead through. */
const listed = (records: string, key: string): string =>
  (key === '' ? [] : key.split('.')).reduceRight((inner, step) => `{${JSON.stringify(step)}:${inner}}`, `[${records}]`);

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
