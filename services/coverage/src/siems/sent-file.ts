import { BadRequestError, PayloadTooLargeError } from '@tripline/service';
import type { Request } from 'express';
import { IMPORT_BYTES } from './siem-kinds.js';

/**
 * Reads a body that is a file, into memory of its own.
 * @throws BadRequestError for an empty one, or one that breaks off
 * @throws PayloadTooLargeError for one over {@link IMPORT_BYTES}
 */
export async function readSentFile(req: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (Number(req.headers['content-length'] ?? 0) > IMPORT_BYTES) throw tooLarge(req);
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > IMPORT_BYTES) throw tooLarge(req);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof PayloadTooLargeError) throw error;
    throw new BadRequestError('The upload was broken off.', { cause: error });
  }
  if (size === 0) throw new BadRequestError('Invalid body: it is empty; send the file itself.');
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks.splice(0)) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(req: Request): PayloadTooLargeError {
  // The rest of the body is read and dropped, so that the answer reaches a caller who is still sending.
  req.resume();
  return new PayloadTooLargeError(`The file is larger than the ${IMPORT_BYTES / 1024 / 1024} MB that may be sent.`);
}
