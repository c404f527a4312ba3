// What the lines of a YAML text show without reading it as YAML, which a page may have damaged.

import { startsWithAny, withoutFirst } from './ends.js';
import { leading } from './stretches.js';

/** The documents of a text: what stands between the lines of three hyphens. */
export function yamlDocuments(text: string): readonly string[] {
  const documents: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.trimEnd() === '---') documents.push([]);
    else documents.at(-1)?.push(line);
  }
  return documents.map((lines) => lines.join('\n'));
}

/** The key that a line begins with, before its colon; empty where it has none. */
export function keyOf(line: string): string {
  return line.slice(0, Math.max(line.indexOf(':'), 0)).trim();
}

/** The keys that lines of a text begin with, at any depth. */
export function keysOf(text: string): ReadonlySet<string> {
  return new Set(text.split('\n').map(keyOf));
}

/** The value of a key that begins a line without indent, by any of its spellings, without quotation marks; undefined where there is none. */
export function topValue(text: string, ...keys: readonly string[]): string | undefined {
  const line = text.split('\n').find((each) => startsWithAny(each, keys) && keys.includes(keyOf(each)));
  const value = withoutFirst(line?.slice(line.indexOf(':') + 1).trimStart() ?? '', '"\'');
  return leading(value, (character) => character !== '"' && character !== "'", 200).trim() || undefined;
}
