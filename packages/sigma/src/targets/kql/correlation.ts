import { noteOverlappingWindows } from '../../convert/overlapping-windows.js';
import { isPlainAnd } from '../../convert/plain-and.js';
import type { ConversionContext, ReferredDocuments } from '../../convert/target.js';
import { durationText, thresholdTests } from '../../convert/text/tokens.js';
import { joinRendered, type Rendered, renderNot, textOf } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import type { RuleReferenceTree, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import { named, setsOf, summarize } from './aggregation.js';
import { asText, type Column } from './column.js';
import { quoteString } from './literal.js';
import { type EventRows, renderRows } from './rows.js';
import { SYNTAX } from './syntax.js';
import { groupNames, slides, windowOperators } from './windows.js';

/** Deepest nesting of correlations; it also ends circles. */
const DEPTH_MAX = 8;

/** The result rows of a correlation: its query and the columns that hold the fields which are asked of it. */
interface CorrelationRows {
  readonly query: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** The eight correlation types on the rows of the rules (or correlations) they refer to. */
export function renderCorrelation(
  correlation: SigmaCorrelation,
  _referred: ReferredDocuments,
  ctx: ConversionContext,
): string {
  return renderRowsOf(correlation, ctx, [], []).query;
}

/**
 * `path` says where the correlation stands in the ones around it, by the index of the reference in each; `carried` are the fields that the
 * one around it asks for.
 */
function renderRowsOf(
  correlation: SigmaCorrelation,
  ctx: ConversionContext,
  path: readonly number[],
  carried: readonly string[],
): CorrelationRows {
  if (path.length >= DEPTH_MAX) {
    throw new SigmaError('InvalidCorrelation', `correlations refer to each other more than ${DEPTH_MAX} levels deep`, {
      document: correlation.document,
      path: 'correlation.rules',
    });
  }
  const { aggregation } = correlation;
  const fields = [...new Set([...aggregation.groupBy, ...carried])];
  const columns = groupNames(fields);
  const names = columns.slice(0, aggregation.groupBy.length);
  const others = columns.slice(aggregation.groupBy.length);
  const events = ['Events', ...path].join('_');
  const lines = [renderEvents(correlation, fields, columns, ctx, path)];
  if (isOrdered(correlation)) {
    lines.push(...renderOrdered(correlation, names));
    if (others.length > 0) noteLastOnly(correlation, fields.slice(aggregation.groupBy.length), ctx);
  } else if (aggregation.type === 'temporal' || aggregation.type === 'temporal_ordered')
    lines.push(...renderTemporal(correlation, names, others, events, ctx));
  else {
    const value: Column | undefined =
      aggregation.fields.length === 0 ? undefined : { expression: 'Value', type: 'string', form: 'value' };
    lines.push(...summarize(aggregation, names, value, events, ctx, others));
  }
  // Of a field that it does not group by, a row has the values of all its events.
  if (!isOrdered(correlation)) lines.push(...others.map((name) => `mv-expand ${name} to typeof(string)`));
  return {
    query: lines.join('\n| '),
    columns: new Map(fields.map((field, index) => [field, columns[index] as string])),
  };
}

/** Whether the query checks the order: only when every rule must match, since only then there is one order. */
function isOrdered({ aggregation, expression, rules }: SigmaCorrelation): boolean {
  if (aggregation.type !== 'temporal_ordered' || aggregation.thresholds.length > 0) return false;
  return expression === undefined || isPlainAnd(expression, rules.length);
}

/** Every event of the referenced rules with the columns that the correlation needs: time, rule, groups, value. */
function renderEvents(
  correlation: SigmaCorrelation,
  fields: readonly string[],
  names: readonly string[],
  ctx: ConversionContext,
  path: readonly number[],
): string {
  const { aggregation, aliases } = correlation;
  const isNamed = aggregation.type === 'temporal' || aggregation.type === 'temporal_ordered';
  const queries = [...ctx.referred(correlation)].map(([reference, document], index) => {
    if (document.kind === 'correlation' && (isOrdered(document) || slides(document.aggregation.timespanSeconds, ctx))) {
      noteOverlappingWindows(aggregation, document.title, ctx);
    }
    const own = (field: string) => aliases.get(field)?.get(reference) ?? field;
    const asked = [...fields, ...aggregation.fields].map(own);
    const rows =
      document.kind === 'rule' ? ruleRows(document, ctx) : correlationRows(document, ctx, [...path, index + 1], asked);
    const projected = [named('TimeGenerated', rows.time)];
    if (isNamed) projected.push(`Rule = ${quoteString(reference)}`);
    if (isOrdered(correlation)) projected.push(`RuleOrder = ${index + 1}`);
    const text = (field: string) => asText(rows.column(own(field)));
    projected.push(...fields.map((field, at) => named(names[at] ?? field, text(field))));
    const [counted, ...others] = aggregation.fields.map(text);
    if (counted !== undefined && others.length === 0) projected.push(named('Value', counted));
    else if (counted !== undefined) projected.push(`Value = ${valuesTogether([counted, ...others])}`);
    return `${rows.query(true)}\n| project ${projected.join(', ')}`;
  });
  const [only] = queries;
  if (queries.length === 1 && only !== undefined) return only;
  return `union\n${queries.map((query) => `  (\n    ${query.replaceAll('\n', '\n    ')}\n  )`).join(',\n')}`;
}

function noteLastOnly({ title }: SigmaCorrelation, fields: readonly string[], ctx: ConversionContext): void {
  ctx.note({
    code: 'aggregation_approximated',
    message: `"${title}" does not group by ${fields.join(', ')}: of its events only the last one's value is compared.`,
  });
}

/** The values of several fields as one; empty, and so not counted, where one of them is. */
function valuesTogether(columns: readonly string[]): string {
  const given = columns.map((column) => `isnotempty(${column})`).join(' and ');
  return `iff(${given}, tostring(pack_array(${columns.join(', ')})), "")`;
}

/** The result rows of a correlation as events of another correlation, each at the time of its last event. */
function correlationRows(
  correlation: SigmaCorrelation,
  ctx: ConversionContext,
  path: readonly number[],
  asked: readonly string[],
): EventRows {
  const { query, columns } = renderRowsOf(correlation, ctx, path, asked);
  return {
    // The row of an ordered chain is its last event; the row of a window begins with its first.
    time: isOrdered(correlation) ? 'TimeGenerated' : 'LastSeen',
    column: (field) => ({ expression: columns.get(field) as string, type: 'string', form: 'value' }),
    query: () => query,
  };
}

/** A rule matches when any of its conditions does. */
function ruleRows(rule: SigmaRule, ctx: ConversionContext): EventRows {
  const children: Condition[] = rule.conditions.flatMap(({ tree }) => (tree.kind === 'or' ? tree.children : [tree]));
  const [first] = children;
  if (rule.conditions.some(({ aggregation }) => aggregation !== undefined)) {
    ctx.note({
      code: 'aggregation_dropped',
      message: `The rule "${rule.title}" counts by itself, which this query cannot ask for: it takes the rule's single events. Write it as a correlation with a name.`,
    });
  }
  const tree: Condition = children.length === 1 && first !== undefined ? first : { kind: 'or', children };
  return renderRows(rule.logsource, tree, ctx);
}

function renderTemporal(
  correlation: SigmaCorrelation,
  names: readonly string[],
  others: readonly string[],
  events: string,
  ctx: ConversionContext,
): string[] {
  const { aggregation } = correlation;
  if (aggregation.type === 'temporal_ordered') {
    ctx.note({
      code: 'aggregation_approximated',
      message: 'The order of the rules is not asked for: the query finds them in any order.',
    });
  }
  const expression: RuleReferenceTree = correlation.expression ?? {
    kind: 'and',
    children: correlation.rules.map((reference) => ({ kind: 'reference', reference })),
  };
  const { thresholds } = aggregation;
  const rendered =
    thresholds.length > 0 && correlation.expression === undefined
      ? thresholdTests('array_length(Rules)', thresholds, '==', ' and ')
      : renderReferences(expression);
  const lines = windowOperators(
    ['Rules = make_set(Rule)', ...setsOf(others)],
    names,
    aggregation.timespanSeconds,
    events,
    ctx,
  );
  if (typeof rendered !== 'boolean') lines.push(`where ${textOf(rendered)}`);
  return lines;
}

function renderReferences(tree: RuleReferenceTree): Rendered {
  if (tree.kind === 'reference') return `set_has_element(Rules, ${quoteString(tree.reference)})`;
  if (tree.kind === 'not') return renderNot(renderReferences(tree.child), SYNTAX);
  return joinRendered(tree.kind, tree.children.map(renderReferences), SYNTAX);
}

/**
 * One step per rule, in order. Each step compares group and time with the first. Many logs have times in whole seconds, so rows of the same
 * time are sorted in the order of their rules.
 */
function renderOrdered(correlation: SigmaCorrelation, names: readonly string[]): string[] {
  const { timespanSeconds } = correlation.aggregation;
  const steps = correlation.rules.map((reference, index) => {
    const conditions = [`Rule == ${quoteString(reference)}`];
    if (index > 0) {
      for (const name of names) conditions.push(`${name} == s1.${name}`);
      if (timespanSeconds !== undefined) {
        conditions.push(`TimeGenerated - s1.TimeGenerated <= ${durationText(timespanSeconds)}`);
      }
    }
    return `    step s${index + 1}: ${conditions.join(' and ')} => Step = ${index + 1}, FirstSeen = ${index === 0 ? 'TimeGenerated' : 's1.TimeGenerated'};`;
  });
  return [
    `sort by ${[...names, 'TimeGenerated', 'RuleOrder'].map((name) => `${name} asc`).join(', ')}`,
    `scan declare (Step: int, FirstSeen: datetime) with (\n${steps.join('\n')}\n  )`,
    `where Step == ${correlation.rules.length}`,
  ];
}
