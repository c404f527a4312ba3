import type { ExportFile } from './exported-rule.js';
import type { FileForm } from './file-form.js';
import { isBlank, JsonScan } from './json-scan.js';

type Piece = Pick<ExportFile, 'text' | 'piece'>;

/** Records and bytes that a piece has about: what one task of reading does well within its time. */
const MOST_RECORDS = 250;
const PIECE_BYTES = 1024 * 1024;
const [NEWLINE, COMMA] = [10, 44];

/** Collects records of a file, and gives them in pieces. */
export class RecordPieces {
  readonly #form: Exclude<FileForm, { form: 'whole' }>;
  readonly #scan = new JsonScan();
  /** What belongs to the piece that is being collected, and how many records have ended in it. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #records = 0;
  /** The place of its first record among all. */
  #first = 0;
  /** What stands around the list, without its records. */
  readonly #around: Uint8Array[] = [];
  /** How deep the list's records stand; -1 behind the list. */
  #base = -1;

  constructor(form: Exclude<FileForm, { form: 'whole' }>) {
    this.#form = form;
  }

  /** Takes the next bytes. The first must begin where the file does. */
  *take(chunk: Uint8Array): Generator<Piece> {
    if (this.#form.form === 'lines') return yield* this.#takeLines(chunk);
    let from = 0;
    if (this.#base < 0 && this.#around.length === 0) {
      from = this.#form.from;
      for (const byte of chunk.subarray(0, from)) this.#scan.take(byte);
      this.#around.push(chunk.subarray(0, from));
      this.#base = this.#scan.depth;
    }
    if (this.#base < 0) this.#around.push(chunk);
    else yield* this.#takeRecords(chunk, from);
  }

  /** What is left at the end of the file. */
  *end(): Generator<Piece> {
    yield* this.#piece();
    if (this.#form.form === 'list') yield { text: textOf(this.#around), piece: { form: 'around', first: 0 } };
  }

  *#takeLines(chunk: Uint8Array): Generator<Piece> {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      this.#records++;
      if (!this.#isFull(at - from)) continue;
      this.#hold(chunk, from, at);
      yield* this.#piece();
      from = at + 1;
    }
    this.#hold(chunk, from, chunk.length);
  }

  *#takeRecords(chunk: Uint8Array, begin: number): Generator<Piece> {
    let from = begin;
    for (let at = begin; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      const isText = this.#scan.isInText;
      this.#scan.take(byte);
      if (isText) continue;
      if (this.#scan.depth < this.#base) {
        this.#hold(chunk, from, at);
        yield* this.#piece();
        this.#base = -1;
        this.#around.push(chunk.subarray(at));
        return;
      }
      if (byte !== COMMA || this.#scan.depth !== this.#base) continue;
      this.#records++;
      if (!this.#isFull(at - from)) continue;
      this.#hold(chunk, from, at);
      yield* this.#piece();
      from = at + 1;
    }
    this.#hold(chunk, from, chunk.length);
  }

  #isFull(more: number): boolean {
    return this.#records >= MOST_RECORDS || this.#heldBytes + more >= PIECE_BYTES;
  }

  #hold(chunk: Uint8Array, from: number, to: number): void {
    if (to <= from) return;
    this.#held.push(chunk.subarray(from, to));
    this.#heldBytes += to - from;
  }

  /** The piece that is held, if there is more in it than white space. */
  *#piece(): Generator<Piece> {
    const isEmpty = this.#held.every((part) => part.every(isBlank));
    const text = isEmpty ? '' : textOf(this.#held);
    const first = this.#first;
    this.#held = [];
    this.#heldBytes = 0;
    this.#first += this.#records;
    this.#records = 0;
    if (isEmpty) return;
    const form = this.#form;
    yield { text: form.form === 'lines' ? text : listed(text, form.key), piece: { form: form.form, first } };
  }
}

const listed = (records: string, key: string): string =>
  key === '' ? `[${records}]` : `{${JSON.stringify(key)}:[${records}]}`;

function textOf(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8');
}
