import { isDigits } from '../../characters.js';
import type { MappedField } from '../../convert/maps.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { patternText } from '../../convert/text/patterns.js';
import type { TestOf } from '../../convert/text/tests.js';
import type { TestTokens } from '../../convert/text/token-writer.js';
import { SIGNS } from '../../convert/text/tokens.js';
import type { Rendered, Tolerance } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import type { SplPlace } from './fields.js';
import { escapeQuoted, isSearchPattern, quote, searchName, searchValue, withSingleStars } from './quote.js';
import { SplWriter } from './spl-writer.js';
import { SEARCH } from './syntax.js';

const TOKENS: TestTokens = {
  present: (name) => `${name}=*`,
  absent: (name) => ({ text: `NOT ${name}=*`, operator: 'not' }),
  network: (name, network) => `${name}="${network}"`,
  list: { one: '=', several: ' IN ' },
};

/**
 * Whether the search command expresses a test exactly. Under an odd number of `not`, comparisons are left to `where`: the search command
 * compares values that are not numbers as text, and would exclude too much.
 */
export function isSearchTest(test: ValueTest, tolerance: Tolerance): boolean {
  switch (test.op) {
    case 'string':
      return test.pattern.shape === 'any' || (!test.cased && isSearchPattern(test.pattern));
    case 'regex':
    case 'fieldref':
    case 'time':
      return false;
    case 'compare':
      return tolerance === 'wider';
    default:
      return true;
  }
}

/**
 * Tests in the search command. What it cannot express exactly is widened where that is allowed and left out elsewhere, so that the text can
 * stand before an exact `where` as its filter.
 */
export class SearchWriter extends SplWriter {
  readonly syntax = SEARCH;
  protected readonly tokens = TOKENS;
  protected readonly spell = searchName;

  protected override listedValue(test: ValueTest, place: SplPlace, { tolerance }: LeafScope): string | undefined {
    if (place.whole) return undefined;
    if (test.op === 'number') return numberValue(test.value, place.field);
    if (test.op === 'boolean') return String(test.value);
    if (test.op !== 'string' || test.pattern.shape === 'any') return undefined;
    if (isSearchTest(test, tolerance)) return textValue(test.pattern, place.field);
    const widened = tolerance === 'wider' ? widenedValue(test.pattern, test.cased) : '*';
    return widened === '*' ? undefined : widened;
  }

  /** A whole JSON object is only in reach of `where`. */
  protected override test(test: ValueTest, place: SplPlace, scope: LeafScope): Rendered {
    return place.whole ? scope.tolerance === 'wider' : super.test(test, place, scope);
  }

  protected text(pattern: Pattern, cased: boolean, { name, field }: SplPlace, { tolerance }: LeafScope): Rendered {
    if (!cased && isSearchPattern(pattern)) return `${name}=${textValue(pattern, field)}`;
    return tolerance === 'wider' && `${name}=${widenedValue(pattern, cased)}`;
  }

  protected equals(value: number | boolean, { name, field }: SplPlace): string {
    return `${name}=${typeof value === 'number' ? numberValue(value, field) : value}`;
  }

  protected compare({ operator, value }: TestOf<'compare'>, { name }: SplPlace, { tolerance }: LeafScope): Rendered {
    return tolerance === 'wider' && `${name}${SIGNS[operator]}${value}`;
  }

  protected override placeholder({ pattern }: TestOf<'placeholder'>, { name }: SplPlace): string {
    return `${name}=${searchValue(pattern)}`;
  }

  protected override keyword(test: ValueTest, { tolerance }: LeafScope): Rendered {
    // A bare number is a term of its own in Splunk's index, which is what a number as a keyword means.
    if (test.op === 'number') return isDigits(String(test.value)) ? String(test.value) : `"${test.value}"`;
    if (test.op !== 'string' && test.op !== 'placeholder') return tolerance === 'wider';
    if (test.pattern.shape === 'any') return true;
    return (isSearchTest(test, tolerance) || tolerance === 'wider') && keywordText(test.pattern);
  }
}

function textValue(pattern: Pattern, { values }: MappedField): string {
  const native = pattern.shape === 'exact' ? values?.get(pattern.literal.toLowerCase()) : undefined;
  return native === undefined ? searchValue(pattern) : quote(native);
}

function numberValue(value: number, { values }: MappedField): string {
  const native = values?.get(String(value));
  return native === undefined ? String(value) : quote(native);
}

/**
 * For a pattern that the search command cannot express, the narrowest wider one: every `?` and every literal `*` becomes `*`. A value that
 * would be read as an address range, or is only wildcards, becomes a test of presence.
 */
function widenedValue(pattern: Pattern, cased: boolean): string {
  if (pattern.shape === 'exact' && !cased && !pattern.literal.includes('*')) return '*';
  for (const part of pattern.parts) if (typeof part === 'string' && part !== '*') return searchValue(pattern);
  return pattern.parts.length === 0 ? '""' : '*';
}

/** A phrase anywhere in the event. Sigma's keywords also match inside words, so there are wildcards at both ends. */
function keywordText(pattern: Pattern): Rendered {
  const text = withSingleStars(`*${patternText(pattern, '*', '*', escapeQuoted)}*`);
  return text === '*' ? true : `"${text}"`;
}
