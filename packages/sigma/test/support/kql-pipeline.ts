import type { KqlValue } from './kql-functions.js';
import { type KqlRow, kqlValue, splitCommas, splitOperators } from './kql-interpreter.js';
import { type KqlToken, tokenizeKql } from './kql-lexer.js';

/**
 * The rows that a query leaves of a table's: the operators our correlations use, as the language's reference pages describe them. Times are
 * numbers of seconds. A pipeline begins with `union *` (the rows themselves), with `union` of pipelines, or with a name given by `as`.
 */
export function runKql(query: string, rows: readonly KqlRow[]): readonly KqlRow[] {
  return runTokens(tokenizeKql(query), rows, new Map());
}

type Names = ReadonlyMap<string, readonly KqlRow[]>;

function runTokens(tokens: readonly KqlToken[], rows: readonly KqlRow[], outer: Names): readonly KqlRow[] {
  const [head = [], ...operators] = splitOperators(tokens);
  const names = new Map(outer);
  let current = start(head, rows, names);
  for (const operator of operators) {
    if (operator[0]?.text === 'as') names.set(operator.at(-1)?.text as string, current);
    else current = run(operator, current, rows, names);
  }
  return current;
}

function start(head: readonly KqlToken[], rows: readonly KqlRow[], names: Names): readonly KqlRow[] {
  const first = head[0]?.text ?? '';
  if (first !== 'union') return names.get(first) ?? fault(`no rows are called ${first}`);
  if (head[1]?.text === '*') return rows;
  return splitCommas(head.slice(1)).flatMap((part) => runTokens(part.slice(1, -1), rows, names));
}

function run(
  operator: readonly KqlToken[],
  rows: readonly KqlRow[],
  table: readonly KqlRow[],
  names: Names,
): readonly KqlRow[] {
  const keyword = operator[0]?.text ?? '';
  const arguments_ = operator.slice(1);
  switch (keyword) {
    case 'where':
      return rows.filter((row) => kqlValue(arguments_, row) === true);
    case 'extend':
      return rows.map((row) => ({ ...row, ...columns(arguments_, row) }));
    case 'distinct':
      return groups(rows, arguments_).map(({ keys }) => keys);
    case 'project': {
      if (arguments_[0]?.text !== '-') return rows.map((row) => columns(arguments_, row));
      // `project-rename New = Old`
      const [, , to, , from] = arguments_.map(({ text }) => text);
      return rows.map((row) => {
        const { [from as string]: value = null, ...others } = row;
        return { ...others, [to as string]: value };
      });
    }
    case 'mv': {
      // `mv-expand Name to typeof(string)`
      const name = arguments_[2]?.text as string;
      return rows.flatMap((row) =>
        (row[name] as readonly KqlValue[]).map((value) => ({ ...row, [name]: value === null ? '' : String(value) })),
      );
    }
    case 'join': {
      const [open, close] = [operator.findIndex(({ text }) => text === '('), indexOfClose(operator)];
      const right = runTokens(operator.slice(open + 1, close), table, names);
      const keys = splitCommas(operator.slice(close + 2)).map(([token]) => token?.text as string);
      return rows.flatMap((left) =>
        right.filter((row) => keys.every((key) => row[key] === left[key])).map((row) => ({ ...row, ...left })),
      );
    }
    case 'summarize': {
      const by = arguments_.findIndex(({ kind, text }) => kind === 'word' && text === 'by');
      const measures = splitCommas(by < 0 ? arguments_ : arguments_.slice(0, by));
      return groups(rows, by < 0 ? [] : arguments_.slice(by + 1)).map(({ keys, members }) =>
        Object.assign({}, ...measures.map((measure) => measured(measure, members)), keys),
      );
    }
    default:
      return fault(`operator ${keyword} is not in the subset`);
  }
}

function indexOfClose(tokens: readonly KqlToken[]): number {
  return tokens.findLastIndex(({ kind, text }) => kind === 'punctuation' && text === ')');
}

/** `Name = expression` or `Name`, several. */
function columns(tokens: readonly KqlToken[], row: KqlRow): KqlRow {
  return Object.fromEntries(
    splitCommas(tokens).map((column) => [
      column[0]?.text as string,
      kqlValue(column.length === 1 ? column : column.slice(2), row),
    ]),
  );
}

function groups(rows: readonly KqlRow[], by: readonly KqlToken[]) {
  const found = new Map<string, { keys: KqlRow; members: KqlRow[] }>();
  for (const row of rows) {
    const keys = by.length === 0 ? {} : columns(by, row);
    const key = JSON.stringify(keys);
    const group = found.get(key) ?? { keys, members: [] };
    found.set(key, group);
    group.members.push(row);
  }
  return [...found.values()];
}

/** `Name = function(argument, …)`, or `arg_min(Column, *)`: the whole row with the least value. */
function measured(measure: readonly KqlToken[], members: readonly KqlRow[]): KqlRow {
  const [first] = measure;
  if (first?.text === 'arg_min') {
    const column = measure[2]?.text as string;
    return members.reduce((least, row) => (Number(row[column]) < Number(least[column]) ? row : least));
  }
  const name = first?.text as string;
  const [argument = [], test] = splitCommas(measure.slice(4, -1));
  const kept = test === undefined ? members : members.filter((row) => kqlValue(test, row) === true);
  const values = kept
    .map((row) => (argument.length === 0 ? 1 : kqlValue(argument, row)))
    .filter((value) => value !== null);
  return { [name]: aggregated(measure[2]?.text as string, values) };
}

function aggregated(name: string, values: readonly KqlValue[]): KqlValue {
  const numbers = values.map(Number);
  const sum = numbers.reduce((total, value) => total + value, 0);
  switch (name) {
    case 'count':
      return values.length;
    case 'count_distinctif':
      return new Set(values).size;
    case 'make_set':
      return [...new Set(values)];
    case 'sum':
      return sum;
    case 'avg':
      return numbers.length === 0 ? null : sum / numbers.length;
    case 'min':
      return Math.min(...numbers);
    case 'max':
      return Math.max(...numbers);
    default:
      return fault(`the aggregate ${name}() is not in the subset`);
  }
}

function fault(message: string): never {
  throw new Error(message);
}
