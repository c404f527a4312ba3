import type { ConversionContext } from '../../convert/target.js';
import {
  type BooleanSyntax,
  joinRendered,
  type Rendered,
  renderCondition,
  type Tolerance,
  textOf,
} from '../../convert/walk.js';
import type { Condition, FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import type { Access } from './access.js';
import type { Column } from './column.js';
import { demandedEventIds } from './event-ids.js';
import { renderKeywords } from './keywords.js';
import { quoteName } from './literal.js';
import type { QueryColumns } from './query.js';
import type { FieldPlace, Source } from './source.js';
import type { TestScope } from './test-scope.js';
import { type Part, renderTests } from './value-tests.js';

/** The boolean operators of KQL. `not` is a function and always has its own parentheses. */
export const SYNTAX: BooleanSyntax = {
  and: ' and ',
  or: ' or ',
  alwaysGroup: true,
  not: (operand) => (operand.startsWith('(') && closesAtEnd(operand) ? `not${operand}` : `not(${operand})`),
};

/** The same with one part per line, for long conditions. */
const LINES: BooleanSyntax = { ...SYNTAX, and: '\n    and ', or: '\n    or ' };
const LINE_MAX = 110;

/** For tests whose notes were already made elsewhere. */
const NO_NOTES: TestScope = { tolerance: 'wider', note: () => {}, column: () => undefined };

/** One operand of the outermost `and`. */
interface Conjunct {
  readonly text: string;
  /** Whether it uses computed columns. */
  readonly computed: boolean;
  /** Whether it must be grouped beside an `and`. */
  readonly grouped: boolean;
}

/** A rendered condition: its conjuncts, each a `where` of its own. */
export interface RenderedCondition {
  readonly conjuncts: readonly Conjunct[];
  /** True when nothing can match. */
  readonly never: boolean;
}

/** Renders a condition tree. Without `columns` (pipeline `none`) fields keep their own names. */
export function renderTree(
  tree: Condition,
  source: Source | undefined,
  columns: QueryColumns | undefined,
  ctx: ConversionContext,
): RenderedCondition {
  const leaves = new LeafWriter(source, columns, ctx);
  const conjuncts: Conjunct[] = [];
  const said = new Set<string>();
  for (const child of tree.kind === 'and' ? tree.children : [tree]) {
    leaves.computed = false;
    leaves.demanded = child.kind === 'field';
    const rendered = renderCondition(child, SYNTAX, leaves.render);
    if (rendered === false) return { conjuncts: [], never: true };
    if (rendered === true) continue;
    let text = textOf(rendered);
    if (text.length > LINE_MAX && columns !== undefined) text = splitLines(child, text, leaves);
    const grouped = typeof rendered !== 'string' && rendered.operator === 'or';
    // Null and empty are the same test in Kusto, so two conditions of a rule may give the same text.
    if (said.has(text)) continue;
    said.add(text);
    conjuncts.push({ text, computed: leaves.computed, grouped });
    const filter = leaves.computed && child.kind === 'or' ? eventIdFilter(child, source) : undefined;
    if (filter !== undefined && !said.has(filter)) conjuncts.push({ text: filter, computed: false, grouped: false });
  }
  return { conjuncts, never: false };
}

/**
 * The event ids that alternatives on computed columns demand, as a test of the table's own column, which excludes the table's other events
 * first.
 */
function eventIdFilter(alternatives: Condition, source: Source | undefined): string | undefined {
  if (source === undefined || source.eventIds !== undefined) return undefined;
  const ids = demandedEventIds(alternatives);
  const [access, ...others] = ids === undefined ? [] : source.place('EventID').accesses;
  if (ids === undefined || access?.kind !== 'column' || others.length > 0) return undefined;
  const rendered = joinRendered('or', renderTests(access.column, ids, 'any', NO_NOTES), SYNTAX);
  return typeof rendered === 'boolean' ? undefined : textOf(rendered);
}

/** Breaks a long disjunction or list of tests into lines. */
function splitLines(child: Condition, text: string, leaves: LeafWriter): string {
  if (child.kind === 'not' || child.kind === 'and') return text;
  const parts = (child.kind === 'or' ? child.children : [child]).map((part) => {
    leaves.lines = (part.kind === 'field' || part.kind === 'keyword') && (part === child || part.join === 'any');
    const rendered = renderCondition(part, SYNTAX, leaves.render);
    leaves.lines = false;
    return rendered;
  });
  const joined = joinRendered('or', parts, LINES);
  return typeof joined === 'boolean' ? text : textOf(joined);
}

/** Renders the leaves of one conversion. */
class LeafWriter {
  /** Set when a leaf used a computed column. */
  computed = false;
  /** Whether the leaf is an operand of the outermost `and`, so that rows which fail it are dropped anyway. */
  demanded = false;
  /** Whether the parts of a leaf stand on lines of their own. */
  lines = false;
  readonly #source: Source | undefined;
  readonly #columns: QueryColumns | undefined;
  readonly #ctx: ConversionContext;

  constructor(source: Source | undefined, columns: QueryColumns | undefined, ctx: ConversionContext) {
    this.#source = source;
    this.#columns = columns;
    this.#ctx = ctx;
  }

  readonly render = (leaf: FieldTest | KeywordTest, tolerance: Tolerance): Rendered => {
    const part = leaf.path.item === '' ? leaf.path.selection : `${leaf.path.selection}.${leaf.path.item}`;
    const scope: TestScope = {
      tolerance,
      note: (note) => this.#ctx.note({ ...note, part }),
      column: (field) => this.#oneColumn(field, part),
    };
    if (leaf.kind === 'keyword') return this.#join(leaf.join, renderKeywords(leaf, scope));
    const columns = this.#columns;
    if (columns === undefined) {
      const column: Column = { expression: quoteName(leaf.field), type: 'unknown', form: 'value' };
      return this.#join(leaf.join, renderTests(column, leaf.tests, leaf.join, scope));
    }
    if (leaf.field === 'EventID' && this.#source?.eventIds !== undefined) {
      return this.#eventIds(leaf, this.#source.eventIds, columns, scope, part);
    }
    return this.#field(leaf, columns.place(leaf.field, part), columns, scope);
  };

  #field(leaf: FieldTest, place: FieldPlace, columns: QueryColumns, scope: TestScope): Rendered {
    const tests = place.values === undefined ? leaf.tests : leaf.tests.map((test) => mapValue(test, place.values));
    const [only, ...others] = place.accesses;
    if (only === undefined) return scope.tolerance === 'wider';
    if (others.length === 0) return this.#join(leaf.join, this.#onAccess(leaf, only, tests, columns, scope));
    // A test holds when it holds for any of the native names; "missing" only when it holds for all.
    const each = tests.map((test): Rendered => {
      const parts = place.accesses.map((access) =>
        joinRendered('and', this.#onAccess(leaf, access, [test], columns, scope), SYNTAX),
      );
      const missing = test.op === 'null' || (test.op === 'exists' && !test.value);
      return joinRendered(missing ? 'and' : 'or', parts, SYNTAX);
    });
    return joinRendered(leaf.join === 'any' ? 'or' : 'and', each, SYNTAX);
  }

  #onAccess(
    leaf: FieldTest,
    access: Access,
    tests: readonly ValueTest[],
    columns: QueryColumns,
    scope: TestScope,
  ): readonly Part[] {
    if (access.kind !== 'column') this.computed = true;
    if (access.kind !== 'array') {
      return renderTests(columns.column(access, tests), tests, leaf.join, scope);
    }
    const element = columns.element(access);
    const flagged = (test: string) => `${columns.flag(leaf.field, access, test, this.demanded)} > 0`;
    // "Missing" means that no element has the value; every other test needs one element that satisfies it.
    const missing = tests.filter((test) => test.op === 'null' || (test.op === 'exists' && !test.value));
    const present = tests.filter((test) => !missing.includes(test));
    const parts: Part[] = missing.map(
      () => `${columns.flag(leaf.field, access, `isnotempty(${element.expression})`, false)} == 0`,
    );
    const rendered = present.length === 0 ? [] : renderTests(element, present, leaf.join, scope);
    if (leaf.join === 'all') for (const part of rendered) parts.push(typeof part === 'string' ? flagged(part) : part);
    else if (rendered.includes(true)) parts.push(true);
    else {
      const texts = rendered.filter((part) => typeof part === 'string');
      if (texts.length > 0) parts.push(flagged(texts.join(' or ')));
      else if (rendered.length > 0) parts.push(false);
    }
    return parts;
  }

  /** Tests of event ids in a table of one kind of event without such a column: each id stands for a condition. */
  #eventIds(
    leaf: FieldTest,
    ids: Readonly<Record<string, string>>,
    columns: QueryColumns,
    scope: TestScope,
    part: string,
  ): Rendered {
    const parts: Part[] = [];
    for (const test of leaf.tests) {
      const id = test.op === 'number' ? String(test.value) : test.op === 'string' ? test.pattern.literal : '';
      const meaning = Object.hasOwn(ids, id) ? ids[id] : undefined;
      if (meaning === undefined) {
        const [access] = columns.place(leaf.field, part).accesses;
        if (access !== undefined && access.kind !== 'array') {
          this.computed = true;
          parts.push(...renderTests(columns.column(access), [test], leaf.join, scope));
        }
      } else parts.push(meaning === 'true' ? true : meaning);
    }
    return this.#join(leaf.join, parts);
  }

  #oneColumn(field: string, part: string): Column | undefined {
    const columns = this.#columns;
    if (columns === undefined) return { expression: quoteName(field), type: 'unknown', form: 'value' };
    const [access, ...others] = columns.place(field, part).accesses;
    if (access === undefined || access.kind === 'array' || others.length > 0) return undefined;
    if (access.kind === 'extend') this.computed = true;
    return columns.column(access);
  }

  #join(join: 'any' | 'all', parts: readonly Part[]): Rendered {
    return joinRendered(join === 'any' ? 'or' : 'and', parts, this.lines ? LINES : SYNTAX);
  }
}

function mapValue(test: ValueTest, values: ReadonlyMap<string, string> | undefined): ValueTest {
  if (values === undefined || test.op !== 'string' || test.pattern.shape !== 'exact') {
    if (test.op === 'number' || test.op === 'boolean') {
      const mapped = values?.get(String(test.value));
      if (mapped !== undefined) return exact(mapped);
    }
    return test;
  }
  const mapped = values.get(test.pattern.literal.toLowerCase());
  return mapped === undefined ? test : exact(mapped);
}

function exact(literal: string): ValueTest {
  return { op: 'string', pattern: { parts: [literal], shape: 'exact', literal }, cased: false };
}

/** Whether the parenthesis at the beginning of a text closes at its very end; quoted text is skipped. */
function closesAtEnd(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '(') depth++;
    else if (character === ')') {
      if (--depth === 0) return at === text.length - 1;
    } else if (character === '"' || character === "'") {
      const verbatim = text[at - 1] === '@';
      for (at++; at < text.length && text[at] !== character; at++) if (!verbatim && text[at] === '\\') at++;
    }
  }
  return false;
}
