import {
  type Condition,
  createMatcher,
  type FieldTest,
  type SigmaDocument,
  type SigmaEvent,
  type SigmaRule,
  type ValueTest,
} from '@tripline/sigma';
import type { Noise } from '../model.js';
import { type EverydayColumn, type EverydayTable, everydayTables } from './everyday-tables.js';

/**
 * In how many recordings of everyday logs a rule fires. Takes the documents of one rule. For a correlation it counts the recordings that
 * have an event of every referenced rule, which is an upper bound. Null where no recording has the log source.
 */
export function countNoise(documents: readonly SigmaDocument[]): Noise | null {
  let fired: bigint | undefined;
  let seen: bigint | undefined;
  for (const rule of documents) {
    if (rule.kind !== 'rule') continue;
    const tables = everydayTables(rule.logsource);
    if (tables.length === 0) return null;
    const own = tables.reduce((set, table) => set | firedIn(rule, table), 0n);
    const all = tables.reduce((set, table) => set | table.seen, 0n);
    fired = fired === undefined ? own : fired & own;
    seen = seen === undefined ? all : seen & all;
  }
  return fired === undefined || seen === undefined ? null : { recordings: bitCount(fired), of: bitCount(seen) };
}

/** The everyday shapes that satisfy a rule, as events with the fields that they have. */
export function eventsFiring(rule: SigmaRule): readonly SigmaEvent[] {
  return everydayTables(rule.logsource).flatMap((table) => rowsFiring(rule, table).map((row) => eventAt(table, row)));
}

/** The indexes of a table's rows that satisfy a rule. */
function rowsFiring(rule: SigmaRule, table: EverydayTable): readonly number[] {
  const firing = new Uint8Array(table.recordings.length);
  for (const { tree } of rule.conditions) {
    evaluate(tree, rule, table).forEach((holds, row) => {
      if (holds === 1) firing[row] = 1;
    });
  }
  return [...firing.keys()].filter((row) => firing[row] === 1);
}

function firedIn(rule: SigmaRule, table: EverydayTable): bigint {
  return rowsFiring(rule, table).reduce((set, row) => set | (table.recordings[row] ?? 0n), 0n);
}

function bitCount(set: bigint): number {
  let count = 0;
  for (let rest = set; rest > 0n; rest &= rest - 1n) count += 1;
  return count;
}

/** For every row of a table: 1 where the condition holds, else 0. */
function evaluate(condition: Condition, rule: SigmaRule, table: EverydayTable): Uint8Array {
  switch (condition.kind) {
    case 'and':
      return join(condition.children, rule, table, 0);
    case 'or':
      return join(condition.children, rule, table, 1);
    case 'not':
      return evaluate(condition.child, rule, table).map((holds) => 1 - holds);
    case 'field':
      return evaluateField(condition, rule, table);
    case 'keyword':
      return eachRow(condition, rule, table);
  }
}

/** Joins children: with `decides` 0 all must hold, with 1 any. Stops when every row is decided. */
function join(children: readonly Condition[], rule: SigmaRule, table: EverydayTable, decides: 0 | 1): Uint8Array {
  const joined = new Uint8Array(table.recordings.length).fill(1 - decides);
  for (const child of children) {
    if (!joined.includes(1 - decides)) break;
    evaluate(child, rule, table).forEach((holds, row) => {
      if (holds === decides) joined[row] = decides;
    });
  }
  return joined;
}

/** Tests a field once for each distinct value of its column. */
function evaluateField(test: FieldTest, rule: SigmaRule, table: EverydayTable): Uint8Array {
  if (test.tests.some(({ op }) => op === 'fieldref')) return eachRow(test, rule, table);
  const holds = predicate(test, rule);
  const at = table.columns.findIndex(({ field }) => field === test.field);
  const column = table.columns[at];
  const places = table.places[at];
  const rows = new Uint8Array(table.recordings.length);
  if (column === undefined || places === undefined) return rows.fill(holds({}) ? 1 : 0);
  if (!canMatch(test, column)) return rows;
  const byValue = column.values.map((value) => (holds(value === '' ? {} : { [test.field]: value }) ? 1 : 0));
  return rows.map((_, row) => byValue[places[row] ?? 0] ?? 0);
}

/**
 * Whether any value of a column can satisfy a test. Most tests look for values that no everyday event has, and one search over all values
 * shows that.
 */
function canMatch({ join: joins, tests }: FieldTest, { text }: EverydayColumn): boolean {
  const possible = (test: ValueTest): boolean => {
    if (test.op !== 'string') return true;
    const longest = test.pattern.parts.reduce<string>(
      (best, part) => (typeof part === 'string' && part.length > best.length ? part : best),
      '',
    );
    return text.includes(longest.toLowerCase());
  };
  return joins === 'all' ? tests.every(possible) : tests.some(possible);
}

function eachRow(condition: Condition, rule: SigmaRule, table: EverydayTable): Uint8Array {
  const holds = predicate(condition, rule);
  return Uint8Array.from(table.recordings, (_, row) => (holds(eventAt(table, row)) ? 1 : 0));
}

/** A row as an event with the fields that it has. */
function eventAt({ columns, places }: EverydayTable, row: number): SigmaEvent {
  const pairs = columns.map(({ field, values }, at) => [field, values[places[at]?.[row] ?? 0] ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

function predicate(tree: Condition, rule: SigmaRule): (event: SigmaEvent) => boolean {
  const matcher = createMatcher({ ...rule, conditions: [{ source: '', tree }] });
  return (event) => matcher.matches(event);
}
