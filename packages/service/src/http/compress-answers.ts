import compression from 'compression';
import type { RequestHandler, Response } from 'express';

/** Below this many bytes an answer is one packet either way. */
const WORTH_IT_BYTES = 1024;
/** Texts that services answer. A stream of events is not among them: each event is to leave at once, and compression waits for more. */
const TEXTS: ReadonlySet<string> = new Set([
  'application/json',
  'application/yaml',
  'text/csv',
  'text/plain',
  'text/html',
]);

/** Whether a content type is one of those texts, or JSON of another name, such as `application/problem+json`. */
function isText(contentType: string): boolean {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return TEXTS.has(type) || (type.startsWith('application/') && type.endsWith('+json'));
}

/**
 * Compresses JSON, CSV, YAML and plain text with brotli or gzip, as the caller accepts, of the routes that are mounted after it. Answers
 * that hold a secret are to be mounted before it: where a caller's input stands beside a secret, the length of a compressed answer tells
 * about the secret (BREACH). Each answer that passes here says so by `Vary: Accept-Encoding`, also one that is too short.
 */
export function compressAnswers(): RequestHandler {
  return compression({
    threshold: WORTH_IT_BYTES,
    filter: (_req, res) => isText(String((res as Response).getHeader('Content-Type') ?? '')),
  });
}
