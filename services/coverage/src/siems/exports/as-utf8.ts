import { inARow, type Range, type SharedBytes, type StoredFile, type StoredFiles, shared } from './stored-files.js';

const MARK_BYTES = 3;
/** Bytes that tell how a file is written. */
const TELLING_BYTES = 4;
/** Bytes of UTF-16 that are decoded at a time. */
const DECODED_BYTES = 1024 * 1024;

type Wide = 'utf-16le' | 'utf-16be';

/**
 * Which UTF-16 a file is: by its mark, or by its first two characters, which are ASCII in every export, so that each has a zero before or
 * behind it. No text in UTF-8 and no archive has zeros there.
 */
function wideOf(bytes: Uint8Array, from: number, to: number): Wide | undefined {
  if (to - from < 2) return undefined;
  const [first, second, third, fourth] = bytes.subarray(from, Math.min(from + TELLING_BYTES, to));
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (fourth === undefined) return undefined;
  if (first && third && second === 0 && fourth === 0) return 'utf-16le';
  return second && fourth && first === 0 && third === 0 ? 'utf-16be' : undefined;
}

const isMarked = (bytes: Uint8Array, from = 0): boolean =>
  bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;

/** Bytes of a file as UTF-8 without a mark at its beginning, as they come: Windows writes UTF-16, most with a mark. Any other stays as it is. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array | undefined = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    let bytes: Uint8Array = chunk;
    if (begun !== undefined) {
      begun = Buffer.concat([begun, chunk]);
      if (begun.length < TELLING_BYTES) continue;
      bytes = begun;
      begun = undefined;
      const wide = wideOf(bytes, 0, bytes.length);
      if (wide !== undefined) decoder = new TextDecoder(wide);
      else if (isMarked(bytes)) bytes = bytes.subarray(MARK_BYTES);
    }
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (begun !== undefined && begun.length > 0) yield begun;
}

/** Files that were unpacked, each as {@link asUtf8} gives one that comes. */
export function filesAsUtf8({ bytes, files }: StoredFiles): StoredFiles {
  const wideOfFile = ({ from, to }: StoredFile): Wide | undefined => wideOf(bytes, from, to);
  const unmarked = files.map((file) =>
    file.to - file.from >= MARK_BYTES && isMarked(bytes, file.from) ? { ...file, from: file.from + MARK_BYTES } : file,
  );
  if (!unmarked.some((file) => wideOfFile(file) !== undefined)) return { bytes, files: unmarked };
  const parts: Uint8Array[] = [];
  const sizes = unmarked.map((file) => {
    let size = 0;
    const wide = wideOfFile(file);
    for (const part of wide === undefined ? [bytes.subarray(file.from, file.to)] : decoded(bytes, file, wide)) {
      parts.push(part);
      size += part.length;
    }
    return [file.name, size] as const;
  });
  return { bytes: shared(parts), files: inARow(sizes) };
}

function* decoded(bytes: SharedBytes, { from, to }: Range, wide: Wide): Generator<Uint8Array> {
  const decoder = new TextDecoder(wide);
  for (let at = from; at < to; at += DECODED_BYTES) {
    const end = Math.min(at + DECODED_BYTES, to);
    // A decoder takes no memory that threads share.
    yield Buffer.from(decoder.decode(bytes.slice(at, end), { stream: end < to }));
  }
}
