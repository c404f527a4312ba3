import { evalExpression } from './spl-eval.js';
import { passesFilter, passesSearch } from './spl-interpreter.js';
import { splitOutside, splitPipeline } from './spl-lexer.js';
import type { SplEvent } from './spl-values.js';

/** The rows a whole pipeline leaves of some events: the commands our correlations use, as Splunk's manual describes them. */
export function runPipeline(query: string, events: readonly SplEvent[]): readonly SplEvent[] {
  const [head = '', ...commands] = splitPipeline(query);
  const search = head.startsWith('search ') ? head.slice(7) : head;
  const start = head === '' ? [] : events.filter((event) => passesSearch(search, event));
  return commands.reduce<readonly SplEvent[]>((rows, command) => runCommand(command, rows, events), start);
}

function runCommand(command: string, rows: readonly SplEvent[], events: readonly SplEvent[]): readonly SplEvent[] {
  const name = /^\w+/.exec(command)?.[0] ?? '';
  const body = command.slice(name.length).trim();
  switch (name) {
    case 'multisearch':
    case 'union':
      return [...body.matchAll(/\[ (.*) \]$/gm)].flatMap(([, part]) => runPipeline(part as string, events));
    case 'eval':
      return rows.map((row) => new Map([...row, ...splitOutside(body, ',').flatMap((one) => assigned(one, row))]));
    case 'mvexpand': {
      const column = bare(body);
      return rows.flatMap((row) => (row.get(column) ?? []).map((value) => new Map([...row, [column, [value]]])));
    }
    case 'sort': {
      const columns = body.slice(2).split(', ');
      const compared = (a: SplEvent, b: SplEvent, column: string) =>
        column.startsWith('-')
          ? number(b, column.slice(1)) - number(a, column.slice(1))
          : number(a, column) - number(b, column);
      return rows.toSorted((a, b) => columns.reduce((order, column) => order || compared(a, b, column), 0));
    }
    case 'reverse':
      return rows.toReversed();
    case 'dedup': {
      const columns = body.split(' ').map(bare);
      return [...grouped(columns, rows).values()].map(([first]) => first as SplEvent);
    }
    case 'bin': {
      const [, column = '', length = '', as] = /^(\w+) span=(\d+[smhd])(?: AS (\w+))?$/.exec(body) ?? [];
      const span = seconds(length);
      return rows.map(
        (row) => new Map([...row, [as ?? column, [String(Math.floor(number(row, column) / span) * span)]]]),
      );
    }
    case 'stats':
    case 'streamstats': {
      const [, length, rest = ''] = /^(?:time_window=(\w+) )?(.*)$/s.exec(body) ?? [];
      const [functions = '', by] = rest.split(' BY ');
      const columns = by === undefined ? [] : splitOutside(by, ',').map(bare);
      return name === 'stats'
        ? stats(functions, columns, rows)
        : streamstats(functions, columns, rows, length === undefined ? Number.POSITIVE_INFINITY : seconds(length));
    }
    default:
      return rows.filter((row) => passesFilter(command, row));
  }
}

/** One row per group; rows that lack a group's column are left out. */
function stats(functions: string, columns: readonly string[], rows: readonly SplEvent[]): readonly SplEvent[] {
  return [...grouped(columns, rows).values()].map((members) => {
    const keys = columns.map((column) => [column, (members[0] as SplEvent).get(column) as readonly string[]] as const);
    return new Map([...keys, ...aggregated(functions, members)]);
  });
}

/** Every row with the aggregates of its group up to it, of those at most `span` seconds away. */
function streamstats(
  functions: string,
  columns: readonly string[],
  rows: readonly SplEvent[],
  span: number,
): readonly SplEvent[] {
  return rows.map((row, index) => {
    const group = grouped(columns, [row]).keys().next().value;
    const members = group === undefined ? undefined : grouped(columns, rows.slice(0, index + 1)).get(group);
    if (members === undefined) return row;
    const near = members.filter((one) => Math.abs(number(one, '_time') - number(row, '_time')) <= span);
    return new Map([...row, ...aggregated(functions, near)]);
  });
}

function grouped(columns: readonly string[], rows: readonly SplEvent[]): Map<string, SplEvent[]> {
  const groups = new Map<string, SplEvent[]>();
  for (const row of rows) {
    const values = columns.map((column) => row.get(column)?.[0]);
    if (values.includes(undefined)) continue;
    const key = JSON.stringify(values);
    const members = groups.get(key) ?? [];
    groups.set(key, members);
    members.push(row);
  }
  return groups;
}

function aggregated(functions: string, members: readonly SplEvent[]): [string, readonly string[]][] {
  return splitOutside(functions, ',').flatMap((one): [string, readonly string[]][] => {
    const [, name = '', argument, as = ''] = /^(\w+)(?:\((.*)\))? AS (.+)$/.exec(one) ?? [];
    const values = aggregate(
      name,
      argument === undefined ? undefined : columnValues(argument, members),
      members.length,
    );
    return values.length === 0 ? [] : [[bare(as), values.map(String)]];
  });
}

/** The values of a column, or of an expression of each row; an expression that is false counts as no value. */
function columnValues(argument: string, members: readonly SplEvent[]): readonly string[] {
  const expression = /^eval\((.*)\)$/.exec(argument)?.[1];
  if (expression === undefined) return members.flatMap((row) => row.get(bare(argument)) ?? []);
  return members.flatMap((row) => {
    const value = evalExpression(expression, row);
    return value === null || value === false ? [] : [String(value)];
  });
}

function aggregate(name: string, values: readonly string[] | undefined, rows: number): readonly (string | number)[] {
  if (name === 'count') return [values?.length ?? rows];
  const distinct = [...new Set(values)];
  if (name === 'dc') return [distinct.length];
  if (name === 'values') return distinct;
  const numbers = (values ?? []).map(Number).sort((a, b) => a - b);
  if (numbers.length === 0) return [];
  const sum = numbers.reduce((total, value) => total + value, 0);
  const rank = (share: number) => numbers[Math.max(1, Math.ceil(share * numbers.length)) - 1] as number;
  const middle = Math.floor(numbers.length / 2);
  switch (name) {
    case 'sum':
      return [sum];
    case 'avg':
      return [sum / numbers.length];
    case 'min':
      return [rank(0)];
    case 'max':
      return [rank(1)];
    case 'median':
      return [
        numbers.length % 2 === 1 ? rank(0.5) : ((numbers[middle - 1] as number) + (numbers[middle] as number)) / 2,
      ];
    default: {
      const percentile = /^exactperc(\d+(?:\.\d+)?)$/.exec(name)?.[1];
      if (percentile === undefined) throw new Error(`the interpreter does not know ${name}()`);
      return [rank(Number(percentile) / 100)];
    }
  }
}

function assigned(text: string, row: SplEvent): [string, readonly string[]][] {
  const [, column = '', expression = ''] = /^("[^"]+"|[\w.]+)=(.*)$/s.exec(text) ?? [];
  const value = evalExpression(expression, row);
  return value === null ? [] : [[bare(column), Array.isArray(value) ? value : [String(value)]]];
}

function seconds(length: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(length) ?? [];
  return Number(count) * { s: 1, m: 60, h: 3600, d: 86_400 }[unit as 's' | 'm' | 'h' | 'd'];
}

function number(row: SplEvent, column: string): number {
  return Number(row.get(column)?.[0] ?? 0);
}

function bare(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1) : name;
}
