import express, { type Request, type RequestHandler, type Response } from 'express';
import { BadRequestError, PayloadTooLargeError, UnsupportedMediaTypeError } from '../errors.js';
import { hasMoreMembers } from './json-members.js';

/** Most keys and list items of a body: more than any request of ours has. Parsing more would keep the process busy. */
const MOST_MEMBERS = 20_000;

/**
 * Reads a JSON body. It runs in the route after the credential checks, so that a stranger with a malformed body gets a 401. An absent body
 * counts as `{}`, so that a missing required field is named.
 * @throws UnsupportedMediaTypeError 415 for another content type, charset or content encoding
 * @throws PayloadTooLargeError 413 beyond `limitBytes`, counted after decompression
 * @throws BadRequestError 400 for text that is not JSON or not UTF-8, or has more than 20,000 keys and list items
 */
export function createJsonReader(limitBytes: number): (req: Request, res: Response) => Promise<unknown> {
  const readBytes = createByteReader(limitBytes);
  return async (req, res) => {
    if (!hasBody(req)) return {};
    checkContentType(req.headers['content-type']);
    return parseJson(await readBytes(req, res));
  };
}

/**
 * Reads a body's bytes as they were sent, for those that are signed.
 * @throws UnsupportedMediaTypeError 415 for a content encoding that is not known
 * @throws PayloadTooLargeError 413 beyond `limitBytes`, counted after decompression
 */
export function createByteReader(limitBytes: number): (req: Request, res: Response) => Promise<Buffer> {
  const readBytes: RequestHandler = express.raw({ type: () => true, limit: limitBytes });
  return async (req, res) => {
    await new Promise<void>((resolve, reject) => {
      readBytes(req, res, (error?: unknown) =>
        error === undefined ? resolve() : reject(bodyError(error, limitBytes)),
      );
    });
    const bytes: unknown = req.body;
    return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
  };
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8']);

function checkContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') {
    throw new UnsupportedMediaTypeError(
      `The body must be application/json, not ${type === '' ? 'without a content type' : `"${type.slice(0, 80)}"`}.`,
    );
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !UTF_8.has(charset.slice('charset='.length).replaceAll('"', ''))) {
    throw new UnsupportedMediaTypeError('The body must be UTF-8.');
  }
}

/** The error for what the body reader throws. */
function bodyError(error: unknown, limitBytes: number): unknown {
  const type = (error as { type?: unknown } | null)?.type;
  if (type === 'entity.too.large') {
    return new PayloadTooLargeError(`The body is larger than the ${limitBytes} bytes this path takes.`, {
      cause: error,
    });
  }
  if (type === 'encoding.unsupported') {
    return new UnsupportedMediaTypeError('The body may be sent plain, or with gzip, deflate or br encoding.', {
      cause: error,
    });
  }
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new BadRequestError('The body could not be read to its end.', { cause: error });
  }
  return error;
}

/** Reads JSON of bytes. @throws BadRequestError for what is no JSON, no UTF-8, or holds more than 20,000 keys and list items */
export function parseJson(bytes: Buffer): unknown {
  if (hasMoreMembers(bytes, MOST_MEMBERS)) {
    throw new BadRequestError(`The body holds more than ${MOST_MEMBERS} keys and list items.`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new BadRequestError('The body is not valid UTF-8.', { cause: error });
  }
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequestError('The body is not valid JSON.', { cause: error });
  }
}
