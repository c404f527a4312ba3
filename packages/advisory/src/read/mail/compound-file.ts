import { AdvisoryError } from '../error.js';
import type { Reading } from '../reading.js';

/** A storage or stream of a compound file, as a folder or file. */
export interface Entry {
  readonly start: number;
  readonly size: number;
  /** Of a storage, by their names. */
  readonly children: ReadonlyMap<string, Entry>;
}

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ENTRY_BYTES = 128;
const NONE = 0xffffffff;
/** From here on a number of a sector says something else. */
const LAST_SECTOR = 0xfffffffa;

/** Whether bytes are a compound file, as Outlook and old Office programs write them. */
export const isCompoundFile = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, at) => bytes[at] === byte);

/** Reads compound files (MS-CFB). What a file claims is held against its own size, so that no chain is endless and no stream larger. */
export class CompoundFile {
  readonly root: Entry;
  readonly #file: Buffer;
  readonly #reading: Reading;
  readonly #sector: number;
  readonly #fat: readonly number[];
  readonly #smallFat: readonly number[];
  readonly #small: Buffer;

  /** @throws AdvisoryError `Unreadable` for a damaged file */
  constructor(bytes: Uint8Array, reading: Reading) {
    this.#file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#reading = reading;
    const shift = this.#number(30) & 0xffff;
    if (shift !== 9 && shift !== 12) throw damaged();
    this.#sector = 2 ** shift;
    this.#fat = this.#fatSectors().flatMap((at) => this.#numbers(this.#sectorAt(at)));
    this.#smallFat = this.#chain(this.#number(60), this.#fat).flatMap((at) => this.#numbers(this.#sectorAt(at)));
    const directory = Buffer.concat(this.#chain(this.#number(48), this.#fat).map((at) => this.#sectorAt(at)));
    this.root = this.#entries(directory);
    this.#small = this.#joined(this.root.start, this.#fat, (at) => this.#sectorAt(at), this.root.size);
  }

  /** The bytes of a stream. @throws AdvisoryError `Unreadable` for one that is not there, `TooLarge` beyond the budget of all streams */
  bytesOf({ size, start }: Entry): Buffer {
    this.#reading.take('unpackedBytes', size);
    if (size >= 4096) return this.#joined(start, this.#fat, (at) => this.#sectorAt(at), size);
    return this.#joined(start, this.#smallFat, (at) => this.#small.subarray(at * 64, at * 64 + 64), size);
  }

  #number(at: number): number {
    if (at + 4 > this.#file.length) throw damaged();
    return this.#file.readUInt32LE(at);
  }

  #numbers(sector: Buffer): number[] {
    return Array.from({ length: Math.floor(sector.length / 4) }, (_, at) => sector.readUInt32LE(at * 4));
  }

  #sectorAt(at: number): Buffer {
    const start = (at + 1) * this.#sector;
    if (start >= this.#file.length) throw damaged();
    return this.#file.subarray(start, start + this.#sector);
  }

  /** The sectors of the table of sectors: 109 in the header, more in a list of their own. */
  #fatSectors(): readonly number[] {
    const listed = this.#numbers(this.#file.subarray(76, 512));
    const most = this.#file.length / this.#sector;
    let next = this.#number(68);
    for (let lists = 0; next < LAST_SECTOR; lists += 1) {
      const numbers = this.#numbers(this.#sectorAt(next));
      if (lists > most) throw damaged();
      next = numbers.pop() ?? NONE;
      listed.push(...numbers);
    }
    const sectors = listed.filter((sector) => sector < LAST_SECTOR);
    if (sectors.length > most) throw damaged();
    return sectors;
  }

  #chain(start: number, table: readonly number[]): readonly number[] {
    const chain: number[] = [];
    for (let at = start; at < LAST_SECTOR; at = table[at] ?? NONE) {
      chain.push(at);
      if (chain.length > table.length) throw damaged();
    }
    return chain;
  }

  #joined(start: number, table: readonly number[], sectorOf: (at: number) => Buffer, size: number): Buffer {
    if (size > this.#file.length) throw damaged();
    return Buffer.concat(size === 0 ? [] : this.#chain(start, table).map(sectorOf)).subarray(0, size);
  }

  #entries(directory: Buffer): Entry {
    const seen = new Set<number>();
    const entryAt = (at: number): Entry => {
      const offset = at * ENTRY_BYTES;
      return {
        start: directory.readUInt32LE(offset + 116),
        size: directory.readUInt32LE(offset + 120),
        children: childrenOf(directory.readUInt32LE(offset + 76)),
      };
    };
    const childrenOf = (first: number): ReadonlyMap<string, Entry> => {
      const children = new Map<string, Entry>();
      for (const open = [first]; open.length > 0; ) {
        const at = open.pop() ?? NONE;
        const offset = at * ENTRY_BYTES;
        if (at === NONE || offset + ENTRY_BYTES > directory.length || seen.has(at)) continue;
        seen.add(at);
        const length = Math.max(0, Math.min(64, directory.readUInt16LE(offset + 64)) - 2);
        children.set(
          directory.toString('utf16le', offset, offset + length),
          this.#reading.within(() => entryAt(at)),
        );
        open.push(directory.readUInt32LE(offset + 68), directory.readUInt32LE(offset + 72));
      }
      return children;
    };
    if (directory.length < ENTRY_BYTES) throw damaged();
    seen.add(0);
    return entryAt(0);
  }
}

const damaged = (): AdvisoryError => new AdvisoryError('Unreadable', 'The mail (.msg) is damaged and cannot be read.');
