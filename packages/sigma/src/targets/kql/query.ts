import { withoutEnd } from '../../characters.js';
import type { ConversionContext } from '../../convert/target.js';
import type { ValueTest } from '../../model/condition.js';
import type { Access } from './access.js';
import type { Column } from './column.js';
import { identifierOf } from './literal.js';
import type { FieldPlace, Source } from './source.js';

/** One test of an array's elements, computed by `mv-apply` into a boolean column. */
interface ArrayFlag {
  readonly name: string;
  readonly test: string;
}

interface ArrayScan {
  readonly root: string;
  readonly inner: readonly string[];
  readonly flags: ArrayFlag[];
  /** Whether rows without elements must stay, because a condition does not demand a matching element of every row. */
  keepsEmpty: boolean;
}

/** What one query needs before its conditions: `extend` aliases and `mv-apply` flags, collected while the leaves are rendered. */
export class QueryColumns {
  readonly #source: Source;
  readonly #ctx: ConversionContext;
  readonly #extends = new Map<string, string>();
  readonly #named = new Map<Access, Column>();
  readonly #scans = new Map<string, ArrayScan>();
  readonly #flagNames = new Set<string>();

  constructor(source: Source, ctx: ConversionContext) {
    this.#source = source;
    this.#ctx = ctx;
  }

  /** The number of computed columns so far; it tells whether a condition can stand before them. */
  get computed(): number {
    return this.#extends.size + this.#scans.size;
  }

  /** The native place of a field; makes the notes for it. */
  place(field: string, part: string): FieldPlace {
    const place = this.#source.place(field);
    if (!place.mapped) {
      this.#ctx.note({
        code: 'unmapped_field',
        message: `No map knows the field ${field}; the query reads a column of that name, if the table has one. If it has another, map it by field_name_mapping in a pipeline.`,
        part,
      });
    }
    if (place.unsure !== undefined) this.#ctx.note({ code: 'unsure_field', message: place.unsure, part });
    return place;
  }

  /**
   * The column of an access with one value per row. `tests` are the tests on it: where they allow it, the short form of an expression is
   * used. Without `tests` the whole expression is used.
   */
  column(access: Exclude<Access, { kind: 'array' }>, tests?: readonly ValueTest[]): Column {
    if (access.kind !== 'extend') return access.column;
    const column = this.#name(access);
    const { plain } = access;
    if (plain !== undefined && tests !== undefined && !tests.some((test) => mentions(test, plain.about))) {
      if (!this.#extends.has(column.expression)) this.#extends.set(column.expression, plain.expression);
    } else this.#extends.set(column.expression, access.expression);
    return column;
  }

  /** The computed column of an access. Two that would have the same name (for `a.b` and `a_b`) are numbered. */
  #name(access: Extract<Access, { kind: 'extend' }>): Column {
    let column = this.#named.get(access);
    if (column === undefined) {
      const stem = access.column.expression;
      let expression = stem;
      for (let number = 2; this.#extends.has(expression); number++) expression = `${withoutEnd(stem, '_')}_${number}`;
      column = { ...access.column, expression };
      this.#named.set(access, column);
    }
    return column;
  }

  /**
   * A column that counts the array's elements that satisfy `test`, which is written for the element's expression. `demanded` says that rows
   * without a match need not be kept.
   */
  flag(field: string, access: Extract<Access, { kind: 'array' }>, test: string, demanded: boolean): string {
    const key = `${access.root}|${access.inner.join('|')}`;
    let scan = this.#scans.get(key);
    if (scan === undefined) {
      scan = { root: access.root, inner: access.inner, flags: [], keepsEmpty: false };
      this.#scans.set(key, scan);
    }
    if (!demanded) scan.keepsEmpty = true;
    const flagOfTest = scan.flags.find((flag) => flag.test === test);
    if (flagOfTest !== undefined) return flagOfTest.name;
    const stem = `${identifierOf(field.split('.').slice(-2).join('.'))}_matches`;
    let name = stem;
    for (let number = 2; this.#flagNames.has(name); number++) name = `${stem}_${number}`;
    this.#flagNames.add(name);
    scan.flags.push({ name, test });
    return name;
  }

  /** The expression of an element's value under `mv-apply`. */
  element(access: Extract<Access, { kind: 'array' }>): Column {
    return {
      expression: `tostring(${itemName(access.inner.length)}${access.leaf})`,
      type: 'string',
      form: access.form,
    };
  }

  /** The operators that compute the columns, one per line of the query. */
  operators(): string[] {
    const lines: string[] = [];
    if (this.#extends.size > 0) {
      for (const [alias, expression] of this.#extends) lines.push(`extend ${alias} = ${expression}`);
    }
    for (const scan of this.#scans.values()) lines.push(renderScan(scan));
    return lines;
  }
}

/** Whether a test's text contains one of the lower-case texts; tests without a text never do. */
function mentions(test: ValueTest, texts: readonly string[]): boolean {
  if (test.op === 'fieldref') return true;
  const parts = test.op === 'string' ? test.pattern.parts : test.op === 'regex' ? [test.source] : [];
  return parts.some((part) => {
    const lower = typeof part === 'string' ? part.toLowerCase() : '';
    return texts.some((text) => lower.includes(text));
  });
}

function itemName(depth: number): string {
  return depth === 0 ? 'item' : `item${depth + 1}`;
}

/**
 * Counts matching elements without changing the number of rows: `summarize` gives one row per event. Where rows without elements must stay,
 * an empty array is replaced by one null element, since `mv-apply` may drop a row without elements.
 */
function renderScan({ root, inner, flags, keepsEmpty }: ArrayScan): string {
  const array = (expression: string) =>
    keepsEmpty ? `iff(array_length(${expression}) > 0, ${expression}, dynamic([null]))` : expression;
  let body = `summarize ${flags.map(({ name, test }) => `${name} = countif(${test})`).join(', ')}`;
  for (let depth = inner.length; depth > 0; depth--) {
    body =
      `mv-apply ${itemName(depth)} = ${array(`${itemName(depth - 1)}${inner[depth - 1]}`)} on (\n` +
      `${indent(body)}\n)\n| summarize ${flags.map(({ name }) => `${name} = sum(${name})`).join(', ')}`;
  }
  return `mv-apply item = ${array(root)} on (\n${indent(indent(body))}\n  )`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
