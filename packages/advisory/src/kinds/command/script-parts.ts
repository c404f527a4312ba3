import { words } from '../../knowledge/load.js';
import type { Span } from '../../model.js';
import { once } from '../../once.js';
import { isBlank, isVisible } from '../../text/characters.js';
import { QUOTES } from '../../text/ends.js';
import { withoutBlanks } from '../../text/shape.js';
import { type CharacterClass, isOfBase64, only, skip } from '../../text/stretches.js';

/** A name in a script that shows what the script does, as written. */
export interface ScriptPart extends Span {
  readonly text: string;
  /** Whether few scripts of administrators have it. */
  readonly strong: boolean;
}

/** A pattern for the names of the word lists: names by themselves, methods after their object. */
const PARTS = once(() => {
  const any = (list: string): string =>
    words(list)
      .map((name) => name.replaceAll('.', '\\.'))
      .join('|');
  return new RegExp(
    `(?<![\\w-])(?:(?<weak>${any('script-names-weak')})|(?<strong>${any('script-names-strong')}))(?![\\w-])` +
      `|(?<=[.:])(?<method>${any('script-methods')})(?=\\s*["'(,)]|$)`,
    'gi',
  );
});

/** The telling names in a part of PowerShell, each once, in order; offsets are within `script`. */
export function scriptParts(script: string): readonly ScriptPart[] {
  const seen = new Set<string>();
  const found: ScriptPart[] = [];
  for (const match of script.matchAll(PARTS())) {
    const text = match[0];
    if (seen.has(text.toLowerCase())) continue;
    seen.add(text.toLowerCase());
    found.push({
      text,
      start: match.index,
      end: match.index + text.length,
      strong: match.groups?.['weak'] === undefined,
    });
  }
  return found;
}

const SCRIPT_SHAPE =
  /\(\s*New-Object\b|\.\w{3,30}\(|\]::\w|\|\s*(?:IEX|Invoke-Expression)\b|\b(?:IEX|Invoke-Expression)\s*\(/i;

/** Whether a line is script rather than prose that names parts of one, and has two telling names, one of them strong. */
export function isTellingScript(line: string, parts: readonly ScriptPart[]): boolean {
  return parts.length >= 2 && parts.some(({ strong }) => strong) && SCRIPT_SHAPE.test(line);
}

const ENCODED = /\s[-/–]e(?:c|n|nc|nco\w*)?\s+["']?([A-Za-z0-9+/]{16,8000}={0,2})/i;

/** The base64 text of an encoded PowerShell command, its place, and the decoded text. */
export interface EncodedCommand extends Span {
  readonly decoded: string;
}

/** Whether a character of ASCII can be typed. */
const isTypeable = (character: string): boolean =>
  (character >= ' ' && character <= '~') || '\t\r\n'.includes(character);

/**
 * Finds and decodes the argument of `-EncodedCommand`; undefined where there is none or it is not UTF-16 text. Of a cut payload, the
 * beginning is decoded; one that lost its form to blanks and line ends is joined.
 */
export function encodedCommand(command: string): EncodedCommand | undefined {
  const match = ENCODED.exec(command);
  const first = match?.[1];
  if (match === null || first === undefined) return undefined;
  const start = match.index + match[0].length - first.length;
  const end = payloadEnd(command, start + first.length);
  const decoded = Buffer.from(withoutBlanks(command.slice(start, end)), 'base64').toString('utf16le');
  const plain = only(decoded, isTypeable).length;
  if (decoded.length < 6 || plain < decoded.length * 0.9) return undefined;
  return { decoded, start, end };
}

/** Fewest characters of a further piece of a payload. */
const PIECE_MIN = 4;
/** In encoded text of 16 bits every second byte is zero, so that at least every fifth letter is an A. */
const ZEROS = 5;

/** Where an encoded payload ends of which a first piece ends at a place: pieces behind blanks and line ends belong to it. */
export function payloadEnd(text: string, from: number): number {
  let end = from;
  for (;;) {
    const start = skip(text, end, isBlank);
    const stop = skip(text, start, isOfPayload);
    const isPiece =
      start > end &&
      stop - start >= PIECE_MIN &&
      (stop === text.length || !isVisible(text[stop]) || QUOTES.includes(text[stop] as string));
    if (!isPiece || only(text.slice(start, stop), isZero).length * ZEROS < stop - start) return end;
    end = stop;
  }
}

const isOfPayload: CharacterClass = (character) => isOfBase64(character) || character === '=';
const isZero: CharacterClass = (character) => character === 'A';

/** A script that only writes a line: it shows how encoding works, not what an intruder ran. */
const DEMONSTRATION = /^\s*(?:echo|Write-(?:Host|Output))\s+(["']?)[\w !.,'-]{1,60}\1\s*$/i;

/** Whether a command's encoded script does nothing but write a line. */
export function isEncodedDemonstration(command: string): boolean {
  const encoded = encodedCommand(command);
  return encoded !== undefined && DEMONSTRATION.test(encoded.decoded);
}
