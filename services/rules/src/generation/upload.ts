import type { Readable } from 'node:stream';
import { BadRequestError, PayloadTooLargeError, validate } from '@tripline/service';
import busboy from 'busboy';
import type { Request } from 'express';
import { type GenerationInput, type GenerationOptions, optionsSchema } from './generation-schema.js';

/** Largest uploaded file, in bytes (contract: 10 MB). */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_OPTIONS_BYTES = 16 * 1024;

/** Whether a request brings its advisory as a file. */
export function isUpload(req: Request): boolean {
  return (req.headers['content-type'] ?? '').trim().toLowerCase().startsWith('multipart/form-data');
}

/**
 * Reads a `multipart/form-data` body: one `file`, and `options` as JSON.
 * @throws BadRequestError for any other part, a missing file, or a body that is no multipart
 * @throws PayloadTooLargeError for a file over {@link MAX_FILE_BYTES}
 */
export async function readUpload(req: Request): Promise<{ input: GenerationInput; options: GenerationOptions }> {
  const parts = await readParts(req);
  if (parts.file === undefined) {
    throw new BadRequestError('The form has no part named "file" with a file in it.', {
      details: [{ path: 'file', message: 'file is required' }],
    });
  }
  return { input: { inputType: 'file', ...parts.file }, options: parseOptions(parts.options) };
}

interface Parts {
  file?: { fileName: string; contentType: string; bytes: Uint8Array };
  options?: string;
}

function readParts(req: Request): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const parts: Parts = {};
    const parser = createParser(req);
    const fail = (error: Error) => {
      req.unpipe(parser);
      // The rest of the body is read and dropped, so that the answer reaches a caller who is still sending.
      req.resume();
      reject(error);
    };
    const broken = (error: unknown) =>
      fail(new BadRequestError('The multipart body is broken or ends too early.', { cause: error }));
    parser.on('file', (name: string | undefined, stream, { filename, mimeType }) => {
      // A body that ends inside the file is an error of the file's stream; without a listener it would end the process.
      stream.on('error', broken);
      if (name !== 'file') {
        stream.resume();
        fail(unknownPart(name));
        return;
      }
      readFile(stream, fail, (bytes) => {
        parts.file = { fileName: filename ?? '', contentType: mimeType, bytes };
      });
    });
    parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
      if (name !== 'options') fail(unknownPart(name));
      else if (valueTruncated) fail(new PayloadTooLargeError(`options is larger than ${MAX_OPTIONS_BYTES} bytes.`));
      else parts.options = value;
    });
    const tooMany = () => fail(new BadRequestError('The form may hold one "file" and one "options" and nothing else.'));
    parser.on('filesLimit', tooMany);
    parser.on('fieldsLimit', tooMany);
    parser.on('partsLimit', tooMany);
    parser.on('error', broken);
    parser.on('close', () => resolve(parts));
    req.on('aborted', () => fail(new BadRequestError('The upload was broken off.')));
    req.pipe(parser);
  });
}

/** @throws BadRequestError where the headers do not say how the parts are told apart */
function createParser(req: Request): busboy.Busboy {
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: {
        // Busboy reports the limit at this many bytes, not beyond them.
        fileSize: MAX_FILE_BYTES + 1,
        files: 1,
        fields: 1,
        parts: 3,
        fieldSize: MAX_OPTIONS_BYTES + 1,
        headerPairs: 20,
      },
    });
  } catch (error) {
    throw new BadRequestError(`The body is not a usable multipart/form-data: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Collects a file's bytes, up to {@link MAX_FILE_BYTES}. */
function readFile(stream: Readable, fail: (error: Error) => void, done: (bytes: Uint8Array) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('limit', () =>
    fail(new PayloadTooLargeError(`The file is larger than the ${MAX_FILE_BYTES} bytes that may be sent.`)),
  );
  stream.on('close', () => done(new Uint8Array(Buffer.concat(chunks))));
}

/** Busboy gives no name for a part that has none. */
function unknownPart(name: string | undefined): BadRequestError {
  const path = name?.slice(0, 64) ?? '';
  const takes = 'it takes "file", with a file name, and "options", without one';
  return new BadRequestError(`The form has a part ${path === '' ? 'without a name' : `"${path}"`}; ${takes}.`, {
    details: [{ path, message: `${path === '' ? 'the part' : path} is not a part that the form may have` }],
  });
}

function parseOptions(text: string | undefined): GenerationOptions {
  if (text === undefined || text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadRequestError('The part "options" is not valid JSON.', {
      details: [{ path: 'options', message: 'options is not valid JSON' }],
      cause: error,
    });
  }
  return validate(optionsSchema, value);
}
