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
import { readCsv } from './lists/read-csv.js';
import { readOpenIoc } from './lists/read-openioc.js';
import { readSigma, readYara } from './lists/read-rules.js';
import { CompoundFile, isCompoundFile } from './mail/compound-file.js';
import { mailDraft, type ReadPart } from './mail/mail.js';
import { isMail, parseMail } from './mail/mime.js';
import { isMsg, msgMail } from './mail/msg.js';
import { readDocx } from './office/read-docx.js';
import { isRtf, readRtf } from './office/read-rtf.js';
import { readPdf } from './pdf/read-pdf.js';
import { readMarkdown } from './read-markdown.js';
import { readText } from './read-text.js';
import { Reading } from './reading.js';
import { isPdf, isZip, refuseBinary, textFormat } from './sniff.js';

// Pictures embedded in the text: half a megabyte of letters without content.
const EMBEDDED_DATA = /data:(?:image|font|application|audio|video)\/[\w.+-]{1,60};base64,[A-Za-z0-9+/=\s]{64,}/g;

function withoutEmbeddedData(text: string): string {
  return text.includes(';base64,') ? text.replace(EMBEDDED_DATA, '') : text;
}

/**
 * Reads an advisory in any {@link DocumentFormat}. The content decides which it is. Gives blocks with offsets into one canonical text. The
 * same bytes and options give the same document.
 *
 * @param bytes The document as fetched or uploaded, at most 10 MiB.
 * @param options What is known besides the bytes; the media type is only a hint.
 * @throws AdvisoryError `UnsupportedType` for images, archives, executables and other binary data, `Unreadable` for a damaged document,
 * `Empty` for one without text, `TooLarge` for one beyond the limits.
 */
export async function read(bytes: Uint8Array, options: ReadOptions = {}): Promise<AdvisoryDocument> {
  refuseOver('bytes', bytes.length);
  if (bytes.length === 0) throw new AdvisoryError('Empty', 'The document is empty.');
  const reading = new Reading();
  const draft = await draftOf(bytes, options, reading);
  return assemble(draft.format, { ...draft, unread: reading.unread }, options);
}

type ReadDraft = DraftDocument & { readonly format: DocumentFormat };

async function draftOf(bytes: Uint8Array, options: ReadOptions, reading: Reading): Promise<ReadDraft> {
  if (isPdf(bytes)) return { format: 'pdf', ...(await readPdf(bytes, reading)) };
  const docx = isZip(bytes) ? readDocx(bytes, reading) : undefined;
  if (docx !== undefined) return { format: 'docx', ...docx };
  const readPart: ReadPart = (part, about) => draftOf(part, about, reading);
  const compound = isCompoundFile(bytes) ? new CompoundFile(bytes, reading) : undefined;
  if (compound !== undefined && isMsg(compound)) {
    return { format: 'msg', ...(await mailDraft(msgMail(compound, reading), reading, readPart)) };
  }
  if (isRtf(bytes)) {
    const rtf = readRtf(bytes);
    return { format: 'rtf', ...('html' in rtf ? readHtml(rtf.html, options, reading) : rtf) };
  }
  refuseBinary(bytes);
  const text = withoutEmbeddedData(decodeText(bytes, options.contentType));
  if (isMail(text)) {
    return { format: 'eml', ...(await mailDraft(parseMail(bytes, reading), reading, readPart)) };
  }
  const format = textFormat(text, options.contentType, options.url);
  return { format, ...readAs(format, text, options, reading) };
}

function readAs(format: DocumentFormat, text: string, options: ReadOptions, reading: Reading): DraftDocument {
  switch (format) {
    case 'html':
      return readHtml(text, options, reading);
    case 'markdown':
      return readMarkdown(text, options);
    case 'stix':
      return readStix(text, options);
    case 'misp':
      return readMisp(text, options);
    case 'csaf':
      return readCsaf(text, options);
    case 'sigma':
      return readSigma(text);
    case 'yara':
      return readYara(text);
    case 'csv':
      return readCsv(text, options);
    case 'openioc':
      return readOpenIoc(text, reading, options);
    default:
      return readText(text);
  }
}
