import { ANY, ONE, type Pattern, type PatternPart, type PatternShape } from '../model/pattern.js';

const STAR = 42;
const QUESTION = 63;
const BACKSLASH = 92;

/**
 * Parses a Sigma string. `*` and `?` are wildcards; `\*`, `\?` and `\\` stand for their second character, any other backslash for itself.
 * `before` and `after` add a `*` at that end, for `endswith`, `startswith` and `contains`.
 */
export function readPattern(text: string, before = false, after = false): Pattern {
  if (!hasSpecial(text)) return plainPattern(text, before, after);
  const parts: PatternPart[] = before ? [ANY] : [];
  let literal = '';
  let from = 0;
  const length = text.length;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      const next = at + 1 < length ? text.charCodeAt(at + 1) : -1;
      if (next === BACKSLASH || next === STAR || next === QUESTION) {
        literal += text.slice(from, at);
        from = at + 1;
        at++;
      }
    } else if (code === STAR || code === QUESTION) {
      literal += text.slice(from, at);
      from = at + 1;
      if (literal !== '') parts.push(literal);
      literal = '';
      pushWildcard(parts, code === STAR ? ANY : ONE);
    }
  }
  literal += text.slice(from);
  if (literal !== '') parts.push(literal);
  if (after) pushWildcard(parts, ANY);
  return patternOf(parts);
}

/** A pattern for a text without special characters. */
export function plainPattern(text: string, before = false, after = false): Pattern {
  if (text === '') {
    return before || after ? { parts: [ANY], shape: 'any', literal: '' } : { parts: [], shape: 'exact', literal: '' };
  }
  if (before) {
    return after
      ? { parts: [ANY, text, ANY], shape: 'contains', literal: text }
      : { parts: [ANY, text], shape: 'endswith', literal: text };
  }
  return after
    ? { parts: [text, ANY], shape: 'startswith', literal: text }
    : { parts: [text], shape: 'exact', literal: text };
}

/** The pattern for parts that already satisfy the rules of `Pattern` (no two adjacent literals or `ANY`, no empty literal). */
export function patternOf(parts: readonly PatternPart[]): Pattern {
  const shape = shapeOf(parts);
  let literal = '';
  if (shape !== 'mixed') {
    for (const part of parts) if (typeof part === 'string') literal = part;
  }
  return { parts, shape, literal };
}

/** A pattern with `*` added at one or both ends. */
export function widenPattern(pattern: Pattern, before: boolean, after: boolean): Pattern {
  const parts: PatternPart[] = before && pattern.parts[0] !== ANY ? [ANY, ...pattern.parts] : [...pattern.parts];
  if (after) pushWildcard(parts, ANY);
  return patternOf(parts);
}

/** Joins runs of parts into one list that satisfies the rules of `Pattern`. */
export function joinParts(runs: readonly (readonly PatternPart[])[]): PatternPart[] {
  const parts: PatternPart[] = [];
  for (const run of runs) {
    for (const part of run) {
      const last = parts.at(-1);
      if (typeof part !== 'string') pushWildcard(parts, part);
      else if (typeof last === 'string') parts[parts.length - 1] = last + part;
      else parts.push(part);
    }
  }
  return parts;
}

/** `*?` and `?*` mean the same. Both become `?*`, so that equal patterns have equal parts and no two `*` are adjacent. */
function pushWildcard(parts: PatternPart[], wildcard: typeof ANY | typeof ONE): void {
  if (parts.at(-1) !== ANY) parts.push(wildcard);
  else if (wildcard === ONE) {
    parts[parts.length - 1] = ONE;
    parts.push(ANY);
  }
}

function hasSpecial(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === STAR || code === QUESTION || code === BACKSLASH) return true;
  }
  return false;
}

function shapeOf(parts: readonly PatternPart[]): PatternShape {
  const [first, second, third] = parts;
  switch (parts.length) {
    case 0:
      return 'exact';
    case 1:
      return typeof first === 'string' ? 'exact' : first === ANY ? 'any' : 'mixed';
    case 2:
      if (typeof first === 'string' && second === ANY) return 'startswith';
      return first === ANY && typeof second === 'string' ? 'endswith' : 'mixed';
    case 3:
      return first === ANY && typeof second === 'string' && third === ANY ? 'contains' : 'mixed';
    default:
      return 'mixed';
  }
}
