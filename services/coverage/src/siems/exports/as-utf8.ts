import { inARow, type Range, type SharedBytes, type StoredFile, type StoredFiles, shared } from './stored-files.js';

const MARK_BYTES = 3;
/** Bytes of UTF-16 that are decoded at a time. */
const DECODED_BYTES = 1024 * 1024;

const isWide = (bytes: Uint8Array, from = 0): boolean => bytes[from] === 0xff && bytes[from + 1] === 0xfe;
const isMarked = (bytes: Uint8Array, from = 0): boolean =>
  bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;

/** Bytes of a file as UTF-8 without a mark at its beginning, as they come: Windows writes UTF-16 with one. What has none stays as it is. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array | undefined = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    let bytes: Uint8Array = chunk;
    if (begun !== undefined) {
      begun = Buffer.concat([begun, chunk]);
      if (begun.length < MARK_BYTES) continue;
      bytes = begun;
      begun = undefined;
      if (isWide(bytes)) decoder = new TextDecoder('utf-16le');
      else if (isMarked(bytes)) bytes = bytes.subarray(MARK_BYTES);
    }
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (begun !== undefined && begun.length > 0) yield begun;
}

/** Files that were unpacked, each as {@link asUtf8} gives one that comes. */
export function filesAsUtf8({ bytes, files }: StoredFiles): StoredFiles {
  const isWideFile = ({ from, to }: StoredFile): boolean => to - from > 1 && isWide(bytes, from);
  const unmarked = files.map((file) =>
    file.to - file.from >= MARK_BYTES && isMarked(bytes, file.from) ? { ...file, from: file.from + MARK_BYTES } : file,
  );
  if (!unmarked.some(isWideFile)) return { bytes, files: unmarked };
  const parts: Uint8Array[] = [];
  const sizes = unmarked.map((file) => {
    let size = 0;
    for (const part of isWideFile(file) ? decoded(bytes, file) : [bytes.subarray(file.from, file.to)]) {
      parts.push(part);
      size += part.length;
    }
    return [file.name, size] as const;
  });
  return { bytes: shared(parts), files: inARow(sizes) };
}

function* decoded(bytes: SharedBytes, { from, to }: Range): Generator<Uint8Array> {
  const decoder = new TextDecoder('utf-16le');
  for (let at = from; at < to; at += DECODED_BYTES) {
    const end = Math.min(at + DECODED_BYTES, to);
    // A decoder takes no memory that threads share.
    yield Buffer.from(decoder.decode(bytes.slice(at, end), { stream: end < to }));
  }
}
