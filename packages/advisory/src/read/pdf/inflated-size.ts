import { constants, inflateSync } from 'node:zlib';
import { isBlank, isDigit, isHexDigit, placesOf } from '../../text/characters.js';
import { isNumber, splitAtBlanks } from '../../text/shape.js';
import { isAll, skip, trailing } from '../../text/stretches.js';
import { BUDGETS } from '../budget.js';
import { AdvisoryError } from '../error.js';
import type { Reading } from '../reading.js';
import { countOperators } from './operators.js';

/** How far before a stream its dictionary is looked for; dictionaries are short. */
const DICTIONARY_BYTES = 2048;
/** Most bytes of streams with other encodings: they have no bound on their decompressed size, and no use in a large stream. */
const OTHER_PACKED_BYTES_MAX = 512 * 1024;

// Streams with these keys or of these kinds draw nothing: fonts, profiles, metadata, cross references and packed objects.
const KEYS_OF_OTHERS = ['/Length1', '/Length2', '/Length3', '/Alternate'];
const SUBTYPES_OF_OTHERS = ['/Type1C', '/CIDFontType0C', '/OpenType', '/XML'];
const TYPES_OF_OTHERS = ['/XRef', '/ObjStm', '/Metadata', '/CMap', '/EmbeddedFile'];

const PACKED_WITHOUT_BOUND = ['/LZW', '/LZWDecode', '/RunLengthDecode', '/RL'];
const PACKED_WITHIN_BOUND = ['/FlateDecode', '/Fl'];

/** The dictionary before a stream: its names in their order, and an empty text for whatever else stands between them. */
class StreamDictionary {
  private readonly tokens: readonly string[];

  constructor(text: string) {
    const tokens: string[] = [];
    for (let at = 0; at < text.length; at += 1) {
      if (isBetweenNames(text.charAt(at))) continue;
      const end = skip(text, at + 1, isOfName);
      tokens.push(text[at] === '/' ? withoutCodes(text.slice(at, end)) : '');
      at = end - 1;
    }
    this.tokens = tokens;
  }

  /** How many of some names it has. */
  count(names: readonly string[]): number {
    return this.tokens.filter((token) => names.includes(token)).length;
  }

  /** Whether the value of a key is one of some names. */
  is(key: string, names: readonly string[]): boolean {
    return this.tokens.some((token, at) => token === key && names.includes(this.tokens[at + 1] ?? ''));
  }

  drawsNothing(): boolean {
    return (
      this.count(KEYS_OF_OTHERS) > 0 || this.is('/Subtype', SUBTYPES_OF_OTHERS) || this.is('/Type', TYPES_OF_OTHERS)
    );
  }
}

/** White space of a PDF, which counts the character zero too. */
const isBetweenNames = (character: string): boolean => character === '\0' || isBlank(character);

/** Whether a character may stand in a name. Brackets, a slash and the sign of a comment end one. */
const isOfName = (character: string): boolean => !isBetweenNames(character) && !'/<>[](){}%'.includes(character);

/** A name with the characters that it writes as two hexadecimal digits: `/Fl#61teDecode`. */
function withoutCodes(name: string): string {
  const [first = '', ...parts] = name.split('#');
  return parts.reduce((plain, part) => {
    const code = part.slice(0, 2);
    const isCode = code.length === 2 && isAll(code, isHexDigit);
    return plain + (isCode ? String.fromCharCode(Number.parseInt(code, 16)) + part.slice(2) : `#${part}`);
  }, first);
}

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
    const dictionary = new StreamDictionary(before.slice(before.lastIndexOf(' obj') + 1));
    if (dictionary.is('/Subtype', ['/Image'])) {
      pictures += 1;
      continue;
    }
    const start = at + 6 + (file[at + 6] === 0x0d ? 2 : 1);
    const next = file.indexOf('endstream', start);
    const end = next < 0 ? file.length : next;
    if (dictionary.count(PACKED_WITHOUT_BOUND) > 0 && end - start > OTHER_PACKED_BYTES_MAX) {
      throw tooLarge();
    }
    const stream = unpacked(file.subarray(start, end), dictionary, reading);
    // Pages may stand in packed objects.
    if (dictionary.is('/Type', ['/ObjStm'])) countUses(Buffer.from(stream).toString('latin1'), uses);
    if (!dictionary.drawsNothing()) {
      const number = objectNumber(before) ?? String(at);
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
function unpacked(packed: Uint8Array, dictionary: StreamDictionary, reading: Reading): Uint8Array {
  let stream = packed;
  const layers = dictionary.count(PACKED_WITHIN_BOUND);
  for (let layer = 0; layer < layers; layer += 1) {
    stream = inflated(stream, BUDGETS.unpackedBytes - reading.taken('unpackedBytes'));
    reading.take('unpackedBytes', stream.length);
  }
  return stream;
}

/** The number of the object that a dictionary is of, which stands before its generation and `obj`. */
function objectNumber(before: string): string | undefined {
  const numbers = splitAtBlanks(before.slice(0, Math.max(0, before.lastIndexOf(' obj'))));
  const number = trailing(numbers.at(-2) ?? '', isDigit, NUMBER_DIGITS_MAX);
  return number !== '' && isNumber(numbers.at(-1) ?? '') ? number : undefined;
}

/** No number of an object has more digits. */
const NUMBER_DIGITS_MAX = 10;
/** Of a longer list of contents no more is read. */
const LIST_CHARACTERS_MAX = 10_000;

/** Counts how many pages draw each object: the same content may be that of many. */
function countUses(text: string, uses: Map<string, number>): void {
  for (const at of placesOf(text, '/Contents')) {
    const start = skip(text, at + '/Contents'.length, isBlank);
    const isList = text[start] === '[';
    const end = skip(text, isList ? start + 1 : start, isOfReferences, LIST_CHARACTERS_MAX);
    const references = splitAtBlanks(
      text
        .slice(isList ? start + 1 : start, end)
        .replaceAll('R', ' R ')
        .trim(),
    );
    if (isList && text[end] !== ']') continue;
    for (const [place, token] of (isList ? references : references.slice(0, 3)).entries()) {
      const number = references[place - 2] ?? '';
      if (token === 'R' && isNumber(number)) uses.set(number, (uses.get(number) ?? 0) + 1);
    }
  }
}

/** Whether a character may stand in references to objects: `12 0 R`. */
const isOfReferences = (character: string): boolean => isDigit(character) || isBlank(character) || character === 'R';

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
