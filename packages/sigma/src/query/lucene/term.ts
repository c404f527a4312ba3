import type { ValueTest } from '../../model/condition.js';
import { ANY, ONE, type PatternPart } from '../../model/pattern.js';
import { unreadable } from '../query-fault.js';
import { exactly, numberOr, patternFrom } from '../values.js';

/**
 * A test for a term of a field: `*` and `?` are wildcards unless a backslash stands before them. It is `cased`, since keyword fields keep
 * letter case.
 */
export function termTest(term: string): ValueTest {
  const parts: PatternPart[] = [];
  let literal = '';
  let wild = false;
  for (let at = 0; at < term.length; at++) {
    const character = term[at] as string;
    if (character === '\\' && at + 1 < term.length) literal += term[++at];
    else if (character === '*' || character === '?') {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(character === '*' ? ANY : ONE);
      wild = true;
    } else literal += character;
  }
  if (!wild) return numberOr(term, exactly(literal, true));
  if (literal !== '') parts.push(literal);
  const pattern = patternFrom(parts);
  return pattern.shape === 'any' ? { op: 'exists', value: true } : { op: 'string', pattern, cased: true };
}

/** Operators that only Lucene's expressions have: complement, intersection, intervals, any string, the empty language, quotes. */
const OWN_OPERATORS = '~&<>@#"';
/** Signs of expressions that no pattern with wildcards can say. */
const BEYOND_PATTERNS = `?+*|{}()${OWN_OPERATORS}`;

/**
 * A test for an expression between slashes, which always matches the whole value. Letters in classes of their spellings (`[Aa]`) become a
 * value in any letter case. An expression that is more than a pattern with wildcards stays an expression.
 */
export function expressionTest(source: string, at: number): ValueTest {
  return patternOfExpression(source) ?? { op: 'regex', source: `^(?:${translated(source, at)})$`, flags: 's' };
}

function patternOfExpression(source: string): ValueTest | undefined {
  const parts: PatternPart[] = [];
  let literal = '';
  let folded = false;
  let plain = false;
  const flush = () => {
    if (literal !== '') parts.push(literal);
    literal = '';
  };
  const add = (character: string) => {
    literal += character;
    plain ||= hasCase(character);
  };
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string;
    if (character === '\\') {
      const next = source[++at];
      if (next === undefined || /[A-Za-z0-9]/.test(next)) return undefined;
      add(next);
    } else if (character === '[') {
      const end = source.indexOf(']', at + 2);
      const spelled = oneCharacter(source, at + 1, end);
      if (spelled === undefined) return undefined;
      folded ||= hasCase(spelled);
      literal += spelled;
      at = end;
    } else if (character === '.') {
      flush();
      const any = source[at + 1] === '*';
      parts.push(any ? ANY : ONE);
      if (any) at++;
    } else if (BEYOND_PATTERNS.includes(character)) return undefined;
    else add(character);
    if ('?+*{'.includes(source[at + 1] ?? ' ')) return undefined;
  }
  flush();
  return folded && plain ? undefined : patternTest(parts, plain);
}

const hasCase = (character: string): boolean => character.toLowerCase() !== character.toUpperCase();

function patternTest(parts: readonly PatternPart[], cased: boolean): ValueTest {
  const pattern = patternFrom(parts);
  return pattern.shape === 'any' ? { op: 'exists', value: true } : { op: 'string', pattern, cased };
}

/** The one character whose spellings a class lists, in lower case; undefined for other classes, and where `end` is negative. */
function oneCharacter(source: string, start: number, end: number): string | undefined {
  if (end < 0) return undefined;
  const inside = source.slice(start, end);
  if (inside.startsWith('\\')) return inside.length === 2 ? inside[1] : undefined;
  const [first, ...others] = [...inside];
  if (first === undefined || others.includes('-') || first === '^') return undefined;
  const lower = first.toLowerCase();
  return others.every((other) => other.toLowerCase() === lower || other.toUpperCase() === first.toUpperCase())
    ? [...inside].at(-1)?.toLowerCase()
    : undefined;
}

/** The expression in the dialect of rules; in Lucene anchors are plain characters. */
function translated(source: string, at: number): string {
  let text = '';
  let inClass = false;
  for (let index = 0; index < source.length; index++) {
    const character = source[index] as string;
    if (character === '\\') {
      const next = source[++index] ?? '\\';
      text += /[A-Za-z0-9]/.test(next) ? `\\${next}` : escaped(next);
      continue;
    }
    if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (OWN_OPERATORS.includes(character))
      throw unreadable(`${character} of Lucene's expressions has no counterpart in a rule`, at + index);
    text += !inClass && (character === '^' || character === '$') ? `\\${character}` : character;
  }
  return text;
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(character) ? `\\${character}` : character;
}
