import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { TimePart, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { compileRegex } from '../../parse/regex.js';
import { operand } from './dialect.js';
import { present } from './empty.js';
import { enumFits, fits } from './enums.js';
import { compares, numberOf } from './numbers.js';
import type { Place } from './place.js';
import { toRe2 } from './regex.js';
import { fitsAny } from './strings.js';
import { exactPattern, type TestScope, unsayable } from './test-scope.js';
import { timeParts } from './time.js';

/** "One of the tests holds for this place." `null`, `exists` and comparisons with other fields are the caller's. */
export function anyTest(tests: readonly ValueTest[], place: Place, scope: TestScope): Rendered {
  if (place.inside) {
    if (scope.tolerance === 'narrower') return unsayable('a value of its own', place, scope);
    scope.ctx.note({
      code: 'widened_wildcard',
      message: `${place.path} holds the value beside others in one text: it is looked for anywhere in it.`,
    });
  }
  const parts: Rendered[] = [];
  const uncased: Pattern[] = [];
  const cased: Pattern[] = [];
  let times: Map<TimePart, number[]> | undefined;
  for (const test of tests) {
    switch (test.op) {
      case 'string':
        if (test.pattern.parts.length === 0) parts.push(emptyValue(place, scope));
        else (test.cased ? cased : uncased).push(test.pattern);
        break;
      case 'number':
        if (place.kind === 'raw') parts.push(`${operand(scope.dialect, place)} = ${test.value}`);
        else uncased.push(exactPattern(String(test.value)));
        break;
      case 'boolean':
        if (place.kind === 'raw' || place.kind === 'bool')
          parts.push(`${operand(scope.dialect, place)} = ${test.value}`);
        else uncased.push(exactPattern(String(test.value)));
        break;
      case 'time':
        times ??= new Map();
        times.set(test.part, [...(times.get(test.part) ?? []), test.value]);
        break;
      default:
        parts.push(otherTest(test, place, scope));
    }
  }
  for (const [part, values] of times ?? []) parts.push(timeTest(part, values, place, scope));
  if (uncased.length > 0) parts.unshift(stringTests(uncased, false, place, scope));
  if (cased.length > 0) parts.unshift(stringTests(cased, true, place, scope));
  return joinRendered('or', parts, scope.dialect.syntax);
}

function otherTest(test: ValueTest, place: Place, scope: TestScope): Rendered {
  if (place.inside && test.op !== 'regex') return unsayable('a value of its own', place, scope);
  switch (test.op) {
    case 'regex':
      return regexTest(test, place, scope);
    case 'compare':
      if (place.kind === 'enum' || place.kind === 'bool' || place.kind === 'timestamp') {
        return unsayable('a comparison by size', place, scope);
      }
      return compares(test, place, scope.dialect);
    case 'cidr':
      return `net.ip_in_range_cidr(${operand(scope.dialect, place)}, "${test.network}")`;
    case 'placeholder':
      return placeholder(test, place, scope);
    default:
      throw new TypeError(`the test "${test.op}" does not belong to a single place`);
  }
}

function timeTest(part: TimePart, values: readonly number[], place: Place, scope: TestScope): Rendered {
  if (place.inside) return unsayable('a value of its own', place, scope);
  const rendered = timeParts(part, values, place, scope.dialect);
  if (rendered === undefined) return unsayable(`the ${part} of a time`, place, scope);
  if (place.kind !== 'timestamp') {
    scope.ctx.note({
      code: 'unsure_field',
      message: `${place.path} is taken to hold ISO 8601 times in UTC.`,
      part: scope.part,
    });
  }
  return rendered;
}

/** UDM keeps no empty values, so "present and empty" cannot be distinguished from "not set": wider outside of `not`, nothing under it. */
function emptyValue(place: Place, scope: TestScope): Rendered {
  const reason = 'UDM cannot tell an empty value from a missing one';
  scope.ctx.note({
    code: 'test_dropped',
    message:
      scope.tolerance === 'wider'
        ? `${reason}: the search for an empty ${place.path} also finds events without it.`
        : `${reason}: the exclusion of an empty ${place.path} was left out.`,
    part: scope.part,
  });
  if (scope.tolerance === 'narrower' || place.kind === 'bool' || place.kind === 'timestamp')
    return scope.tolerance === 'wider';
  const left = `${scope.dialect.prefix}${place.path}`;
  return place.kind === 'int' ? `${left} = 0` : `${left} = ""`;
}

function stringTests(patterns: readonly Pattern[], cased: boolean, place: Place, scope: TestScope): Rendered {
  switch (place.kind) {
    case 'enum':
      return enumFits(patterns, place, scope) ?? unsayable('a value without a UDM constant', place, scope);
    case 'int':
      return intTests(patterns, place, scope);
    case 'bool':
    case 'timestamp':
      return unsayable('a text comparison', place, scope);
    default: {
      return fitsAny(
        place.values === undefined ? patterns : translated(patterns, place.values),
        cased,
        place,
        scope.dialect,
      );
    }
  }
}

/** Values in the product's spelling where it differs; the others unchanged. */
function translated(patterns: readonly Pattern[], values: ReadonlyMap<string, string>): readonly Pattern[] {
  const result: Pattern[] = [];
  for (const pattern of patterns) {
    const spellings = new Set<string>();
    for (const [value, spelling] of values) if (fits(pattern, value)) spellings.add(spelling);
    if (spellings.size === 0) result.push(pattern);
    for (const spelling of spellings) result.push(exactPattern(spelling));
  }
  return result;
}

function intTests(patterns: readonly Pattern[], place: Place, scope: TestScope): Rendered {
  const left = operand(scope.dialect, place);
  const parts: Rendered[] = [];
  for (const pattern of place.values === undefined ? patterns : translated(patterns, place.values)) {
    const value = pattern.shape === 'exact' ? numberOf(pattern.literal) : undefined;
    if (pattern.shape === 'any') parts.push(present(place, scope.dialect));
    else if (value === 0) parts.push(emptyValue(place, scope));
    else if (value !== undefined) parts.push(`${left} = ${value}`);
    else parts.push(widenedNumber(place, scope));
  }
  return joinRendered('or', parts, scope.dialect.syntax);
}

/** A pattern on digits, which a numeric path cannot test. */
function widenedNumber(place: Place, scope: TestScope): Rendered {
  scope.ctx.note({
    code: 'widened_wildcard',
    message: `${place.path} is a number, which takes no patterns: ${
      scope.tolerance === 'wider' ? 'any value of it is accepted' : 'the exclusion was left out'
    }.`,
    part: scope.part,
  });
  return scope.tolerance === 'wider' ? present(place, scope.dialect) : false;
}

function regexTest(test: Extract<ValueTest, { op: 'regex' }>, place: Place, scope: TestScope): Rendered {
  if (place.kind === 'enum' || place.kind === 'bool' || place.kind === 'timestamp') {
    return unsayable('a regular expression', place, scope);
  }
  if (place.kind === 'int') return widenedNumber(place, scope);
  if (place.inside && /[\^$]|\\[AzbB]/.test(test.source)) {
    scope.ctx.note({
      code: 'widened_regex',
      message: `${place.path} holds the value beside others in one text, in which anchors stand elsewhere: any text is accepted.`,
      part: scope.part,
    });
    return present(place, scope.dialect);
  }
  // An empty expression matches every value, and between two slashes would be a comment.
  if (test.source === '') return present(place, scope.dialect);
  const regex = firstLineToo(toRe2(test.source, test.flags), test.source, test.flags, place);
  const text = `${operand(scope.dialect, place)} = /${regex}/${test.flags.includes('i') ? ' nocase' : ''}`;
  // A missing value is an empty text in the product, which such an expression would match.
  if (!compileRegex(test.source, test.flags).test('') || place.path === 'raw') return text;
  return joinRendered('and', [present(place, scope.dialect), text], scope.dialect.syntax);
}

/**
 * The product searches only the first line of a value unless the expression has `(?s)`. Where the value may have several lines that flag is
 * added, and an unescaped dot, which would then match line breaks too, is spelt out.
 */
function firstLineToo(regex: string, source: string, flags: string, place: Place): string {
  if (place.kind !== 'text' || flags.includes('s')) return regex;
  if (!source.includes('.')) return `(?s)${regex}`;
  return `(?s)${regex.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\./g, (token) => (token === '.' ? '[^\\n]' : token))}`;
}

function placeholder(test: Extract<ValueTest, { op: 'placeholder' }>, place: Place, scope: TestScope): Rendered {
  const whole = test.pattern.shape === 'exact';
  const list = test.name.replaceAll(/[^A-Za-z0-9_]/g, '_');
  scope.ctx.note({
    code: 'placeholder',
    message: `Create the reference list "${list}" with the values of %${test.name}%${whole ? '' : ' as regular expressions'}.`,
    part: scope.part,
  });
  if (place.kind === 'enum' || place.kind === 'bool' || place.kind === 'timestamp' || place.kind === 'int') {
    return unsayable('a reference list', place, scope);
  }
  return `${scope.dialect.prefix}${place.path} in ${whole ? '' : 'regex '}%${list} nocase`;
}
