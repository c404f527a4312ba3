import { constants, inflateSync } from 'node:zlib';
import { BUDGETS } from '../budget.js';
import { AdvisoryError } from '../error.js';
import type { Reading } from '../reading.js';
import { countOperators } from './operators.js';

/** How far before a stream its dictionary is looked for; dictionaries are short. */
const DICTIONARY_BYTES = 2048;
/** Most bytes of streams with other encodings: they have no bound on their decompressed size, and no use in a large stream. */
const OTHER_PACKED_BYTES_MAX = 512 * 1024;

/** Streams of these kinds draw nothing: fonts, profiles, metadata, cross references and packed objects. */
const DRAWS_NOTHING =
  /\/Length[123]\b|\/Subtype\s*\/(?:Type1C|CIDFontType0C|OpenType|XML)\b|\/Type\s*\/(?:XRef|ObjStm|Metadata|CMap|EmbeddedFile)\b|\/Alternate\b/;

/**
 * Refuses a PDF whose streams decompress to more than any report has, or draw with more operators. The library decompresses a stream whole
 * before it reads it, outside of the memory that a worker thread is limited to, and then takes every operator.
 *
 * @returns how many pictures it holds
 * @throws AdvisoryError `TooLarge`.
 */
export function refuseCostlyPdf(bytes: Uint8Array, reading: Reading): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let pictures = 0;
  const drawn = new Map<string, number>();
  const uses = new Map<string, number>();
  countUses(file.toString('latin1'), uses);
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', Math.max(0, at - 3), at) === 'end') continue;
    const before = file.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    if (/\/Subtype\s*\/Image\b/.test(dictionary)) {
      pictures += 1;
      continue;
    }
    const start = at + 6 + (file[at + 6] === 0x0d ? 2 : 1);
    const next = file.indexOf('endstream', start);
    const end = next < 0 ? file.length : next;
    if (/\/(?:LZW|LZWDecode|RunLengthDecode|RL)\b/.test(dictionary) && end - start > OTHER_PACKED_BYTES_MAX) {
      throw tooLarge();
    }
    const stream = unpacked(file.subarray(start, end), dictionary, reading);
    // Pages may stand in packed objects.
    if (PACKED_OBJECTS.test(dictionary)) countUses(Buffer.from(stream).toString('latin1'), uses);
    if (!DRAWS_NOTHING.test(dictionary)) {
      const number = OBJECT_NUMBER.exec(before.slice(0, Math.max(0, before.lastIndexOf(' obj'))))?.[1] ?? String(at);
      drawn.set(number, (drawn.get(number) ?? 0) + countOperators(stream));
    }
    at = end;
  }
  let operators = 0;
  for (const [number, count] of drawn) operators += count * Math.max(1, uses.get(number) ?? 0);
  reading.take('operators', operators);
  return pictures;
}

/** A stream as its dictionary says it was packed, layer by layer, within the budget. */
function unpacked(packed: Uint8Array, dictionary: string, reading: Reading): Uint8Array {
  let stream = packed;
  const layers = dictionary.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0;
  for (let layer = 0; layer < layers; layer += 1) {
    stream = inflated(stream, BUDGETS.unpackedBytes - reading.taken('unpackedBytes'));
    reading.take('unpackedBytes', stream.length);
  }
  return stream;
}

const PACKED_OBJECTS = /\/Type\s*\/ObjStm\b/;
const OBJECT_NUMBER = /(\d{1,10})\s+\d{1,5}$/;

/** Counts how many pages draw each object: the same content may be that of many. */
function countUses(text: string, uses: Map<string, number>): void {
  for (const [, list = ''] of text.matchAll(/\/Contents\s*(\d{1,10}\s+\d{1,5}\s+R|\[[\d\sR]{0,10000}\])/g)) {
    for (const [, number = ''] of list.matchAll(/(\d{1,10})\s+\d{1,5}\s+R/g)) {
      uses.set(number, (uses.get(number) ?? 0) + 1);
    }
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
    `The PDF unpacks to more than ${BUDGETS.unpackedBytes} bytes of text and fonts; at most so many are read. Send its text.`,
  );
}
