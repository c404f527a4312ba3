import type { ExportFile } from './exported-rule.js';
import type { FileForm } from './file-form.js';
import { isBlank, JsonScan } from './json-scan.js';
import { NextRecord, RecordBeginning } from './record-beginning.js';

/** Some records of a file, as text that is JSON of its own; or a record that is too long, or whose brackets do not fit, by its place among all, from 0. */
export type RecordPiece =
  | Pick<ExportFile, 'text' | 'piece'>
  | { readonly tooLong: number; readonly form: 'lines' | 'list' | 'around' }
  | { readonly broken: number; readonly form: 'lines' | 'list' };

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
  /** The brackets that the list's records stand in. */
  #within: readonly number[] = [];
  #isBehindList = false;
  /** How the records begin, by the first. */
  #beginning = new RecordBeginning();
  /** What looks for the next record, behind one whose brackets do not fit. */
  #next: NextRecord | undefined;

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
      this.#within = this.#scan.open;
    }
    yield* this.#takeRecords(chunk, from);
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
      if (this.#next !== undefined) {
        if (this.#isFound(byte)) from = at + 1;
        continue;
      }
      const isText = this.#scan.isInText;
      this.#scan.take(byte);
      if (this.#beginning.state === 'open') this.#beginning.take(byte);
      if (this.#scan.isBroken) {
        yield* this.#endBroken(chunk.subarray(from, at + 1));
        // It may be the bracket that the next begins with, or stands behind.
        this.#isFound(byte);
      } else if (isText || this.#isBehindList) continue;
      else if (this.#scan.depth < this.#within.length) {
        this.#open.add(chunk.subarray(from, at));
        yield* this.#endRecord();
        yield* this.#piece();
        this.#isBehindList = true;
        from = at;
      } else if (byte === COMMA && this.#scan.depth === this.#within.length) {
        this.#open.add(chunk.subarray(from, at));
        if (!this.#isSkipped()) yield* this.#endRecord();
        from = at + 1;
      }
    }
    if (this.#next === undefined) this.#gathered().add(chunk.subarray(from));
  }

  #gathered(): Gathered {
    return this.#isBehindList ? this.#around : this.#open;
  }

  /** Ends a record whose brackets do not fit, or what stands behind the list in the same way. */
  *#endBroken(rest: Uint8Array): Generator<RecordPiece> {
    this.#next = new NextRecord(this.#beginning, this.#scan.before);
    if (this.#isBehindList) return this.#around.add(rest);
    this.#open.take();
    yield* this.#piece();
    yield { broken: this.#first++, form: this.#form.form };
  }

  /** Looks on for the next record, and goes on with it. */
  #isFound(byte: number): boolean {
    const begun = this.#next?.take(byte);
    if (begun === undefined) return false;
    this.#next = undefined;
    this.#isBehindList = false;
    this.#scan.goBackTo(this.#within);
    for (const one of begun) this.#scan.take(one);
    this.#open.add(begun);
    return true;
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
