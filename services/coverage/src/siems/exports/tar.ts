import { BadExport } from './exported-rule.js';
import type { Range, StoredFile } from './stored-files.js';

const BLOCK = 512;
/** Longer names, in bytes, are those of no file: Linux opens none. */
const LONGEST_NAME = 4096;

/** What a header before that of a file says of it instead. */
interface Said {
  name?: string;
  size?: number;
}

const broken = (why: string): BadExport => new BadExport(`it is a broken tar: ${why}`);

/**
 * The regular files of a tar; of those whose name is longer than 100 characters the whole name.
 * @throws BadExport for a tar that is broken
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, "ustar Interchange Format" and "pax Extended Header"
 * @see https://www.gnu.org/software/tar/manual/html_node/Standard.html (`L`: the data is the name of the next file)
 */
export function* entriesOfTar(bytes: Uint8Array): Generator<StoredFile> {
  let said: Said = {};
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const kind = field(bytes, at + 156, 1);
    const isFile = kind === '0' || kind === '';
    const written = Number.parseInt(field(bytes, at + 124, 12).trim(), 8);
    const size = isFile ? (said.size ?? written) : written;
    if (!Number.isSafeInteger(size) || size < 0) throw broken('a file in it has no size');
    const from = at + BLOCK;
    const to = Math.min(from + size, bytes.length);
    if (kind === 'L') said.name = longName(bytes, { from, to });
    else if (kind === 'x') said = { ...said, ...saidInPax(bytes, { from, to }) };
    // The name of what a link leads to, or what holds for all files, stands between a name and its file.
    else if (kind !== 'K' && kind !== 'g') {
      if (isFile) yield { name: said.name ?? shortName(bytes, at), from, to };
      said = {};
    }
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function shortName(bytes: Uint8Array, at: number): string {
  const prefix = field(bytes, at + 345, 155);
  return `${prefix === '' ? '' : `${prefix}/`}${field(bytes, at, 100)}`;
}

function longName(bytes: Uint8Array, { from, to }: Range): string {
  // With the zero at its end.
  if (to - from > LONGEST_NAME + 1) throw broken(`a name in it is longer than ${LONGEST_NAME} bytes`);
  return field(bytes, from, to - from);
}

/** A text up to the first zero. */
function field(bytes: Uint8Array, at: number, length: number): string {
  const text = Buffer.from(bytes.subarray(at, at + length)).toString('utf8');
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

const [SPACE, NEWLINE] = [32, 10];

/** What records of the form `LENGTH KEY=VALUE` say, each of so many bytes with all that is in it. */
function saidInPax(bytes: Uint8Array, { from, to }: Range): Said {
  const said: Said = {};
  for (let at = from; at < to; ) {
    const space = bytes.subarray(at, Math.min(at + 20, to)).indexOf(SPACE);
    const length = Number(field(bytes, at, Math.max(space, 0)));
    const end = at + length;
    if (space < 1 || !Number.isSafeInteger(length) || length <= space || end > to || bytes[end - 1] !== NEWLINE)
      throw broken('what it says of a file (pax) cannot be read');
    const key = field(bytes, at + space + 1, 5);
    const value = { from: at + space + 6, to: end - 1 };
    if (key === 'path=') said.name = longName(bytes, value);
    if (key === 'size=') said.size = Number(field(bytes, value.from, Math.min(value.to - value.from, 20)));
    at = end;
  }
  return said;
}
