import { unreadable } from '../query-fault.js';
import {
  join,
  listRemark,
  type QueryList,
  type QueryNode,
  type QueryRemark,
  type QueryTest,
  test,
} from '../query-tree.js';
import { inList } from '../values.js';
import { valueTest } from './search.js';

/** What `lookup LIST column AS field OUTPUT output AS name` adds to an event whose field has a value of the list's column. */
export interface Listed {
  readonly list: string;
  readonly column: string;
  readonly field: string;
  readonly output: string;
}

/** Most values of a list that a rule is given; more make no rule that somebody could look at. */
const MOST_VALUES = 1000;
const YES: ReadonlySet<string> = new Set(['true', '1', 'yes']);
const NO: ReadonlySet<string> = new Set(['false', '0', 'no']);

/** The names that a `lookup` of one field adds, with the list and the column of each; none for a lookup of several fields. */
export function listedBy(text: string): ReadonlyMap<string, Listed> {
  const [words, given] = partsOf(text);
  const [list, column, as, field, ...more] = words;
  const isNamed = as?.toLowerCase() === 'as';
  const found = new Map<string, Listed>();
  if (list === undefined || column === undefined || more.length > 0 || (as !== undefined && !isNamed)) return found;
  for (let index = 0; index < given.length; index++) {
    const output = given[index] as string;
    const name = given[index + 1]?.toLowerCase() === 'as' ? given[index + 2] : output;
    if (name !== output) index += 2;
    if (name !== undefined) found.set(name, { list, column, field: field ?? column, output });
  }
  return found;
}

/** The words before and behind `OUTPUT`, without options. */
function partsOf(text: string): readonly [before: readonly string[], behind: readonly string[]] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '' && !word.includes('='));
  const at = words.findIndex((word) => ['output', 'outputnew'].includes(word.toLowerCase()));
  const plain = (word: string) => word.replaceAll('"', '');
  return at < 0 ? [words.map(plain), []] : [words.slice(0, at).map(plain), words.slice(at + 1).map(plain)];
}

/**
 * The condition that a test of such a name is: that the field has one of the list's values. `accepts` says whether the test lets a cell pass. Of a list that is kept
 * elsewhere, a test for yes is one for any of its values, and one for a word is for the values of a list called after it.
 * @throws QueryFault for another test
 */
export function listedTest(
  { column, field, list, output }: Listed,
  of: QueryTest,
  given: QueryList | undefined,
  accepts: (cell: string) => boolean | undefined,
  remarks: QueryRemark[],
  at: number,
): QueryNode {
  if (given !== undefined) {
    const values = given.rows.filter((row) => accepts(row[output] ?? '') === true).flatMap((row) => row[column] ?? []);
    const cells = [...new Set(values)];
    if (cells.length === 0 || cells.length > MOST_VALUES)
      throw unreadable(`the lookup ${list} gives ${cells.length} values, and 1 to ${MOST_VALUES} are read`, at);
    return join(
      'or',
      cells.map((cell) => test(field, valueTest(cell, at), at)),
    );
  }
  const name = listName(list, of);
  if (name === undefined)
    throw unreadable(`the lookup ${list} is not there, and what it gives is tested otherwise than for yes`, at);
  remarks.push(listRemark(name, at));
  return test(field, inList(name, []), at);
}

function listName(list: string, of: QueryTest): string | undefined {
  const plain = list.replace(/\.csv$/i, '').replace(/\W+/g, '_');
  if (of.op === 'exists') return of.value ? plain : undefined;
  const text =
    of.op === 'number' || of.op === 'boolean'
      ? String(of.value)
      : of.op === 'string' && of.pattern.shape === 'exact'
        ? of.pattern.literal.toLowerCase()
        : '';
  if (YES.has(text)) return plain;
  return text === '' || NO.has(text) ? undefined : `${plain}_${text.replace(/\W+/g, '_')}`;
}
