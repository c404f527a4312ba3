import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { UnprocessableAdvisoryError } from '@tripline/service';
import { because } from './fetch-refusal.js';

/** Most encodings of one body. Servers apply one, careless proxies add a second; more is an attack. */
const ENCODINGS_MAX = 2;

/** The encodings of a body in the order they were applied. @throws UnprocessableAdvisoryError for unknown or too many. */
export function contentEncodings(header: string | undefined): readonly string[] {
  const names = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > ENCODINGS_MAX) {
    throw because(
      'encoding',
      new UnprocessableAdvisoryError(
        `The advisory is compressed ${names.length} times over; ${ENCODINGS_MAX} is the limit.`,
      ),
    );
  }
  for (const name of names) {
    if (!['gzip', 'x-gzip', 'deflate', 'br'].includes(name)) {
      throw because(
        'encoding',
        new UnprocessableAdvisoryError(
          `The advisory's server used the content encoding "${name.slice(0, 40)}", which was not asked for.`,
        ),
      );
    }
  }
  return names;
}

function tooLarge(bytesMax: number): UnprocessableAdvisoryError {
  return because(
    'too_large',
    new UnprocessableAdvisoryError(`The advisory is larger than ${bytesMax} bytes after decompression.`),
  );
}

/** Passes chunks on until their total exceeds the limit, then throws. */
async function* bounded(source: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    yield chunk;
  }
}

/** The standard defines "deflate" as zlib's format; some servers send raw deflate. The first byte tells which. */
function inflaterFor(first: Buffer): Transform {
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

/** Undoes one encoding. Back pressure stops the source, so that a decompression bomb is never whole in memory. */
async function* decompressed(source: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  const opening = await iterator.next();
  if (opening.done === true) return;
  const inflater =
    encoding === 'br' ? createBrotliDecompress() : encoding === 'deflate' ? inflaterFor(opening.value) : createGunzip();
  const feed = async (): Promise<void> => {
    let chunk: IteratorResult<Buffer> = opening;
    while (chunk.done !== true && !inflater.destroyed) {
      if (!inflater.write(chunk.value)) await drained(inflater);
      chunk = await iterator.next();
    }
    inflater.end();
  };
  const feeding = feed().catch((error: unknown) => {
    inflater.destroy(error as Error);
  });
  try {
    for await (const chunk of inflater) yield chunk as Buffer;
    await feeding;
  } finally {
    inflater.destroy();
    // Not awaited: a source that sends nothing at this moment would delay the answer.
    iterator.return?.().catch(() => undefined);
  }
}

/** Resolves when a stream accepts more data, or has ended. */
function drained(stream: Transform): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

/**
 * Reads a body to its end and decompresses it while it streams. The transferred bytes, the output of every stage and the result are each
 * held to the limit, so that no bomb, nested or not, grows beyond it.
 *
 * @throws UnprocessableAdvisoryError when a stage exceeds the limit, or the compressed data is damaged.
 */
export async function decodeBody(body: Readable, encodings: readonly string[], bytesMax: number): Promise<Buffer> {
  let stage: AsyncIterable<Buffer> = bounded(body, bytesMax);
  for (const encoding of encodings.toReversed()) stage = bounded(decompressed(stage, encoding), bytesMax);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stage) chunks.push(chunk);
  } catch (error) {
    if (isZlibError(error))
      throw because(
        'encoding',
        new UnprocessableAdvisoryError("The advisory's compressed data is damaged.", { cause: error }),
      );
    throw error;
  }
  return Buffer.concat(chunks);
}

/** Tested by the error's code, not its class: errors of Node's own modules may come from another realm. */
function isZlibError(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return ['Z_', 'ERR__ERROR', 'ERR_BROTLI', 'ERR_PADDING'].some((start) => code.startsWith(start));
}
