import type { Caps } from '../../caps.js';
import { AdvisoryError } from '../error.js';

/** A JSON object of unknown form; only its own keys are read. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Most entries of one list that are read: ten times the largest bundles in use. */
const LIST_MAX = 50_000;

/** Parses a JSON document whose outermost value is an object. @throws AdvisoryError `Unreadable` for anything else */
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

/** The text of a key, or undefined when it is missing, empty or not a text. */
export function text(record: JsonRecord | undefined, key: string): string | undefined {
  const value = own(record, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The objects of a list. Of a list longer than the bound only the first are taken, and a cap is noted. */
export function records(record: JsonRecord | undefined, key: string, caps: Caps): readonly JsonRecord[] {
  const value = own(record, key);
  if (!Array.isArray(value)) return [];
  return caps
    .first(value, LIST_MAX, `entries of "${key}"`)
    .map(asRecord)
    .filter((item) => item !== undefined);
}
