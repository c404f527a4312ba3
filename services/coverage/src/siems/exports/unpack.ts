import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { IMPORT_BYTES } from '../siem-kinds.js';
import { filesAsUtf8 } from './as-utf8.js';
import { BadExport } from './exported-rule.js';
import { PIECE_BYTES, PIECE_RECORDS } from './record-pieces.js';
import { inARow, type SharedBytes, type StoredFile, type StoredFiles, shared } from './stored-files.js';
import { entriesOfTar } from './tar.js';

/** Files that an archive may have, and those and others together. */
const MOST_FILES = 20_000;
const MOST_ENTRIES = 10 * MOST_FILES;
/** What exports consist of; an archive's other files are not unpacked. */
const READ = /\.(?:conf|csv|json|ndjson|jsonl|ya?ml|toml|yaral|txt)$/i;
/** Larger lookup tables, in bytes, are no lists that a rule could have. */
const LARGEST_TABLE = 1024 * 1024;

const isRead = (name: string, size: number): boolean =>
  READ.test(name) && (size <= LARGEST_TABLE || !/\.csv$/i.test(name));
/** Bytes of a zip that are unpacked at a time. */
const UNPACKED_BYTES = 4 * 1024 * 1024;

/**
 * Unpacks what was sent: of a zip, a tar or a gzipped one each of its files whose name an export could have, else the one file itself. All are
 * UTF-8 without a mark then.
 * @throws BadExport for an archive that is broken, or that unpacks to more than may be sent
 */
export function openSent(bytes: SharedBytes, name: string): StoredFiles {
  return filesAsUtf8(opened(bytes, name));
}

function opened(bytes: SharedBytes, name: string): StoredFiles {
  if (isGzip(bytes)) return opened(shared([gunzipped(bytes)]), name.replace(/\.gz$/i, ''));
  if (isZip(bytes)) return unzipped(bytes);
  if (isTar(bytes)) return { bytes, files: filesOfTar(bytes) };
  return { bytes, files: [{ name, from: 0, to: bytes.length }] };
}

/** Files in groups of about so much; without more said, as much as one task reads. A larger file is a group of its own. */
export function inGroups(
  files: readonly StoredFile[],
  mostBytes = PIECE_BYTES,
  mostFiles = PIECE_RECORDS,
): readonly (readonly StoredFile[])[] {
  const groups: StoredFile[][] = [];
  let bytes = 0;
  for (const file of [...files].sort(byName)) {
    const last = groups.at(-1);
    const size = file.to - file.from;
    bytes += size;
    if (last !== undefined && last.length < mostFiles && bytes <= mostBytes) last.push(file);
    else {
      groups.push([file]);
      bytes = size;
    }
  }
  return groups;
}

const byName = ({ name: a }: StoredFile, { name: b }: StoredFile): number => (a < b ? -1 : 1);

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isTar = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar';

const tooLarge = (): BadExport =>
  new BadExport(`it unpacks to more than ${IMPORT_BYTES / 1024 / 1024} MB or ${MOST_FILES} files; send it in parts`);

/** Unpacks a zip group by group, so that what is unpacked is there twice only of one. Of entries of one name the last is the file. */
function unzipped(bytes: Uint8Array): StoredFiles {
  const sizes = new Map<string, number>();
  eachOfZip(bytes, (name, size) => {
    sizes.set(name, (sizes.get(name) ?? 0) + size);
    return false;
  });
  const places = inARow(sizes);
  const whole = new Uint8Array(new SharedArrayBuffer(places.at(-1)?.to ?? 0));
  const files: StoredFile[] = [];
  for (const group of inGroups(places, UNPACKED_BYTES, MOST_FILES)) {
    const wanted = new Map(group.map(({ from, name }) => [name, from]));
    for (const [name, content] of Object.entries(eachOfZip(bytes, (each) => wanted.has(each)))) {
      const from = wanted.get(name) ?? 0;
      whole.set(content, from);
      files.push({ name, from, to: from + content.length });
    }
  }
  return { bytes: whole, files };
}

/** Unpacks the entries of a zip that are wanted, of those whose name an export could have. */
function eachOfZip(bytes: Uint8Array, isWanted: (name: string, size: number) => boolean): Record<string, Uint8Array> {
  let total = 0;
  let read = 0;
  let entries = 0;
  try {
    return unzipSync(bytes, {
      filter({ compression, name, originalSize, size: packedSize }) {
        if (++entries > MOST_ENTRIES) throw tooLarge();
        // What is stored is copied whatever it says; what is compressed is cut where it says, and entries may share their bytes.
        const size = compression === 0 ? packedSize : Math.max(packedSize, originalSize);
        if (!isRead(name, size)) return false;
        total += size;
        if (total > IMPORT_BYTES || ++read > MOST_FILES) throw tooLarge();
        return isWanted(name, size);
      },
    });
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

/** Of files of one name the last is the file. */
function filesOfTar(bytes: Uint8Array): readonly StoredFile[] {
  const files = new Map<string, StoredFile>();
  for (const file of entriesOfTar(bytes)) {
    if (isRead(file.name, file.to - file.from)) files.set(file.name, file);
    if (files.size > MOST_FILES) throw tooLarge();
  }
  return [...files.values()];
}
