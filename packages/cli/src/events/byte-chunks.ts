import { createReadStream, existsSync, statSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
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

/** How often a file that is followed is looked at. */
const LOOK_EVERY_MS = 200;

/**
 * The bytes of a file as it grows, until `signal` aborts. A file that became shorter, or was replaced, is read from its beginning. It may
 * appear later than this begins.
 */
export async function* followChunks(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  let position = 0;
  let inode: number | undefined;
  while (!signal.aborted) {
    const { ino, size } = existsSync(path) ? statSync(path) : { ino: inode, size: position };
    if ((inode !== undefined && ino !== inode) || size < position) position = 0;
    inode = ino;
    if (size > position) {
      for await (const chunk of createReadStream(path, {
        start: position,
        end: size - 1,
        highWaterMark: CHUNK_BYTES,
      })) {
        position += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    } else await once(LOOK_EVERY_MS, signal);
  }
}

/** Waits, but not longer than until the signal aborts. */
async function once(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
