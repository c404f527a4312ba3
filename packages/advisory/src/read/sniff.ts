import { TextDecoder } from 'node:util';
import { listPattern } from '../knowledge/word-pattern.js';
import type { DocumentFormat } from '../model.js';
import { hasWord, isBlank, isVisible, placesOf } from '../text/characters.js';
import { endsWithAny } from '../text/ends.js';
import { linesOf, stretchesWithout } from '../text/shape.js';
import { isAll, oneOf, skip } from '../text/stretches.js';
import { AdvisoryError } from './error.js';
import { isCsv } from './lists/read-csv.js';
import { isOpenIoc } from './lists/read-openioc.js';
import { isSigmaFile, isYaraFile } from './lists/read-rules.js';
import { hasStrong, levelAtStart } from './markdown-lines.js';

const SIGNATURES: readonly (readonly [string, readonly number[], number?])[] = [
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['a WebP, WAV or AVI file', [0x52, 0x49, 0x46, 0x46]],
  ['a TIFF image', [0x49, 0x49, 0x2a, 0x00]],
  ['a TIFF image', [0x4d, 0x4d, 0x00, 0x2a]],
  ['an icon', [0x00, 0x00, 0x01, 0x00]],
  ['an image or video', [0x66, 0x74, 0x79, 0x70], 4],
  ['a ZIP archive or an Office document other than one of Word', [0x50, 0x4b, 0x03, 0x04]],
  ['a ZIP archive', [0x50, 0x4b, 0x05, 0x06]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['a bzip2 archive', [0x42, 0x5a, 0x68]],
  ['an xz archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['a zstd archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21]],
  ['an old Office document', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a Linux executable', [0x7f, 0x45, 0x4c, 0x46]],
  ['a macOS executable', [0xcf, 0xfa, 0xed, 0xfe]],
  ['a Java class or macOS executable', [0xca, 0xfe, 0xba, 0xbe]],
  ['a WebAssembly module', [0x00, 0x61, 0x73, 0x6d]],
  ['an MP3 file', [0x49, 0x44, 0x33]],
  ['an Ogg file', [0x4f, 0x67, 0x67, 0x53]],
  ['a packet capture', [0xd4, 0xc3, 0xb2, 0xa1]],
  ['a packet capture', [0x0a, 0x0d, 0x0d, 0x0a]],
  ['an SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66]],
  ['a font', [0x77, 0x4f, 0x46, 0x46]],
  ['a font', [0x77, 0x4f, 0x46, 0x32]],
];

const ACCEPTED =
  'Send HTML, PDF, a Word document (.docx), RTF, a mail (.eml, .msg), plain text, Markdown, Sigma or YARA rules, a CSV table, OpenIOC, STIX 2.1, MISP or CSAF.';

function startsWith(bytes: Uint8Array, signature: readonly number[], at = 0): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}

/** Whether the bytes are a ZIP archive, as a Word document is one. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);

/** Whether the bytes are a PDF. Its mark may follow other bytes, within the first 1,024. */
export function isPdf(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  return head.includes('%PDF-');
}

/**
 * Refuses content that is not a document: images, archives, executables, anything else that is not text.
 *
 * @throws AdvisoryError `UnsupportedType` naming what was found.
 */
export function refuseBinary(bytes: Uint8Array): void {
  for (const [name, signature, at] of SIGNATURES) {
    if (startsWith(bytes, signature, at)) {
      throw new AdvisoryError('UnsupportedType', `The document is ${name}. ${ACCEPTED}`);
    }
  }
  // An executable's mark is two letters that a text may begin with, so its header must be there too.
  if (startsWith(bytes, [0x4d, 0x5a]) && bytes.subarray(0, 256).includes(0)) {
    throw new AdvisoryError('UnsupportedType', `The document is a Windows executable. ${ACCEPTED}`);
  }
  if (hasWideMark(bytes)) return;
  const head = bytes.subarray(0, 8192);
  let control = 0;
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) control += 1;
  if (control > head.length / 50) {
    throw new AdvisoryError('UnsupportedType', `The document is binary data, not text. ${ACCEPTED}`);
  }
}

function hasWideMark(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
}

const HTML_START = listPattern(
  String.raw`^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype\s+html|{html-openers})\b`,
  'i',
);
const HTML_TAGS = listPattern(String.raw`</?{html-of-texts}\b[^<>]{0,500}>`, 'gi');

/** The format of a decoded text. The sender's media type decides only between Markdown and plain text, and for fragments of HTML. */
export function textFormat(text: string, contentType: string | undefined, url: string | undefined): DocumentFormat {
  const head = text.slice(0, 4096);
  const trimmed = head.trimStart();
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    const json = jsonFormat(text);
    if (json !== undefined) return json;
  }
  if (isOpenIoc(text)) return 'openioc';
  if (HTML_START().test(head)) return 'html';
  if (hasWord((contentType ?? '').toLowerCase(), 'html') && (head.match(HTML_TAGS())?.length ?? 0) >= 2) return 'html';
  if (isSigmaFile(text)) return 'sigma';
  if (isYaraFile(text)) return 'yara';
  if (isCsv(text)) return 'csv';
  if ((contentType ?? '').toLowerCase().includes('markdown') || isMarkdownFile(url ?? '')) return 'markdown';
  return looksLikeMarkdown(text) ? 'markdown' : 'text';
}

function jsonFormat(text: string): DocumentFormat | undefined {
  const head = text.slice(0, 100_000);
  const has = (key: string, value = ''): boolean => hasMember(head, key, value);
  if (has('type', '"bundle"') && (has('objects') || has('spec_version'))) return 'stix';
  if (has('csaf_version') || has('category', '"csaf_')) return 'csaf';
  if (has('Event', '{') && (has('Attribute') || has('Object') || has('info'))) return 'misp';
  return undefined;
}

/** Whether a JSON text, of which the end may be missing, has a key whose value begins so. */
function hasMember(json: string, key: string, value: string): boolean {
  const quoted = `"${key}"`;
  for (const at of placesOf(json, quoted)) {
    const colon = skip(json, at + quoted.length, isBlank);
    if (json[colon] === ':' && json.startsWith(value, skip(json, colon + 1, isBlank))) return true;
  }
  return false;
}

/** Whether an address is of a Markdown file, in its path or its query. */
function isMarkdownFile(url: string): boolean {
  return stretchesWithout(url.toLowerCase(), '?#').some((part) => endsWithAny(part.text, ['.md', '.markdown']));
}

const LINK = /\[[^\]\n]{1,200}\]\(https?:\/\/[^)\s]{1,2000}\)/;
const STRONG_MAX = 200;

/** Whether a line is an item of a list that is not deep within another. */
function isItem(line: string): boolean {
  const mark = skip(line, 0, isBlank, 3);
  return '-*+'.includes(line[mark] ?? '?') && line[mark + 1] === ' ' && isVisible(line[mark + 2]);
}

/** Whether a line is of nothing but hyphens and bars, as below the head of a table. */
function isRuleWithBars(line: string): boolean {
  const rule = line.indexOf('---');
  return rule >= 0 && line.lastIndexOf('|') > rule && isAll(line, oneOf(' :|-'));
}

/** Whether several of Markdown's marks stand at line starts. Plain text may have one of them too (a `#` comment, a `-` list). */
function looksLikeMarkdown(text: string): boolean {
  const head = text.slice(0, 60_000);
  let marks = 0;
  const lines = linesOf(head);
  const levels = lines.map(levelAtStart);
  const hasHeading = levels.some((level) => level > 0);
  if (hasHeading) marks += 1;
  if (lines.some((line) => line.startsWith('```'))) marks += 2;
  if (LINK.test(head)) marks += 2;
  if (lines.some(isItem)) marks += 1;
  if (lines.some(isRuleWithBars)) marks += 2;
  if (hasStrong(head, STRONG_MAX)) marks += 1;
  return marks >= 3 || (marks === 2 && hasHeading && levels.some((level) => level > 1));
}
