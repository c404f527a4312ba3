import { readFileSync } from 'node:fs';
import type { SigmaEvent } from '../match/event-fields.js';
import { setField } from './shape.js';

/** The fields of a CEF header after the version, as Sentinel's table of CEF calls them. */
const HEADER = [
  'DeviceVendor',
  'DeviceProduct',
  'DeviceVersion',
  'DeviceEventClassID',
  'Activity',
  'LogSeverity',
] as const;

/** A key of the extension: it stands behind a space, and before an equals sign that nothing escapes. */
const KEY = /(?:^|\s)([\w.[\]-]+)=/g;

let columns: ReadonlyMap<string, string> | undefined;

/**
 * A CEF message, after a syslog header or without one, under the names of Sentinel's table of CEF, which the field maps have. Undefined
 * where the text is none.
 */
export function cefEvent(line: string): SigmaEvent | undefined {
  const begin = line.startsWith('CEF:') ? 0 : line.indexOf(' CEF:') + 1;
  if (begin === 0 && !line.startsWith('CEF:')) return undefined;
  const { parts, rest } = headerParts(line.slice(begin + 'CEF:'.length));
  if (parts.length < HEADER.length + 1) return undefined;
  const event: Record<string, unknown> = {};
  for (const [index, name] of HEADER.entries()) setField(event, name, parts[index + 1]);
  const found = [...rest.matchAll(KEY)];
  for (const [index, match] of found.entries()) {
    const from = match.index + match[0].length;
    const value = rest.slice(from, found[index + 1]?.index).trimEnd();
    const key = match[1] as string;
    setField(event, columnOf(key), unescaped(value));
  }
  const time = event['ReceiptTime'];
  if (time !== undefined) setField(event, 'TimeGenerated', time);
  return event;
}

/** The header's parts, which bars separate, and the extension after the last. */
function headerParts(text: string): { readonly parts: readonly string[]; readonly rest: string } {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\\' && at + 1 < text.length) part += text[++at];
    else if (character !== '|') part += character;
    else {
      parts.push(part);
      part = '';
      if (parts.length === HEADER.length + 1) return { parts, rest: text.slice(at + 1) };
    }
  }
  return { parts, rest: '' };
}

function unescaped(value: string): string {
  if (!value.includes('\\')) return value;
  return value.replace(/\\([\\=nr|])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign));
}

/** The column for a key; a key without one keeps its name. */
function columnOf(key: string): string {
  columns ??= new Map(
    Object.entries(
      JSON.parse(readFileSync(new URL('../../data/events/cef.json', import.meta.url), 'utf8')) as Record<
        string,
        string
      >,
    ),
  );
  return columns.get(key) ?? key;
}
