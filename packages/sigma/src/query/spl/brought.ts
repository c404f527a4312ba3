import { QueryFault, unreadable } from '../query-fault.js';
import { join, type ParseOptions, type QueryDataModel, type QueryNode, test } from '../query-tree.js';
import { entryOf } from '../word-table.js';
import type { FieldOf } from './eval.js';
import { writeOutMacros } from './macros.js';
import { splCommands } from './pipeline.js';
import { readSearch, valueTest } from './search.js';
import { isSetting } from './settings.js';

/** What comes with a search of one installation: its macros, lookup files and data models. */
export type Brought = Pick<ParseOptions, 'macros' | 'lists' | 'dataModels'>;

/** Rows of a lookup that a rule is given; more make no rule that somebody could look at. */
const MOST_ROWS = 1000;
/** Columns whose cells Splunk takes for pieces of a search. */
const PIECES: ReadonlySet<string> = new Set(['search', 'query']);

type Row = Readonly<Record<string, string>>;

/**
 * The condition that a subsearch over a lookup stands for, `[| inputlookup NAME | fields a | rename a AS b]`: one of its rows, of each row all
 * cells, as Splunk's own `format` writes them. Undefined for any other subsearch.
 * @see https://help.splunk.com/en/splunk-enterprise/search/spl-search-reference/9.4/search-commands/format
 * @throws QueryFault for a lookup that did not come with the search, or cannot be written out
 */
export function listedBy(text: string, { lists = {} }: Brought, field: FieldOf, at: number): QueryNode | undefined {
  const [first, ...others] = splCommands(text);
  if (first?.name !== 'inputlookup') return undefined;
  const called = text.slice(first.from, first.to).trim();
  if (/\s/.test(called)) throw unreadable('inputlookup with options or conditions is not read', at);
  const list = entryOf(lists, unquoted(called));
  if (list === undefined) throw unreadable(`the lookup ${called.slice(0, 80)} is not there`, at);
  let rows: readonly Row[] = list.rows;
  for (const { from, name, to } of others) {
    const changed = changedRows(rows, name, text.slice(from, to));
    if (changed === undefined) throw unreadable(`${name} is not read behind inputlookup`, at);
    rows = changed;
  }
  return rowsNode(called, rows, field, at);
}

function rowsNode(list: string, rows: readonly Row[], field: FieldOf, at: number): QueryNode {
  const filled = rows.filter((row) => Object.keys(row).length > 0);
  if (filled.length === 0) throw unreadable(`the lookup ${list} has none of the columns that the search takes`, at);
  if (filled.length > MOST_ROWS)
    throw unreadable(`the lookup ${list} has ${filled.length} rows, and ${MOST_ROWS} are read at most`, at);
  const piece = filled.flatMap((row) => Object.keys(row)).find((name) => PIECES.has(name) || isSetting(name));
  if (piece !== undefined) throw unreadable(`the column ${piece} of the lookup ${list} is no field of an event`, at);
  const cells = (row: Row): readonly QueryNode[] =>
    Object.entries(row).map(([name, value]) => test(field(name, at), valueTest(value, at), at));
  return join(
    'or',
    filled.map((row) => join('and', cells(row))),
  );
}

/** The rows behind a command that chooses or names columns; undefined for one that does more. */
function changedRows(rows: readonly Row[], command: string, text: string): readonly Row[] | undefined {
  switch (command) {
    case 'fields':
    case 'table':
      return chosenColumns(rows, text.trim());
    case 'rename':
      return renamedColumns(rows, text);
    case 'dedup':
    case 'sort':
      return rows;
    case 'format':
      return text.trim() === '' ? rows : undefined;
    default:
      return undefined;
  }
}

function chosenColumns(rows: readonly Row[], text: string): readonly Row[] | undefined {
  const sign = text[0] === '-' || text[0] === '+' ? text[0] : '';
  const names = new Set(
    text
      .slice(sign.length)
      .split(/[\s,]+/)
      .map(unquoted),
  );
  if ([...names].some((name) => name.includes('*'))) return undefined;
  return rows.map((row) => only(row, (name) => names.has(name) !== (sign === '-')));
}

const only = (row: Row, keeps: (name: string) => boolean): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => keeps(name)));

function renamedColumns(rows: readonly Row[], text: string): readonly Row[] | undefined {
  const names = new Map<string, string>();
  for (const part of text.split(',')) {
    const words = part.trim().split(/\s+/);
    const [from = '', as, to = ''] = words;
    if (words.length !== 3 || as?.toLowerCase() !== 'as' || from.includes('*')) return undefined;
    names.set(unquoted(from), unquoted(to));
  }
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value])),
  );
}

const unquoted = (name: string): string => name.replace(/^["']|["']$/g, '');

/** An object of a data model that came with the search, as the condition on its events. */
export interface ModelledEvents {
  readonly condition: QueryNode;
  readonly model: QueryDataModel;
}

/**
 * The events of a data model's object; undefined where it did not come with the search.
 * @throws QueryFault where what limits its events cannot be read
 */
export function modelledBy(name: string, brought: Brought, at: number): ModelledEvents | undefined {
  const { dataModels = {}, macros = {} } = brought;
  const model = entryOf(dataModels, name);
  if (model === undefined) return undefined;
  const constraints = model.constraints.map((search) => {
    try {
      const { text } = writeOutMacros(search, macros);
      return movedTo(readSearch(text, 0, text.length, { remarks: [], field: (field) => field }), at);
    } catch (error) {
      if (!(error instanceof QueryFault)) throw error;
      throw unreadable(`what limits the data model ${name} is not read: ${error.message}`, at);
    }
  });
  return { condition: join('and', constraints), model };
}

/** A condition of another text, at the place where the search names it. */
function movedTo(node: QueryNode, at: number): QueryNode {
  switch (node.kind) {
    case 'constant':
      return node;
    case 'test':
      return { ...node, at };
    case 'not':
      return { ...node, child: movedTo(node.child, at) };
    default:
      return { ...node, children: node.children.map((child) => movedTo(child, at)) };
  }
}

/** The object that `from datamodel:"Model.Object"`, or `datamodel Model Object search`, reads. */
export function savedModel(command: string, text: string): string | undefined {
  if (command === 'from') return /^\s*datamodel\s*[:=]?\s*"?([\w.]+)"?\s*$/i.exec(text)?.[1];
  const [model, object, mode] = text.trim().split(/\s+/).map(unquoted);
  return mode === 'search' && model !== undefined && object !== undefined ? `${model}.${object}` : undefined;
}
