import { LEVELS, type Logsource, type SigmaHeader, STATUSES } from '../model/rule.js';
import { Fault, shown } from './fault.js';
import { isMapping, type Mapping } from './yaml.js';

/** Parses the header fields. A document with a `name` may lack a title, as base rules of correlations do. Throws a `Fault`. */
export function readHeader(raw: Mapping): SigmaHeader {
  const name = readText(raw, 'name');
  const title = readText(raw, 'title') ?? name;
  if (title === undefined) throw new Fault('MissingField', 'the rule has no title', ['title']);
  const header: { -readonly [Key in keyof SigmaHeader]: SigmaHeader[Key] } = {
    title,
    references: readTexts(raw, 'references'),
    tags: readTexts(raw, 'tags'),
    fields: readTexts(raw, 'fields'),
    falsepositives: readTexts(raw, 'falsepositives'),
  };
  if (name !== undefined) header.name = name;
  const id = readText(raw, 'id');
  if (id !== undefined) header.id = id;
  const description = readText(raw, 'description');
  if (description !== undefined) header.description = description;
  const author = readText(raw, 'author');
  if (author !== undefined) header.author = author;
  const date = readText(raw, 'date');
  if (date !== undefined) header.date = date;
  const modified = readText(raw, 'modified');
  if (modified !== undefined) header.modified = modified;
  const status = readText(raw, 'status');
  if (status !== undefined) header.status = oneOf(STATUSES, 'status', status);
  const level = readText(raw, 'level');
  if (level !== undefined) header.level = oneOf(LEVELS, 'level', level);
  return header;
}

/** Reads a log source: at least one of category, product and service, each a text. Throws a `Fault`. */
export function readLogsource(raw: Mapping): Logsource {
  const value = raw['logsource'];
  if (value === undefined || value === null) {
    throw new Fault('MissingField', 'the rule has no logsource', ['logsource']);
  }
  if (!isMapping(value)) {
    throw new Fault('InvalidLogsource', 'logsource must be a map of category, product and service', ['logsource']);
  }
  const logsource: { -readonly [Key in keyof Logsource]: Logsource[Key] } = {};
  for (const key of ['category', 'product', 'service', 'definition'] as const) {
    const text = readText(value, key, ['logsource']);
    if (text !== undefined) logsource[key] = text;
  }
  if (logsource.category === undefined && logsource.product === undefined && logsource.service === undefined) {
    throw new Fault('InvalidLogsource', 'logsource names no category, product or service', ['logsource']);
  }
  return logsource;
}

/** A text field. Numbers and booleans are taken as written, a null or empty value as missing. */
export function readText(raw: Mapping, key: string, parent: readonly string[] = []): string | undefined {
  const value = raw[key];
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Fault('InvalidField', `${key} is a text`, [...parent, key]);
}

/** A list of texts. A single text is a list of one; nulls are skipped. */
export function readTexts(raw: Mapping, key: string, parent: readonly string[] = []): readonly string[] {
  const value = raw[key];
  if (value === null || value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts: string[] = [];
  for (const entry of list) {
    if (entry === null || entry === undefined) continue;
    if (typeof entry === 'object') throw new Fault('InvalidField', `${key} must be a list of texts`, [...parent, key]);
    texts.push(String(entry));
  }
  return texts;
}

function oneOf<Word extends string>(words: readonly Word[], key: string, text: string): Word {
  const lower = text.toLowerCase();
  const found = words.find((word) => word === lower);
  if (found === undefined) {
    throw new Fault('InvalidField', `${key} must be one of ${words.join(', ')}, not ${shown(text)}`, [key]);
  }
  return found;
}
