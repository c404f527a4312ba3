import type { ValueTest } from '../../model/condition.js';
import { ANY, type Pattern, type PatternPart } from '../../model/pattern.js';
import type { Column } from './column.js';
import type { TestScope } from './test-scope.js';

type StringTest = Extract<ValueTest, { op: 'string' }>;

/** A test on another column, exact or wider. */
export interface ReducedTest {
  readonly column: Column;
  readonly test: StringTest;
}

/**
 * A string test on a column that has less or more than the field's value (see `ValueForm`): the nearest test that is not narrower than the
 * rule's, or a constant where nothing can be expressed. Notes what is lost.
 */
export function reduceToForm(column: Column, test: StringTest, scope: TestScope): ReducedTest | boolean {
  switch (column.form) {
    case 'filename':
      return reduceToFileName(column, test, scope);
    case 'hashes':
      return reduceToHash(column, test, scope);
    case 'text':
      return reduceToContains(column, test, scope);
    default:
      return { column, test };
  }
}

function shapeOf(parts: readonly PatternPart[]): Pattern {
  const literals = parts.filter((part) => typeof part === 'string');
  const starts = parts[0] === ANY;
  const ends = parts.at(-1) === ANY;
  const simple = literals.length === 1 && parts.length === 1 + (starts ? 1 : 0) + (ends ? 1 : 0);
  if (parts.length === 0) return { parts, shape: 'exact', literal: '' };
  if (parts.length === 1 && starts) return { parts, shape: 'any', literal: '' };
  if (!simple) return { parts, shape: 'mixed', literal: '' };
  const shape = starts ? (ends ? 'contains' : 'endswith') : ends ? 'startswith' : 'exact';
  return { parts, shape, literal: literals[0] ?? '' };
}

/** `…\cmd.exe` on a column with only `cmd.exe`: the part after the last backslash counts. */
function reduceToFileName(column: Column, test: StringTest, scope: TestScope): ReducedTest | boolean {
  const plain: Column = { ...column, form: 'value' };
  const { parts, shape } = test.pattern;
  if (shape === 'any' || parts.length === 0) return { column: plain, test };
  const cut = parts.findLastIndex((part) => typeof part === 'string' && /[\\/]/.test(part));
  if (cut < 0) {
    // Without a separator, the end of the path is the end of the file name; any other part may be in a folder.
    return shape === 'endswith' ? { column: plain, test } : dropFolder(column, scope);
  }
  const text = parts[cut] as string;
  const within = Math.max(text.lastIndexOf('\\'), text.lastIndexOf('/'));
  const name = [text.slice(within + 1), ...parts.slice(cut + 1)].filter((part) => part !== '');
  if (name.length === 0 || name.includes(ANY)) return dropFolder(column, scope);
  const exact = cut === 1 && parts[0] === ANY && within === 0;
  if (!exact && dropFolder(column, scope) === false) return false;
  return { column: plain, test: { ...test, pattern: shapeOf(name) } };
}

function dropFolder(column: Column, scope: TestScope): boolean {
  scope.note({
    code: 'test_dropped',
    message: `${column.expression} holds the file name only, so the folder was left out of the test.`,
  });
  return scope.tolerance === 'wider';
}

const DIGEST = /^(?:(md5|sha1|sha256|imphash)=)?([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i;
const DIGEST_COLUMNS: Readonly<Record<number, string>> = { 32: 'MD5', 40: 'SHA1', 64: 'SHA256' };

/** `SHA256=…` on tables with one column per digest. */
function reduceToHash(column: Column, test: StringTest, scope: TestScope): ReducedTest | boolean {
  const { literal, shape } = test.pattern;
  const match = shape === 'mixed' || shape === 'any' ? null : DIGEST.exec(literal.replace(/,$/, ''));
  const digest = match?.[2];
  if (digest === undefined) {
    if (shape === 'any' || test.pattern.parts.length === 0) return { column: { ...column, form: 'value' }, test };
    scope.note({
      code: 'test_dropped',
      message: 'The table has one column per digest; a test on part of the list was left out.',
    });
    return scope.tolerance === 'wider';
  }
  const imphash = match?.[1]?.toLowerCase() === 'imphash';
  const name = DIGEST_COLUMNS[digest.length] ?? 'MD5';
  if (imphash) {
    scope.note({
      code: 'unmapped_field',
      message: 'The table has no import hash; IMPHASH is read if the workspace adds such a column.',
    });
  }
  const expression = imphash ? 'tostring(column_ifexists("IMPHASH", ""))' : name;
  return {
    column: { expression, type: 'string', form: 'value' },
    test: { ...test, pattern: { parts: [digest], shape: 'exact', literal: digest } },
  };
}

function reduceToContains(column: Column, test: StringTest, scope: TestScope): ReducedTest | boolean {
  const plain: Column = { ...column, form: 'value' };
  const { pattern } = test;
  if (pattern.shape === 'any' || pattern.shape === 'contains' || pattern.parts.length === 0)
    return { column: plain, test };
  const parts = [...pattern.parts];
  if (parts[0] !== ANY) parts.unshift(ANY);
  if (parts.at(-1) !== ANY) parts.push(ANY);
  if (pattern.shape === 'mixed' && parts.length === pattern.parts.length) return { column: plain, test };
  scope.note({
    code: 'widened_wildcard',
    message: `${column.expression} holds the value among other text, so the value is searched anywhere in it.`,
  });
  if (scope.tolerance === 'narrower') return false;
  return { column: plain, test: { ...test, pattern: shapeOf(parts) } };
}
