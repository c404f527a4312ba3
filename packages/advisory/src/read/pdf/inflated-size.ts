import { constants, inflateSync } from 'node:zlib';
import { AdvisoryError } from '../error.js';

/** Text, fonts and cross references of a long report take some megabytes; pictures are never decompressed. */
const INFLATED_BYTES_MAX = 64 * 1024 * 1024;
/** How far before a stream its dictionary is looked for; dictionaries are short. */
const DICTIONARY_BYTES = 2048;
/** Most bytes of streams with other encodings: they have no bound on their decompressed size, and no use in a large stream. */
const OTHER_PACKED_BYTES_MAX = 512 * 1024;

/**
 * Refuses a PDF whose streams decompress to more than any report has. The library decompresses a stream whole before it reads it, outside
 * of the memory that a worker thread is limited to.
 *
 * @throws AdvisoryError `TooLarge`.
 */
export function refusePdfBomb(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let budget = INFLATED_BYTES_MAX;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', Math.max(0, at - 3), at) === 'end') continue;
    const before = file.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    if (/\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    const start = at + 6 + (file[at + 6] === 0x0d ? 2 : 1);
    const next = file.indexOf('endstream', start);
    const end = next < 0 ? file.length : next;
    if (/\/(?:LZW|LZWDecode|RunLengthDecode|RL)\b/.test(dictionary) && end - start > OTHER_PACKED_BYTES_MAX) {
      throw tooLarge();
    }
    let stream: Uint8Array = file.subarray(start, end);
    const layers = dictionary.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0;
    for (let layer = 0; layer < layers; layer += 1) {
      stream = inflated(stream, budget);
      budget -= stream.length;
    }
    at = end;
  }
}

function inflated(stream: Uint8Array, budget: number): Uint8Array {
  try {
    return inflateSync(stream, { maxOutputLength: Math.max(1, budget), finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge();
    return new Uint8Array(0); // damaged: the library reads what it can of it
  }
}

function tooLarge(): AdvisoryError {
  return new AdvisoryError(
    'TooLarge',
    `The PDF unpacks to more than ${INFLATED_BYTES_MAX / (1024 * 1024)} MiB of text and fonts, which no report holds.`,
  );
}
