import { dump } from 'js-yaml';
import type { RuleObject, RuleValue } from './rule-object.js';

/** How a document is laid out: the keys of each of its maps in order, and whose texts stand in quotes. */
export interface Layout {
  /** The keys of a map at the top (`undefined`) or of the map under this top key, in the order they are written. */
  readonly keysOf: (map: RuleObject, under: string | undefined) => readonly string[];
  /** Whether the texts under this key of the map under this top key stand in single quotes. */
  readonly isQuoted: (key: string, under: string) => boolean;
}

const INDENT = 4;
const KEY = /^[A-Za-z_][\w.|-]*$/;
/** Texts that no reader takes for anything but a text, and that need no quotes. */
const PLAIN = /^[A-Za-z][A-Za-z0-9 _.,;'()/\\+=-]*(?<! )$/;
/** What a text must not say to be one: readers of YAML 1.1 and 1.2 make other values of these. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** What may stand in single quotes on one line. */
const QUOTABLE = /^[\x20-\x7e\xa0-\ud7ff]*$/;

/**
 * Writes a rule as the general writer would, several times as fast: rules are written by the hundred. Undefined for a rule that holds
 * anything unusual (several lines of text, keys of strange characters): that is left to the general writer.
 */
export function writePlainDocument(rule: RuleObject, layout: Layout): string | undefined {
  const lines: string[] = [];
  for (const top of layout.keysOf(rule, undefined)) {
    const value = rule[top];
    if (value === undefined) continue;
    const map = isMap(value) ? value : undefined;
    const text =
      map === undefined || Object.keys(map).length === 0
        ? valueText(value, 1, false)
        : mapText(map, 1, layout.keysOf(map, top), (key) => layout.isQuoted(key, top));
    if (text === undefined || !isKey(top)) return undefined;
    lines.push(`${top}:${text}\n`);
  }
  return lines.length === 0 ? undefined : lines.join('');
}

/** A value after its key's colon: on the same line, or on lines of its own. */
function valueText(value: RuleValue, level: number, quoted: boolean): string | undefined {
  if (isList(value)) return value.length === 0 ? ' []' : listText(value, level, quoted);
  if (isMap(value)) {
    const keys = Object.keys(value);
    return keys.length === 0 ? ' {}' : mapText(value, level, keys, () => quoted);
  }
  const scalar = scalarText(value, quoted);
  return scalar === undefined ? undefined : ` ${scalar}`;
}

function mapText(
  map: RuleObject,
  level: number,
  keys: readonly string[],
  isQuoted: (key: string) => boolean,
): string | undefined {
  let text = '';
  for (const key of keys) {
    const value = map[key];
    if (value === undefined) continue;
    const written = valueText(value, level + 1, isQuoted(key));
    if (written === undefined || !isKey(key)) return undefined;
    text += `\n${' '.repeat(INDENT * level)}${key}:${written}`;
  }
  return text === '' ? undefined : text;
}

function listText(list: readonly RuleValue[], level: number, quoted: boolean): string | undefined {
  let text = '';
  for (const item of list) {
    const written = valueText(item, level + 1, quoted);
    if (written === undefined) return undefined;
    // A map begins on the line of its dash, as far in as its other lines are.
    const body = written.startsWith('\n') ? ` ${' '.repeat(INDENT - 2)}${written.trimStart()}` : written;
    text += `\n${' '.repeat(INDENT * level)}-${body}`;
  }
  return text;
}

function scalarText(value: RuleValue, quoted: boolean): string | undefined {
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string' || !QUOTABLE.test(value)) return undefined;
  if (quoted) return `'${value.replaceAll("'", "''")}'`;
  if (PLAIN.test(value) && !NO_TEXT.test(value)) return value;
  // In a list, where a text stands as it does after a key.
  return dump([value], { lineWidth: -1 }).slice('- '.length, -1);
}

function isKey(key: string): boolean {
  return KEY.test(key) && !NO_TEXT.test(key);
}

function isList(value: RuleValue): value is readonly RuleValue[] {
  return Array.isArray(value);
}

function isMap(value: RuleValue): value is RuleObject {
  return typeof value === 'object' && value !== null && !isList(value);
}
