import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { IMPORT_BYTES } from '../siem-kinds.js';
import { BadExport, type ExportFile } from './exported-rule.js';

/** Files that an archive may have, and those and others together. */
const MOST_FILES = 20_000;
const MOST_ENTRIES = 10 * MOST_FILES;
/** What exports consist of; an archive's other files are not unpacked. */
const READ = /\.(?:conf|csv|json|ndjson|jsonl|ya?ml|toml|yaral|txt)$/i;
/** Larger lookup tables, in bytes, are no lists that a rule could have. */
const LARGEST_TABLE = 1024 * 1024;

const isRead = (name: string, size: number): boolean =>
  READ.test(name) && (size <= LARGEST_TABLE || !/\.csv$/i.test(name));
const BLOCK = 512;
/** Files of an archive, and bytes of them, that are unpacked at a time. A larger file is unpacked alone. */
const PART_FILES = 250;
const PART_BYTES = 1024 * 1024;

/** Bytes that all threads see, so that none has a copy. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>;

/** An archive that is unpacked in parts, or the one file that it has. */
export interface Archive {
  /** Without the gzip around it; of the one file, its own. */
  readonly bytes: SharedBytes;
  readonly name: string;
  /** The names of the files of each part; one null for a file that is alone. */
  readonly parts: readonly (readonly string[] | null)[];
}

/**
 * The text files of what was sent: of a zip, a tar or a gzipped one each of its files whose name an export could have, else the one file itself.
 * @param only the names of those that are wanted; null for all
 * @throws BadExport for an archive that is broken, or that unpacks to more than may be sent
 */
export function unpack(bytes: Uint8Array, name: string, only: readonly string[] | null): readonly ExportFile[] {
  if (isGzip(bytes)) return unpack(gunzipped(bytes), nameWithin(name), only);
  const wanted = only === null ? undefined : new Set(only);
  if (isZip(bytes)) return filesOf(unzipped(bytes, (each) => wanted?.has(each) ?? true));
  if (!isTar(bytes)) return [{ name, text: textOf(bytes) }];
  const files = untarred(bytes);
  return filesOf({
    files: wanted === undefined ? files : files.filter(([each]) => wanted.has(each)),
    all: files.length,
  });
}

/** Looks into an archive, and says in which parts it is unpacked. @throws BadExport as {@link unpack} */
export function openArchive(bytes: SharedBytes, name: string): Archive {
  if (isGzip(bytes)) return openArchive(shared([gunzipped(bytes)]), nameWithin(name));
  if (isZip(bytes)) {
    // Entries of one name are unpacked together, and the last is the file.
    const sizes = new Map<string, number>();
    unzipped(bytes, (each, size) => {
      sizes.set(each, (sizes.get(each) ?? 0) + size);
      return false;
    });
    if (sizes.size === 1) return fileAlone(unzipped(bytes, () => true).files);
    return { bytes, name, parts: partsOf([...sizes]) };
  }
  if (!isTar(bytes)) return { bytes, name, parts: [null] };
  const files = untarred(bytes);
  if (files.length === 1) return fileAlone(files);
  return { bytes, name, parts: partsOf(files.map(([each, { length }]) => [each, length])) };
}

/** The only file of an archive, as if it had been sent by itself. */
const fileAlone = (files: Unpacked['files']): Archive => {
  const [name = '', bytes = new Uint8Array()] = files[0] ?? [];
  return { bytes: shared([bytes]), name, parts: [null] };
};

/** Whether a file that begins so is an archive, or is gzipped. */
export const isArchive = (begin: Uint8Array): boolean => isZip(begin) || isGzip(begin) || isTar(begin);

/** Puts parts together in memory that all threads see, and lets go of them. */
export function shared(parts: Uint8Array[]): SharedBytes {
  const whole = new Uint8Array(new SharedArrayBuffer(parts.reduce((size, { length }) => size + length, 0)));
  let at = 0;
  for (const part of parts.splice(0)) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isTar = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar';
const nameWithin = (name: string): string => name.replace(/\.gz$/i, '');

function partsOf(sizes: readonly (readonly [string, number])[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let bytes = 0;
  for (const [name, size] of [...sizes].sort(byName)) {
    const last = parts.at(-1);
    bytes += size;
    if (last !== undefined && last.length < PART_FILES && bytes <= PART_BYTES) last.push(name);
    else {
      parts.push([name]);
      bytes = size;
    }
  }
  return parts;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Files of an archive, and how many it has in all. */
interface Unpacked {
  readonly files: readonly (readonly [string, Uint8Array])[];
  readonly all: number;
}

function filesOf({ all, files }: Unpacked): readonly ExportFile[] {
  const among = all > 1 ? { among: true as const } : {};
  return [...files].sort(byName).map(([name, bytes]) => ({ name, text: textOf(bytes), ...among }));
}

const tooLarge = (): BadExport =>
  new BadExport(`it unpacks to more than ${IMPORT_BYTES / 1024 / 1024} MB or ${MOST_FILES} files; send it in parts`);

function unzipped(bytes: Uint8Array, isWanted: (name: string, size: number) => boolean): Unpacked {
  const names = new Set<string>();
  let total = 0;
  let read = 0;
  let entries = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ compression, name, originalSize, size: packedSize }) {
        if (++entries > MOST_ENTRIES) throw tooLarge();
        // What is stored is copied whatever it says; what is compressed is cut where it says, and entries may share their bytes.
        const size = compression === 0 ? packedSize : Math.max(packedSize, originalSize);
        if (!isRead(name, size)) return false;
        total += size;
        if (total > IMPORT_BYTES || ++read > MOST_FILES) throw tooLarge();
        names.add(name);
        return isWanted(name, size);
      },
    });
    return { files: Object.entries(files), all: names.size };
  } catch (error) {
    throw error instanceof BadExport ? error : new BadExport(`it is a broken zip: ${(error as Error).message}`);
  }
}

function gunzipped(bytes: Uint8Array): Uint8Array {
  let inner: Uint8Array;
  try {
    inner = gunzipSync(bytes, { maxOutputLength: IMPORT_BYTES });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : new BadExport(`it is a broken gzip: ${message}`);
  }
  // A gzip can unpack to itself.
  if (isGzip(inner)) throw new BadExport('it is a gzip within a gzip');
  return inner;
}

/**
 * The regular files of a tar.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, "ustar Interchange Format"
 */
function untarred(bytes: Uint8Array): readonly (readonly [string, Uint8Array])[] {
  const files = new Map<string, Uint8Array>();
  const field = (at: number, length: number): string => {
    const text = Buffer.from(bytes.subarray(at, at + length)).toString('utf8');
    const end = text.indexOf('\0');
    return end < 0 ? text : text.slice(0, end);
  };
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12).trim(), 8);
    if (!Number.isSafeInteger(size) || size < 0) throw new BadExport('it is a broken tar: a file in it has no size');
    const begin = at + BLOCK;
    const prefix = field(at + 345, 155);
    const name = `${prefix === '' ? '' : `${prefix}/`}${field(at, 100)}`;
    const kind = field(at + 156, 1);
    if ((kind === '0' || kind === '') && isRead(name, size)) files.set(name, bytes.subarray(begin, begin + size));
    if (files.size > MOST_FILES) throw tooLarge();
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
  return [...files];
}

/** Windows writes UTF-16 with a mark at the beginning; everything else is taken for UTF-8. */
function textOf(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}
