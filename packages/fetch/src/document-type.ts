import { UnprocessableAdvisoryError } from '@tripline/service';
import { because } from './fetch-refusal.js';

// The media types of documents that we read. `application/octet-stream` is let through: PDFs are often sent so, and the reader recognises
// the content.
const DOCUMENT_TYPE =
  /^(?:text\/(?!css|javascript|calendar|vcard)[\w.+-]+|application\/(?:xhtml\+xml|pdf|x-pdf|json|ld\+json|stix\+json|taxii\+json|vnd\.oasis\.stix\+json|[\w.-]+\+json|markdown|octet-stream|binary|download|force-download|xml))$/;

/**
 * Refuses an answer whose media type is not that of a document, before its body is read.
 *
 * @throws UnprocessableAdvisoryError naming the type.
 */
export function refuseOtherTypes(contentType: string | undefined): void {
  if (contentType === undefined) return;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '' || DOCUMENT_TYPE.test(type)) return;
  throw because(
    'type',
    new UnprocessableAdvisoryError(
      `The address holds ${type.slice(0, 80)}, not a document. HTML, PDF, plain text, Markdown, STIX, MISP and CSAF are read.`,
    ),
  );
}
