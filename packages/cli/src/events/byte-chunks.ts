import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { STDIN } from '../rule-files.js';

/** The two bytes every gzip file begins with. */
const GZIP = [0x1f, 0x8b];

/** Bytes read at once. */
const CHUNK_BYTES = 1024 * 1024;

/** The bytes of a file, or of standard input for `-`, piece by piece. What is packed with gzip, whatever its name, is unpacked. */
export async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const input: AsyncIterable<Buffer> =
    path === STDIN ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const chunks = input[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const all = (async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  if (first.value[0] !== GZIP[0] || first.value[1] !== GZIP[1]) {
    yield* all;
    return;
  }
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  // The reader of `unpacked` receives any error; the callback has nothing left to do.
  pipeline(Readable.from(all), unpacked, () => undefined);
  yield* unpacked as AsyncIterable<Buffer>;
}
