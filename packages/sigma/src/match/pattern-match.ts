import { ANY, ONE, type Pattern, type PatternPart } from '../model/pattern.js';

/** A prepared pattern. */
export type TextPredicate = (text: string) => boolean;

/**
 * A predicate for whole texts that match a pattern. `?` is one code point. Unless `cased`, letter case is ignored by comparing lower-case
 * forms. The time is proportional to the text's length times that of the longest run with `?`.
 */
export function patternPredicate(pattern: Pattern, cased: boolean): TextPredicate {
  const fold = cased ? (text: string) => text : (text: string) => text.toLowerCase();
  const literal = fold(pattern.literal);
  switch (pattern.shape) {
    case 'exact':
      return (text) => fold(text) === literal;
    case 'startswith':
      return (text) => fold(text).startsWith(literal);
    case 'endswith':
      return (text) => fold(text).endsWith(literal);
    case 'contains':
      return (text) => fold(text).includes(literal);
    case 'any':
      return () => true;
    case 'mixed': {
      const runs = splitRuns(pattern.parts.map((part) => (typeof part === 'string' ? fold(part) : part)));
      return (text) => fitsRuns(fold(text), runs);
    }
  }
}

/** The part of a pattern between two `*`: literals and `?`. */
type Run = readonly (string | typeof ONE)[];

function splitRuns(parts: readonly PatternPart[]): Run[] {
  const runs: (string | typeof ONE)[][] = [[]];
  for (const part of parts) {
    if (part === ANY) runs.push([]);
    else (runs.at(-1) as (string | typeof ONE)[]).push(part);
  }
  return runs;
}

/** Whether the runs fit: the first at the start, the last at the end, the others between them, each as far left as possible. */
function fitsRuns(text: string, runs: readonly Run[]): boolean {
  const first = runs[0] as Run;
  let at = runEnd(text, first, 0);
  if (at < 0) return false;
  if (runs.length === 1) return at === text.length;
  for (const run of runs.slice(1, -1)) {
    at = findRun(text, run, at);
    if (at < 0) return false;
  }
  return endsWithRun(text, runs.at(-1) as Run, at);
}

/** Where a run that begins at `at` ends, or -1. */
function runEnd(text: string, run: Run, at: number): number {
  let position = at;
  for (const part of run) {
    if (part === ONE) {
      const code = text.codePointAt(position);
      if (code === undefined) return -1;
      position += code > 0xffff ? 2 : 1;
    } else {
      if (!text.startsWith(part, position)) return -1;
      position += part.length;
    }
  }
  return position;
}

function findRun(text: string, run: Run, from: number): number {
  const [only] = run;
  if (run.length === 1 && typeof only === 'string') {
    const found = text.indexOf(only, from);
    return found < 0 ? -1 : found + only.length;
  }
  for (let at = from; at <= text.length; at++) {
    const end = runEnd(text, run, at);
    if (end >= 0) return end;
  }
  return -1;
}

function endsWithRun(text: string, run: Run, from: number): boolean {
  let position = text.length;
  for (let index = run.length - 1; index >= 0; index--) {
    const part = run[index] as string | typeof ONE;
    if (part === ONE) {
      if (position <= from) return false;
      const code = text.charCodeAt(position - 1);
      position -= code >= 0xdc00 && code <= 0xdfff && position - 2 >= from ? 2 : 1;
    } else {
      position -= part.length;
      if (position < from || !text.startsWith(part, position)) return false;
    }
  }
  return position >= from;
}
