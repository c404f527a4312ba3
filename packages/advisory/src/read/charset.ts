import { TextDecoder } from 'node:util';
import { isBlank, isWordCharacter, placesOf } from '../text/characters.js';
import { oneOf, skip } from '../text/stretches.js';

/** The decoder for a charset label that a page declares; undefined for an unknown label, which leaves the charset to detection. */
function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

// The characters of Windows-1252 for 0x80–0x9f (WHATWG Encoding Standard); zero where the byte stands for itself. The decoder of Node 20
// decodes the charset as Latin-1, which gives control characters there.
const WINDOWS_1252_HIGH = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0,
  0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
] as const;

function decodeWindows1252(bytes: Uint8Array): string {
  return WINDOWS_1252_HIGH.reduce<string>(
    (text, code, at) => text.replaceAll(String.fromCharCode(0x80 + at), code === 0 ? '' : String.fromCharCode(code)),
    new TextDecoder('windows-1252').decode(bytes),
  );
}

function declaredInContentType(contentType: string | undefined): string | undefined {
  return charsetIn(contentType ?? '');
}

// The HTML standard looks for a declaration within the first 1,024 bytes; real pages put it later, so we look a little further.
const DECLARATION_BYTES = 4096;
/** No declaration is longer. */
const META_CHARACTERS_MAX = 400;

function declaredInHtml(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  for (const at of placesOf(head.toLowerCase(), '<meta')) {
    const label = charsetIn(head.slice(at, at + META_CHARACTERS_MAX).split('>', 1)[0] ?? '');
    if (label !== undefined) return label;
  }
  return undefined;
}

/** No label is longer. */
const LABEL_CHARACTERS_MAX = 40;

/** The label behind `charset=` in a media type or an element. */
function charsetIn(text: string): string | undefined {
  for (const at of placesOf(text.toLowerCase(), 'charset')) {
    const equals = skip(text, at + 'charset'.length, isBlank);
    if (text[equals] !== '=') continue;
    const quote = skip(text, equals + 1, isBlank);
    const start = skip(text, skip(text, quote, oneOf('"\''), 1), isBlank);
    const label = text.slice(start, skip(text, start, isOfLabel, LABEL_CHARACTERS_MAX));
    if (label !== '') return label;
  }
  return undefined;
}

const isOfLabel = (character: string): boolean => isWordCharacter(character) || '.:-'.includes(character);

/**
 * Bytes to text. The charset comes from the byte-order mark, the sender, or the page's own declaration, in this order. Without any of them
 * it is UTF-8 if the bytes are valid UTF-8, else Windows-1252. A wrong declaration of UTF-8 is handled in the same way.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const label = declaredInContentType(contentType) ?? declaredInHtml(bytes);
  const declared = label === undefined ? undefined : decoderFor(label);
  // A page in which this label could be read as ASCII cannot be UTF-16.
  if (declared?.encoding === 'windows-1252') return decodeWindows1252(bytes);
  if (declared !== undefined && !declared.encoding.startsWith('utf-')) return declared.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return isMostlyUtf8(bytes) ? new TextDecoder('utf-8').decode(bytes) : decodeWindows1252(bytes);
  }
}

/** Whether a text is UTF-8 with a few damaged bytes, rather than in another charset. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  let replaced = 0;
  let beyondAscii = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0xfffd) replaced += 1;
    else if (unit > 0x7f) beyondAscii += 1;
  }
  return beyondAscii > replaced * 4;
}
