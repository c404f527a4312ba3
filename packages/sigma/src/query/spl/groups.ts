import { type Aggregate, aggregateOf, keyOrFault, spanSeconds } from '../grouped.js';
import type { QueryFault } from '../query-fault.js';
import { withoutObject } from './data-models.js';
import type { FieldOf } from './eval.js';
import { endOfQuote, isEscape } from './pipeline.js';

/** What a command that groups events gives: its columns, and the span of time of its groups. */
export interface Groups {
  readonly keys: ReadonlyMap<string, string | QueryFault>;
  readonly aggregates: ReadonlyMap<string, Aggregate | undefined>;
  readonly span?: number;
}

const NAME = '"(?:[^"\\\\]|\\\\.)*"|[^\\s,()"|]+';
/** `function(argument) AS name`, `function AS name`: the argument may be any expression within parentheses. */
const AGGREGATE = new RegExp(
  `([A-Za-z_]\\w*)(\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))?(?:\\s+as\\s+(${NAME}))?`,
  'giy',
);
const SEPARATOR = /[\s,]+/y;
const OPTION = /[A-Za-z_]+\s*=\s*(?:"[^"]*"|[^\s,]+)/y;

/**
 * Reads `count dc(x) as y by a, b` of a command. A field of a data model has its object's name before it, in both parts; behind `tstats`, which reads
 * data models alone, that is any name.
 */
export function readGroups(text: string, field: FieldOf, at: number, command: string): Groups {
  const by = wordOutside(text, 'by');
  const aggregates = new Map<string, Aggregate | undefined>();
  for (const { column, aggregate } of aggregatesIn(by === undefined ? text : text.slice(0, by), field, at))
    aggregates.set(column, aggregate);
  const keys = new Map<string, string | QueryFault>();
  const written = by === undefined ? '' : text.slice(by + 2);
  for (const name of written.replace(/\b\w+\s*=\s*\S+/g, ' ').match(new RegExp(NAME, 'g')) ?? []) {
    const plain = unquoted(name);
    if (plain === '_time' || plain === 'span' || plain.startsWith('`')) continue;
    const own = withoutObject(plain);
    const bare = command === 'tstats' && own === plain ? plain.replace(/^[A-Za-z]\w*\.(?=\w+$)/, '') : own;
    const native = keyOrFault(() => field(bare, at));
    keys.set(plain, native);
    keys.set(bare, native);
  }
  const span = spanSeconds(/\bspan\s*=\s*"?(\w+)/i.exec(command === 'timechart' ? text : written)?.[1] ?? '');
  return { keys, aggregates, ...(span === undefined ? {} : { span }) };
}

/** The aggregates in order. What is no aggregate (an option, a macro) is passed over. */
function* aggregatesIn(
  text: string,
  field: FieldOf,
  place: number,
): Generator<{ readonly column: string; readonly aggregate: Aggregate | undefined }> {
  for (let at = 0; at < text.length; ) {
    const passed = matched(SEPARATOR, text, at) ?? matched(OPTION, text, at);
    if (passed !== undefined) {
      at += passed[0].length;
      continue;
    }
    if (text[at] === '`' || text[at] === '"') {
      at = endOfQuote(text, at) + 1;
      continue;
    }
    const found = matched(AGGREGATE, text, at);
    if (found === undefined) {
      at++;
      continue;
    }
    at += found[0].length;
    yield* columnsOf(found, field, place);
  }
}

/** The column of an aggregate that is written `name(argument) AS alias`, and how many values it lists. */
function columnsOf(
  [, name = '', argument, alias]: readonly (string | undefined)[],
  field: FieldOf,
  place: number,
): readonly { readonly column: string; readonly aggregate: Aggregate | undefined }[] {
  const inner = argument?.slice(1, -1).trim() ?? '';
  const bare = unquoted(inner).replace(/^[A-Z]\w*\.(?=\w+$)/, '');
  const column = alias === undefined ? name + (argument ?? '') : unquoted(alias);
  if (!/^[\w.{}:"-]*$/.test(inner)) return [{ column, aggregate: undefined }];
  if (bare === '') return [{ column, aggregate: aggregateOf(name, []) }];
  // What another command computes is counted by none.
  const native = keyOrFault(() => field(bare, place));
  if (typeof native !== 'string') return [{ column, aggregate: undefined }];
  const counted = { column: `mvcount(${column})`, aggregate: aggregateOf('dc', [native]) };
  const listed = { column, aggregate: aggregateOf(name, [native]) };
  return name.toLowerCase() === 'values' ? [listed, counted] : [listed];
}

/** `_time span=10m` of `bin` or `bucket`. */
export function binSpan(text: string): number | undefined {
  return /\b_time\b/.test(text) ? spanSeconds(/\bspan\s*=\s*"?(\w+)/i.exec(text)?.[1] ?? '') : undefined;
}

/** The parts of a `tstats` on a data model. */
interface DataModelSearch {
  readonly name: string;
  /** Whether `nodename` says which of the model's events it means. */
  readonly isByNode: boolean;
  /** The aggregates, and what stands behind `by`. */
  readonly head: string;
  readonly by: string;
  /** Offsets of the terms behind `where`; undefined where there are none. */
  readonly terms?: readonly [number, number];
}

/** Divides `count … from datamodel=Name where terms by fields`, whose parts stand in this order or with `where` last. */
export function dataModelOf(text: string): DataModelSearch | undefined {
  const model = /\bdatamodel\s*[=:]\s*"?([\w.]+)"?/i.exec(text);
  if (model === null) return undefined;
  const where = wordOutside(text, 'where');
  const nodename = /\bnodename\s*=\s*"?([\w.]+)/i.exec(text)?.[1];
  const from = wordOutside(text, 'from') ?? model.index;
  const by = wordOutside(text, 'by', where ?? from);
  const end = by ?? text.length;
  const written = model[1] as string;
  const byNode = nodename === undefined || written.includes('.') ? undefined : nodename;
  return {
    name: byNode ?? written,
    isByNode: nodename !== undefined,
    head: text.slice(0, from),
    by: by === undefined ? '' : text.slice(by),
    ...(where === undefined ? {} : { terms: [where + 5, end > where ? end : text.length] as const }),
  };
}

/** The offset of a word outside of quotes and parentheses. */
function wordOutside(text: string, word: string, from = 0): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"' || character === '`') at = endOfQuote(text, at);
    else if (isEscape(text, at)) at++;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (depth <= 0 && isWordAt(text, word, at)) return at;
  }
  return undefined;
}

function isWordAt(text: string, word: string, at: number): boolean {
  const end = at + word.length;
  return (
    text.slice(at, end).toLowerCase() === word && /[\s)]/.test(text[at - 1] ?? ' ') && /[\s(]/.test(text[end] ?? ' ')
  );
}

/** The columns that a command computes; undefined where it does not name them. */
export function computedNames(command: string, text: string): readonly string[] | undefined {
  switch (command) {
    case 'rex':
    case 'erex':
      return [...text.matchAll(/\(\?P?<(\w+)>/g)].map(([, name]) => name as string);
    case 'iplocation': {
      const prefix = /\bprefix\s*=\s*(\w+)/.exec(text)?.[1] ?? '';
      return ['City', 'Country', 'Region', 'lat', 'lon', 'Continent', 'Timezone', 'MetroCode'].map(
        (name) => prefix + name,
      );
    }
    case 'spath':
      return /\boutput\s*=\s*"?([\w.]+)/i.exec(text)?.slice(1) ?? /\bpath\s*=\s*"?([\w.{}]+)/i.exec(text)?.slice(1);
    case 'lookup': {
      const output = /\boutput(?:new)?\b([\s\S]*)$/i.exec(text)?.[1];
      if (output === undefined) return undefined;
      return output
        .split(',')
        .flatMap(
          (part) =>
            part
              .trim()
              .split(/\s+as\s+/i)
              .at(-1)
              ?.split(/\s+/) ?? [],
        )
        .map(unquoted)
        .filter((name) => name !== '');
    }
    default:
      return undefined;
  }
}

/** The assignments of an `eval`; `field` where a name only stands for a field, in another letter case perhaps. */
export function assignments(text: string): readonly { readonly name: string; readonly field?: string }[] {
  const assigned = /(?:^|,)\s*([\w.{}]+|"[^"]*"|'[^']*')\s*=(?!=)/g;
  return [...text.matchAll(assigned)].map((found) => {
    const rest = text.slice(found.index + found[0].length);
    const field =
      /^\s*(?:(?:tostring|tonumber|trim)\(\s*)?([A-Za-z_][\w.{}]*|'[^']*')\s*\)?\s*(?:,\s*[\w.{}"']+\s*=|$)/.exec(
        rest,
      )?.[1];
    return { name: unquoted(found[1] as string), ...(field === undefined ? {} : { field: unquoted(field) }) };
  });
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null || found[0] === '' ? undefined : found;
}

function unquoted(name: string): string {
  return name.trim().replace(/^["']|["']$/g, '');
}
