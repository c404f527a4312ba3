import type { Caps } from '../../caps.js';
import { AdvisoryError } from '../error.js';

/** A JSON object of unknown shape; only its own keys are ever read. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Entries beyond this are left unread in any one list: ten times the largest bundles in use. */
const LIST_MAX = 50_000;

/** Parses a JSON document to its outermost object. @throws AdvisoryError `Unreadable` when it is not one. */
export function parseRecord(source: string, kind: string): JsonRecord {
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch {
    throw new AdvisoryError('Unreadable', `The ${kind} document is not valid JSON.`);
  }
  const record = asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  if (record === undefined) throw new AdvisoryError('Unreadable', `The ${kind} document is not a JSON object.`);
  return record;
}

/** The value as an object, or undefined for anything else. */
export function asRecord(value: unknown): JsonRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
}

/** A key's own value. */
export function own(record: JsonRecord | undefined, key: string): unknown {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A key's text, or undefined when it is missing, empty or no text. */
export function text(record: JsonRecord | undefined, key: string): string | undefined {
  const value = own(record, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The objects of a list; of one beyond the bound only the first, which is noted. */
export function records(record: JsonRecord | undefined, key: string, caps: Caps): readonly JsonRecord[] {
  const value = own(record, key);
  if (!Array.isArray(value)) return [];
  return caps
    .first(value, LIST_MAX, `entries of "${key}"`)
    .map(asRecord)
    .filter((item) => item !== undefined);
}
