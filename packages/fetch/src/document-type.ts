import { UnprocessableAdvisoryError } from '@tripline/service';
import { because } from './fetch-refusal.js';

// The media types of documents that we read. `application/octet-stream` is let through: PDFs are often sent so, and the reader recognises
// the content.
const APPLICATION_TYPES: ReadonlySet<string> = new Set([
  ...['xhtml+xml', 'xml', 'pdf', 'x-pdf', 'json', 'markdown', 'rtf', 'yaml', 'x-yaml', 'csv'],
  ...['vnd.openxmlformats-officedocument.wordprocessingml.document', 'vnd.ms-outlook'],
  ...['octet-stream', 'binary', 'download', 'force-download'],
]);
/** Texts that are no documents. What merely begins so is none either. */
const OTHER_TEXTS = ['css', 'javascript', 'calendar', 'vcard'];

/** Whether a type is written in JSON: `taxii+json`. */
function isOfJson(name: string): boolean {
  const [own, syntax, ...others] = name.split('+');
  return own !== '' && syntax === 'json' && others.length === 0;
}

function isDocumentType(type: string): boolean {
  if (type === 'message/rfc822') return true;
  const [, family, name = ''] = /^(text|application)\/([\w.+-]+)$/.exec(type) ?? [];
  if (family === 'text') return !OTHER_TEXTS.some((other) => name.startsWith(other));
  return family === 'application' && (APPLICATION_TYPES.has(name) || isOfJson(name));
}

/**
 * Refuses an answer whose media type is not that of a document, before its body is read.
 *
 * @throws UnprocessableAdvisoryError naming the type.
 */
export function refuseOtherTypes(contentType: string | undefined): void {
  if (contentType === undefined) return;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '' || isDocumentType(type)) return;
  throw because(
    'type',
    new UnprocessableAdvisoryError(
      `The address holds ${type.slice(0, 80)}, not a document. HTML, PDF, Word, RTF, mails, plain text, Markdown, tables and rules, STIX, MISP and CSAF are read.`,
    ),
  );
}
