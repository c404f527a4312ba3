import { BadRequestError, PayloadTooLargeError } from '@tripline/service';
import type { Request } from 'express';
import { IMPORT_BYTES } from './siem-kinds.js';

/**
 * The bytes of a body that is a file, as they come.
 * @throws BadRequestError for an empty one, or one that breaks off
 * @throws PayloadTooLargeError for one over {@link IMPORT_BYTES}
 */
export async function* sentChunks(req: Request): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    if (Number(req.headers['content-length'] ?? 0) > IMPORT_BYTES) throw tooLarge();
    for await (const chunk of received(req)) {
      size += chunk.length;
      if (size > IMPORT_BYTES) throw tooLarge();
      yield chunk;
    }
  } finally {
    // What is left is read and dropped, so that the answer reaches a caller who is still sending.
    req.resume();
  }
  if (size === 0) throw new BadRequestError('Invalid body: it is empty; send the file itself.');
}

async function* received(req: Request): AsyncGenerator<Buffer> {
  try {
    yield* req.iterator({ destroyOnReturn: false });
  } catch (error) {
    throw new BadRequestError('The upload was broken off.', { cause: error });
  }
}

const tooLarge = (): PayloadTooLargeError =>
  new PayloadTooLargeError(`The file is larger than the ${IMPORT_BYTES / 1024 / 1024} MB that may be sent.`);
