import type { AdvisoryDocument, ReadOptions } from '../model.js';
import { assemble } from './assemble.js';
import { decodeText } from './charset.js';
import { AdvisoryError } from './error.js';
import { readHtml } from './html/read-html.js';
import { readMarkdown } from './read-markdown.js';
import { readText } from './read-text.js';
import { isPdf, refuseBinary, textFormat } from './sniff.js';

/** The largest document read; the guarded fetcher and the upload route stop at the same size. */
const BYTES_MAX = 10 * 1024 * 1024;

/**
 * Reads an advisory: bytes of HTML, PDF, plain text, Markdown, a STIX 2.1 bundle, a MISP event or a CSAF document,
 * told apart by content, to blocks with offsets into one canonical text. The same bytes and options give the same document.
 *
 * @param bytes The document as fetched or uploaded, at most 10 MiB.
 * @param options What is known beside the bytes; the media type is a hint only.
 * @throws AdvisoryError `UnsupportedType` for images, archives, executables and other binary data, `Unreadable` for a
 *   damaged document, `Empty` for one without text, `TooLarge` for one beyond the limits.
 */
export async function read(bytes: Uint8Array, options: ReadOptions = {}): Promise<AdvisoryDocument> {
  if (bytes.length > BYTES_MAX) {
    throw new AdvisoryError('TooLarge', `The document has ${bytes.length} bytes; at most ${BYTES_MAX} are read.`);
  }
  if (bytes.length === 0) throw new AdvisoryError('Empty', 'The document is empty.');
  if (isPdf(bytes)) throw new AdvisoryError('UnsupportedType', 'PDF is not read yet.');
  refuseBinary(bytes);
  const text = decodeText(bytes, options.contentType);
  const format = textFormat(text, options.contentType, options.url);
  switch (format) {
    case 'html':
      return assemble('html', readHtml(text, options), options);
    case 'markdown':
      return assemble('markdown', readMarkdown(text, options), options);
    default:
      return assemble('text', readText(text), options);
  }
}
