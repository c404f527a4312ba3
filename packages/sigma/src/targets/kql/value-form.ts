import { withoutEnd } from '../../characters.js';
import { readDigest } from '../../convert/text/digest.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { anywhere, exactly } from '../../convert/text/patterns.js';
import { ANY, type Pattern } from '../../model/pattern.js';
import { patternOf } from '../../parse/pattern.js';
import type { Column } from './column.js';

/** A pattern on another column, exact or wider. */
interface ReducedTest {
  readonly column: Column;
  readonly pattern: Pattern;
}

/**
 * A string test on a column that has less or more than the field's value (see `ValueForm`): the nearest test that is not narrower than the
 * rule's, or a constant where nothing can be expressed. Notes what is lost.
 */
export function reduceToForm(column: Column, pattern: Pattern, scope: LeafScope): ReducedTest | boolean {
  switch (column.form) {
    case 'filename':
      return reduceToFileName(column, pattern, scope);
    case 'hashes':
      return reduceToHash(column, pattern, scope);
    case 'text':
      return reduceToContains(column, pattern, scope);
    default:
      return { column, pattern };
  }
}

/** `…\cmd.exe` on a column with only `cmd.exe`: the part after the last backslash counts. */
function reduceToFileName(column: Column, pattern: Pattern, scope: LeafScope): ReducedTest | boolean {
  const plain: Column = { ...column, form: 'value' };
  const { parts, shape } = pattern;
  if (shape === 'any' || parts.length === 0) return { column: plain, pattern };
  const cut = parts.findLastIndex((part) => typeof part === 'string' && (part.includes('\\') || part.includes('/')));
  if (cut < 0) {
    // Without a separator, the end of the path is the end of the file name; any other part may be in a folder.
    return shape === 'endswith' ? { column: plain, pattern } : dropFolder(column, scope);
  }
  const text = parts[cut] as string;
  const within = Math.max(text.lastIndexOf('\\'), text.lastIndexOf('/'));
  const name = [text.slice(within + 1), ...parts.slice(cut + 1)].filter((part) => part !== '');
  if (name.length === 0 || name.includes(ANY)) return dropFolder(column, scope);
  const exact = cut === 1 && parts[0] === ANY && within === 0;
  if (!exact && dropFolder(column, scope) === false) return false;
  return { column: plain, pattern: patternOf(name) };
}

function dropFolder(column: Column, scope: LeafScope): boolean {
  return scope.leaveOut(
    'test_dropped',
    `${column.expression} holds the file name only, so the folder was left out of the test.`,
  );
}

const DIGEST_COLUMNS: Readonly<Record<number, string>> = { 32: 'MD5', 40: 'SHA1', 64: 'SHA256' };

/** `SHA256=…` on tables with one column per digest. */
function reduceToHash(column: Column, pattern: Pattern, scope: LeafScope): ReducedTest | boolean {
  const { literal, shape } = pattern;
  const written = shape === 'mixed' || shape === 'any' ? undefined : readDigest(withoutEnd(literal, ','));
  const name = DIGEST_COLUMNS[written?.digits.length ?? 0];
  if (written === undefined || name === undefined) {
    if (shape === 'any' || pattern.parts.length === 0) return { column: { ...column, form: 'value' }, pattern };
    return scope.leaveOut(
      'test_dropped',
      'The table has one column per digest; a test on part of the list was left out.',
    );
  }
  const imphash = written.algorithm === 'imphash';
  if (imphash) {
    scope.note('unmapped_field', 'The table has no import hash; IMPHASH is read if the workspace adds such a column.');
  }
  const expression = imphash ? 'tostring(column_ifexists("IMPHASH", ""))' : name;
  return { column: { expression, type: 'string', form: 'value' }, pattern: exactly(written.digits) };
}

function reduceToContains(column: Column, pattern: Pattern, scope: LeafScope): ReducedTest | boolean {
  const plain: Column = { ...column, form: 'value' };
  const { shape, parts } = pattern;
  if (shape === 'any' || shape === 'contains' || parts.length === 0) return { column: plain, pattern };
  const searched = anywhere(pattern);
  if (searched.parts.length === parts.length) return { column: plain, pattern };
  scope.note(
    'widened_wildcard',
    `${column.expression} holds the value among other text, so the value is searched anywhere in it.`,
  );
  return scope.tolerance === 'wider' && { column: plain, pattern: searched };
}
