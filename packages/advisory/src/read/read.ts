import type { AdvisoryDocument, DocumentFormat, ReadOptions } from '../model.js';
import { assemble } from './assemble.js';
import { refuseOver } from './budget.js';
import { decodeText } from './charset.js';
import type { DraftDocument } from './draft-block.js';
import { AdvisoryError } from './error.js';
import { readHtml } from './html/read-html.js';
import { readCsaf } from './json/read-csaf.js';
import { readMisp } from './json/read-misp.js';
import { readStix } from './json/read-stix.js';
import { readPdf } from './pdf/read-pdf.js';
import { readMarkdown } from './read-markdown.js';
import { readText } from './read-text.js';
import { isPdf, refuseBinary, textFormat } from './sniff.js';

// Pictures embedded in the text: half a megabyte of letters without content.
const EMBEDDED_DATA = /data:(?:image|font|application|audio|video)\/[\w.+-]{1,60};base64,[A-Za-z0-9+/=\s]{64,}/g;

function withoutEmbeddedData(text: string): string {
  return text.includes(';base64,') ? text.replace(EMBEDDED_DATA, '') : text;
}

/**
 * Reads an advisory: bytes of HTML, PDF, plain text, Markdown, a STIX 2.1 bundle, a MISP event or a CSAF document. The content decides
 * which. Gives blocks with offsets into one canonical text. The same bytes and options give the same document.
 *
 * @param bytes The document as fetched or uploaded, at most 10 MiB.
 * @param options What is known besides the bytes; the media type is only a hint.
 * @throws AdvisoryError `UnsupportedType` for images, archives, executables and other binary data, `Unreadable` for a damaged document,
 * `Empty` for one without text, `TooLarge` for one beyond the limits.
 */
export async function read(bytes: Uint8Array, options: ReadOptions = {}): Promise<AdvisoryDocument> {
  refuseOver('bytes', bytes.length);
  if (bytes.length === 0) throw new AdvisoryError('Empty', 'The document is empty.');
  if (isPdf(bytes)) return assemble('pdf', await readPdf(bytes), options);
  refuseBinary(bytes);
  const text = withoutEmbeddedData(decodeText(bytes, options.contentType));
  const format = textFormat(text, options.contentType, options.url);
  return assemble(format, readAs(format, text, options), options);
}

function readAs(format: DocumentFormat, text: string, options: ReadOptions): DraftDocument {
  switch (format) {
    case 'html':
      return readHtml(text, options);
    case 'markdown':
      return readMarkdown(text, options);
    case 'stix':
      return readStix(text, options);
    case 'misp':
      return readMisp(text, options);
    case 'csaf':
      return readCsaf(text, options);
    default:
      return readText(text);
  }
}
