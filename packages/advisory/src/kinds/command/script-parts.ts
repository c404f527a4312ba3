import { words } from '../../knowledge/load.js';
import type { Span } from '../../model.js';
import { once } from '../../once.js';
import { only } from '../../text/stretches.js';

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
 * beginning is decoded.
 */
export function encodedCommand(command: string): EncodedCommand | undefined {
  const match = ENCODED.exec(command);
  const payload = match?.[1];
  if (match === null || payload === undefined) return undefined;
  const decoded = Buffer.from(payload, 'base64').toString('utf16le');
  const plain = only(decoded, isTypeable).length;
  if (decoded.length < 6 || plain < decoded.length * 0.9) return undefined;
  const start = match.index + match[0].length - payload.length;
  return { decoded, start, end: start + payload.length };
}

/** A script that only writes a line: it shows how encoding works, not what an intruder ran. */
const DEMONSTRATION = /^\s*(?:echo|Write-(?:Host|Output))\s+(["']?)[\w !.,'-]{1,60}\1\s*$/i;

/** Whether a command's encoded script does nothing but write a line. */
export function isEncodedDemonstration(command: string): boolean {
  const encoded = encodedCommand(command);
  return encoded !== undefined && DEMONSTRATION.test(encoded.decoded);
}
