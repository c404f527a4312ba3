import { gunzipSync } from 'node:zlib';
import { type Unzipped, unzipSync } from 'fflate';
import { IMPORT_BYTES } from '../siem-kinds.js';
import { BadExport, type ExportFile } from './exported-rule.js';

/** Files that an archive may have. */
const MOST_FILES = 20_000;
/** What exports consist of; an archive's other files are not unpacked. */
const READ = /\.(?:conf|csv|json|ndjson|jsonl|ya?ml|toml|yaral|txt)$/i;
/** Larger lookup tables, in bytes, are no lists that a rule could have. */
const LARGEST_TABLE = 1024 * 1024;

const isRead = (name: string, size: number): boolean =>
  READ.test(name) && (size <= LARGEST_TABLE || !/\.csv$/i.test(name));
const BLOCK = 512;

/**
 * The text files of what was sent: of a zip, a tar or a gzipped one each of its files whose name an export could have, else the one file itself.
 * @throws BadExport for an archive that is broken, or that unpacks to more than may be sent
 */
export function unpack(bytes: Uint8Array, name: string): readonly ExportFile[] {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return filesOf(unzipped(bytes));
  if (isGzip(bytes)) {
    const inner = gunzipped(bytes);
    // A gzip can unpack to itself.
    if (isGzip(inner)) throw new BadExport('it is a gzip within a gzip');
    return unpack(inner, name.replace(/\.gz$/i, ''));
  }
  if (Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar') return filesOf(untarred(bytes));
  return [{ name, text: textOf(bytes) }];
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function filesOf(files: Readonly<Record<string, Uint8Array>>): readonly ExportFile[] {
  return Object.keys(files)
    .sort()
    .map((name) => ({ name, text: textOf(files[name] as Uint8Array) }));
}

const tooLarge = (): BadExport =>
  new BadExport(`it unpacks to more than ${IMPORT_BYTES / 1024 / 1024} MB or ${MOST_FILES} files; send it in parts`);

function unzipped(bytes: Uint8Array): Unzipped {
  let total = 0;
  let files = 0;
  try {
    return unzipSync(bytes, {
      // An entry that says less than it has is cut there.
      filter({ name, originalSize }) {
        if (!isRead(name, originalSize)) return false;
        total += originalSize;
        if (total > IMPORT_BYTES || ++files > MOST_FILES) throw tooLarge();
        return true;
      },
    });
  } catch (error) {
    throw error instanceof BadExport ? error : new BadExport(`it is a broken zip: ${(error as Error).message}`);
  }
}

function gunzipped(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: IMPORT_BYTES });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : new BadExport(`it is a broken gzip: ${message}`);
  }
}

/**
 * The regular files of a tar.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, "ustar Interchange Format"
 */
function untarred(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
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
  return Object.fromEntries(files);
}

/** Windows writes UTF-16 with a mark at the beginning; everything else is taken for UTF-8. */
function textOf(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}
