import { isBlank, isHexDigit, placesOf } from '../../text/characters.js';
import { opensWith } from '../../text/ends.js';
import { firstWord, withEach } from '../../text/shape.js';
import { isAll, oneOf, skip } from '../../text/stretches.js';
import { decodeText } from '../charset.js';
import type { Reading } from '../reading.js';
import { type Mail, type MailPart, mailDate } from './mail.js';

type Headers = ReadonlyMap<string, string>;

/** Header fields that programs add to a mail on its way; a text that somebody pasted has none of them. */
const OF_MAIL = ['mime-version', 'message-id', 'received', 'content-type', 'return-path'];

/** Whether a text is a mail as it went over the wire. */
export function isMail(text: string): boolean {
  const { headers } = split(text.slice(0, 100_000));
  return headers.has('from') && (headers.has('subject') || headers.has('date')) && OF_MAIL.some((n) => headers.has(n));
}

/** Takes a mail apart (MIME, RFC 2045 to 2047). Of alternatives the one with most structure is taken: HTML before text. */
export function parseMail(bytes: Uint8Array, reading: Reading): Mail {
  return mailOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), reading);
}

function mailOf(source: string, reading: Reading): Mail {
  const { headers } = split(source);
  const sentAt = mailDate(headers.get('date') ?? '');
  const from = headers.get('from') ?? '';
  return {
    subject: decodedWords(headers.get('subject') ?? ''),
    sender: from.slice(from.lastIndexOf('<') + 1).split('>', 1)[0] ?? '',
    parts: partsOf(source, reading),
    ...(sentAt === undefined ? {} : { sentAt }),
  };
}

function partsOf(source: string, reading: Reading): readonly (MailPart | Mail)[] {
  reading.take('parts', 1);
  const { body, headers } = split(source);
  const contentType = headers.get('content-type') ?? 'text/plain';
  const kind = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const boundary = parameter(contentType, 'boundary');
  if (kind.startsWith('multipart/') && boundary !== '') {
    const parts = sections(body, boundary).map((section) => reading.within(() => partsOf(section, reading)));
    return kind === 'multipart/alternative' ? (parts.find(hasHtml) ?? parts.findLast(isFilled) ?? []) : parts.flat();
  }
  const bytes = decodedBody(body, headers.get('content-transfer-encoding') ?? '');
  if (kind === 'message/rfc822') return [reading.within(() => mailOf(bytes.toString('latin1'), reading))];
  const disposition = headers.get('content-disposition') ?? '';
  const name = decodedWords(parameter(disposition, 'filename') || parameter(contentType, 'name'));
  return [{ name, contentType, bytes }];
}

const isFilled = (parts: readonly (MailPart | Mail)[]): boolean => parts.length > 0;
const hasHtml = (parts: readonly (MailPart | Mail)[]): boolean =>
  parts.some((part) => 'bytes' in part && part.contentType.toLowerCase().startsWith('text/html'));

/** Of a header field no more is read. */
const FIELD_LINES_MAX = 100;
const FIELD_CHARACTERS_MAX = 8000;

/** Header fields by their names in lower case, folded lines joined, the first of each; and what follows the blank line. */
function split(source: string): { headers: Headers; body: string } {
  const headers = new Map<string, string>();
  let open: string[] = [];
  const close = (): void => {
    const line = open.slice(0, FIELD_LINES_MAX).join(' ').slice(0, FIELD_CHARACTERS_MAX);
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (isAll(name, (character) => character > ' ' && character <= '~') && !headers.has(name))
      headers.set(name, line.slice(colon + 1).trim());
    open = [];
  };
  let at = 0;
  while (at < source.length) {
    const end = source.indexOf('\n', at) < 0 ? source.length : source.indexOf('\n', at);
    const line = source.slice(at, end).trimEnd();
    at = end + 1;
    if (line === '') break;
    if (!opensWith(line, ' \t')) close();
    open.push(line.trim());
  }
  close();
  return { headers, body: source.slice(at) };
}

/** What stands between the lines of a boundary. */
function sections(body: string, boundary: string): readonly string[] {
  const marker = `\n--${boundary}`;
  const found: string[] = [];
  const text = `\n${body}`;
  let start: number | undefined;
  for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + marker.length)) {
    if (start !== undefined) found.push(text.slice(start, at));
    if (text.startsWith('--', at + marker.length)) return found;
    const end = text.indexOf('\n', at + marker.length);
    if (end < 0) return found;
    start = end + 1;
  }
  if (start !== undefined) found.push(text.slice(start));
  return found;
}

/** A parameter of a header field, without its quotes. */
function parameter(field: string, name: string): string {
  const lower = field.toLowerCase();
  for (const at of placesOf(lower, ';')) {
    const start = skip(lower, at + 1, isBlank);
    if (!lower.startsWith(name, start)) continue;
    const equals = skip(lower, start + name.length, isBlank);
    if (lower[equals] !== '=') continue;
    const value = field.slice(equals + 1).trimStart();
    const parts = value.startsWith('"') ? value.slice(1).split('"', 1) : firstWord(value).split(';', 1);
    return parts[0] ?? '';
  }
  return '';
}

function decodedBody(body: string, encoding: string): Buffer {
  const written = encoding.trim().toLowerCase();
  if (written === 'base64') return Buffer.from(body, 'base64');
  return Buffer.from(written === 'quoted-printable' ? unquoted(withEach('=', body, behindBreak)) : body, 'latin1');
}

/** What stands behind the line break that an equals sign hides; undefined where there is none. */
function behindBreak(text: string): string | undefined {
  const end = skip(text, 0, oneOf(' \t'));
  const line = text.startsWith('\r', end) ? end + 1 : end;
  return text[line] === '\n' ? text.slice(line + 1) : undefined;
}

const unquoted = (text: string): string =>
  withEach('=', text, (behind) => {
    const code = behind.slice(0, 2);
    if (code.length < 2 || !isAll(code, isHexDigit)) return undefined;
    return String.fromCharCode(Number.parseInt(code, 16)) + behind.slice(2);
  });

/** Text of a header field with its encoded words read (RFC 2047). */
function decodedWords(field: string): string {
  return decodeText(Buffer.from(field, 'latin1'), undefined).replace(
    /=\?([\w.+-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\s]{0,4000})\?=(?:\s+(?==\?))?/gi,
    (_, charset: string, form: string, word: string) =>
      decodeText(
        form.toLowerCase() === 'b'
          ? Buffer.from(word, 'base64')
          : Buffer.from(unquoted(word.replaceAll('_', ' ')), 'latin1'),
        `text/plain; charset=${charset}`,
      ),
  );
}
