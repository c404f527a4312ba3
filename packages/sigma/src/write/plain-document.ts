import { dump } from 'js-yaml';
import { isName } from '../characters.js';
import type { RuleObject, RuleValue } from './rule-object.js';

/** The layout of a document: the order of keys in each map, and which texts are quoted. */
export interface Layout {
  /** The keys in writing order, of the top map (`undefined`) or of the map under this top key. */
  readonly keysOf: (map: RuleObject, under: string | undefined) => readonly string[];
  /** Whether texts of this key, in the map under this top key, have single quotes. */
  readonly isQuoted: (key: string, under: string) => boolean;
}

const INDENT = 4;
/** Texts that every reader takes for a text without quotes. */
const PLAIN = /^[A-Za-z][A-Za-z0-9 _.,;'()/\\+=-]*(?<! )$/;
/** Texts that readers of YAML 1.1 or 1.2 would take for other values. */
const NO_TEXTS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);
/** Texts that can be in single quotes on one line. */
const QUOTABLE = /^[\x20-\x7e\xa0-\ud7ff]*$/;

/**
 * Writes a rule like the general writer, several times as fast, since rules are written by the hundred. Undefined for a rule with anything
 * unusual (texts of several lines, keys with strange characters), which is left to the general writer.
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
    // A map begins on the line of its dash, in the column of its other lines.
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
  if (PLAIN.test(value) && !NO_TEXTS.has(value.toLowerCase())) return value;
  // As an item of a list, where a text is written as after a key.
  return dump([value], { lineWidth: -1 }).slice('- '.length, -1);
}

function isKey(key: string): boolean {
  return isName(key, '.|-') && !NO_TEXTS.has(key.toLowerCase());
}

function isList(value: RuleValue): value is readonly RuleValue[] {
  return Array.isArray(value);
}

function isMap(value: RuleValue): value is RuleObject {
  return typeof value === 'object' && value !== null && !isList(value);
}
