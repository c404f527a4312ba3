import type { Note } from '../../convert/note.js';
import { type Json, matchersOf } from './matchers.js';
import type { NormalForm } from './normal.js';

/** Conditions on fields that must all hold; for each field the matchers of which one must. */
export type Alternative = ReadonlyMap<string, readonly Json[]>;

/** AWS expands `$or` itself and refuses more than 1,000 combinations; a pattern stops being readable long before. */
const ALTERNATIVES_MAX = 60;

/**
 * A condition as alternatives of field conditions, which is all that an event pattern can express. Where two conditions on one field must
 * both hold, one is kept; where there would be too many alternatives, parts are left out. Both make the pattern wider, with a note.
 */
export function alternativesOf(form: NormalForm, note: (note: Note) => void): readonly Alternative[] {
  return merged(expand(form, note));
}

function expand(form: NormalForm, note: (note: Note) => void): readonly Alternative[] {
  if (form.kind === 'literal') {
    const matchers = matchersOf(form.literal, note);
    const field = form.literal.field?.replaceAll('[]', '');
    return matchers === undefined || field === undefined ? [new Map()] : [new Map([[field, matchers]])];
  }
  const parts = form.children.map((child) => expand(child, note));
  if (form.kind === 'or')
    return parts.some((part) => part.some(({ size }) => size === 0)) ? [new Map()] : merged(parts.flat());
  let all: readonly Alternative[] = [new Map()];
  for (const part of parts) {
    if (all.length * part.length > ALTERNATIVES_MAX) {
      note({
        code: 'test_dropped',
        message: `The rule has more than ${ALTERNATIVES_MAX} alternatives: some conditions were left out.`,
      });
      continue;
    }
    all = all.flatMap((left) => part.flatMap((right) => both(left, right, note) ?? []));
  }
  return all;
}

/** Two alternatives that must both hold; undefined when they contradict each other. */
function both(left: Alternative, right: Alternative, note: (note: Note) => void): Alternative | undefined {
  const result = new Map(left);
  for (const [field, matchers] of right) {
    const earlier = result.get(field);
    if (earlier === undefined) {
      result.set(field, matchers);
    } else if (earlier.every(isText) && matchers.every(isText)) {
      const shared = earlier.filter((value) => matchers.includes(value));
      if (shared.length === 0) return undefined;
      result.set(field, shared);
    } else if (earlier.every(isText) || matchers.every(isText)) {
      // Of a pair, the one with whole values is stricter.
      if (matchers.every(isText)) result.set(field, matchers);
      noteLost(field, note);
    } else if (JSON.stringify(earlier) !== JSON.stringify(matchers)) {
      const joined = joinedExclusions(earlier, matchers);
      if (joined === undefined) noteLost(field, note);
      else result.set(field, joined);
    }
  }
  return result;
}

/** Joins two exclusions of one kind into one with the values of both. */
function joinedExclusions(left: readonly Json[], right: readonly Json[]): readonly Json[] | undefined {
  const [one, other] = [exclusionOf(left), exclusionOf(right)];
  if (one === undefined || other === undefined || one.kind !== other.kind) return undefined;
  const values = [...new Set([...one.values, ...other.values])];
  return [{ 'anything-but': one.kind.startsWith(':') ? values : { [one.kind]: values } }, { exists: false }];
}

function exclusionOf(
  matchers: readonly Json[],
): { readonly kind: string; readonly values: readonly Json[] } | undefined {
  const [first] = matchers;
  if (matchers.length !== 2 || typeof first !== 'object' || first === null || !('anything-but' in first))
    return undefined;
  const content = first['anything-but'];
  if (Array.isArray(content)) return { kind: `:${typeof content[0]}`, values: content as readonly Json[] };
  if (typeof content !== 'object' || content === null) return undefined;
  const [entry] = Object.entries(content);
  if (entry === undefined) return undefined;
  return { kind: entry[0], values: Array.isArray(entry[1]) ? (entry[1] as readonly Json[]) : [entry[1]] };
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

function noteLost(field: string, note: (note: Note) => void): void {
  note({
    code: 'test_dropped',
    message: `An event pattern takes one condition per field: one of those on ${field} was left out.`,
  });
}

/** Joins alternatives that differ in one field into one with the values of both. */
function merged(alternatives: readonly Alternative[]): readonly Alternative[] {
  const result: Alternative[] = [];
  for (const alternative of alternatives) {
    const at = result.findIndex((other) => differingField(other, alternative) !== undefined);
    const earlier = result[at];
    const field = earlier === undefined ? undefined : differingField(earlier, alternative);
    if (earlier === undefined || field === undefined) {
      result.push(alternative);
      continue;
    }
    const values = [...(earlier.get(field) ?? [])];
    const texts = new Set(values.map((value) => JSON.stringify(value)));
    for (const value of alternative.get(field) ?? []) if (!texts.has(JSON.stringify(value))) values.push(value);
    result[at] = new Map([...earlier, [field, values]]);
  }
  return result;
}

/** The only field in which two alternatives differ (the first field where they are equal); undefined where they differ in several. */
function differingField(left: Alternative, right: Alternative): string | undefined {
  if (left.size !== right.size) return undefined;
  let differing: string | undefined;
  for (const [field, matchers] of left) {
    const other = right.get(field);
    if (other === undefined) return undefined;
    if (JSON.stringify(other) === JSON.stringify(matchers)) continue;
    if (differing !== undefined) return undefined;
    differing = field;
  }
  return differing ?? left.keys().next().value;
}
