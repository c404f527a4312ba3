import { gzipSync } from 'node:zlib';
import { isPrintable } from '../../characters.js';

const BLOCK = 512;
/** What gzip says of the system that packed it: unknown, so that every system writes the same byte. */
const AT_SYSTEM = 9;
const UNKNOWN_SYSTEM = 255;

/** One file of an archive. */
export interface TarFile {
  /** Its path, in ASCII, at most 100 characters. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A gzipped tar (ustar) of files, in the order given: no times, no owners, mode 644, so that the same files make the same bytes.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, "ustar Interchange Format"
 */
export function tarGz(files: readonly TarFile[]): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const { name, bytes } of files) {
    blocks.push(header(name, bytes.length), bytes, new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK));
  }
  blocks.push(new Uint8Array(2 * BLOCK));
  // Node writes no time and no name into the header.
  const packed = gzipSync(Buffer.concat(blocks), { level: 9 });
  packed[AT_SYSTEM] = UNKNOWN_SYSTEM;
  return packed;
}

function header(name: string, size: number): Uint8Array {
  if (!isPrintable(name) || name.length > 100)
    throw new RangeError(`a tar cannot hold a file of the name ${JSON.stringify(name.slice(0, 80))}`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0, 'latin1');
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write(' '.repeat(8), 148, 'latin1');
  block.write('0', 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
