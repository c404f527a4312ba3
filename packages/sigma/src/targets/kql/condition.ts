import type { ConversionContext } from '../../convert/target.js';
import { joinRendered, renderCondition, textOf } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import { demandedEventIds } from './event-ids.js';
import { LeafWriter } from './leaf-writer.js';
import type { QueryColumns } from './query.js';
import type { Source } from './source.js';
import { LINES, SYNTAX } from './syntax.js';

const LINE_MAX = 110;

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
  const written = new Set<string>();
  for (const child of tree.kind === 'and' ? tree.children : [tree]) {
    leaves.computed = false;
    leaves.demanded = child.kind === 'field';
    const rendered = renderCondition(child, SYNTAX, leaves.leaf);
    if (rendered === false) return { conjuncts: [], never: true };
    if (rendered === true) continue;
    let text = textOf(rendered);
    if (text.length > LINE_MAX && columns !== undefined) text = splitLines(child, text, leaves);
    const grouped = typeof rendered !== 'string' && rendered.operator === 'or';
    // Null and empty are the same test in Kusto, so two conditions of a rule may give the same text.
    if (written.has(text)) continue;
    written.add(text);
    conjuncts.push({ text, computed: leaves.computed, grouped });
    const filter = leaves.computed && child.kind === 'or' ? eventIdFilter(child, source, leaves) : undefined;
    if (filter !== undefined && !written.has(filter)) conjuncts.push({ text: filter, computed: false, grouped: false });
  }
  return { conjuncts, never: false };
}

/**
 * The event ids that alternatives on computed columns demand, as a test of the table's own column, which excludes the table's other events
 * first.
 */
function eventIdFilter(alternatives: Condition, source: Source | undefined, leaves: LeafWriter): string | undefined {
  if (source === undefined || source.eventIds !== undefined) return undefined;
  const ids = demandedEventIds(alternatives);
  const [access, ...others] = ids === undefined ? [] : source.place('EventID').accesses;
  if (ids === undefined || access?.kind !== 'column' || others.length > 0) return undefined;
  const rendered = leaves.repeated(access.column, ids);
  return typeof rendered === 'boolean' ? undefined : textOf(rendered);
}

/** Breaks a long disjunction or list of tests into lines. */
function splitLines(child: Condition, text: string, leaves: LeafWriter): string {
  if (child.kind === 'not' || child.kind === 'and') return text;
  const parts = (child.kind === 'or' ? child.children : [child]).map((part) => {
    leaves.lines = (part.kind === 'field' || part.kind === 'keyword') && (part === child || part.join === 'any');
    const rendered = renderCondition(part, SYNTAX, leaves.leaf);
    leaves.lines = false;
    return rendered;
  });
  const joined = joinRendered('or', parts, LINES);
  return typeof joined === 'boolean' ? text : textOf(joined);
}
