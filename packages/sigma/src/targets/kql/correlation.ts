import type { Counting } from '../../convert/correlation/counting.js';
import { type Member, membersOf, noteUncounted } from '../../convert/correlation/members.js';
import { hasOneOrder, renderReferences } from '../../convert/correlation/references.js';
import { approximate, noteOverlappingWindows, slides } from '../../convert/correlation/windows.js';
import { durationText } from '../../convert/duration.js';
import type { ConversionContext } from '../../convert/target.js';
import { thresholdTests } from '../../convert/text/tokens.js';
import { textOf } from '../../convert/walk.js';
import type { RuleReferenceTree, SigmaCorrelation } from '../../model/rule.js';
import { named, renderAggregation, setsOf, summarize } from './aggregation.js';
import { asText, type Column } from './column.js';
import { quoteString } from './literal.js';
import { type EventRows, renderRows } from './rows.js';
import { SYNTAX } from './syntax.js';
import { groupNames, windowOperators } from './windows.js';

/** Deepest nesting of correlations in one query. */
const DEPTH_MAX = 8;

/** Where a correlation stands in the ones around it. */
interface Standing {
  readonly around: readonly SigmaCorrelation[];
  /** The fields that the one around it asks for. */
  readonly carried: readonly string[];
  /** What the query may call the events; a query within another needs a name of its own. */
  readonly events: string;
}

/** The result rows of a correlation: its query and the columns that hold the fields which are asked of it. */
interface CorrelationRows {
  readonly query: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** The eight correlation types on the rows of the rules (or correlations) they refer to, or an old aggregation tail. */
export function renderCounting(counting: Counting, ctx: ConversionContext): string {
  if (counting.kind === 'correlation') {
    return renderRowsOf(counting, { around: [], carried: [], events: 'Events' }, ctx).query;
  }
  return renderAggregation(renderRows(counting.logsource, counting.tree, ctx), counting.aggregation, ctx);
}

function renderRowsOf(correlation: SigmaCorrelation, standing: Standing, ctx: ConversionContext): CorrelationRows {
  const { groupBy, type, fields: counted } = correlation.aggregation;
  const fields = [...new Set([...groupBy, ...standing.carried])];
  const columns = groupNames(fields);
  const names = columns.slice(0, groupBy.length);
  const others = columns.slice(groupBy.length);
  const lines = [renderEvents(correlation, fields, columns, standing, ctx)];
  if (hasOneOrder(correlation)) {
    lines.push(...renderOrdered(correlation, names));
    if (others.length > 0) {
      approximate(
        `"${correlation.title}" does not group by ${fields.slice(groupBy.length).join(', ')}: of its events only the last one's value is compared.`,
        ctx,
      );
    }
  } else {
    const value: Column | undefined =
      counted.length === 0 ? undefined : { expression: 'Value', type: 'string', form: 'value' };
    const operators =
      type === 'temporal' || type === 'temporal_ordered'
        ? renderTemporal(correlation, names, others, standing.events, ctx)
        : summarize(correlation.aggregation, names, value, standing.events, ctx, others);
    // Of a field that it does not group by, a row has the values of all its events.
    lines.push(...operators, ...others.map((name) => `mv-expand ${name} to typeof(string)`));
  }
  return {
    query: lines.join('\n| '),
    columns: new Map(fields.map((field, index) => [field, columns[index] as string])),
  };
}

/** Every event of the referenced rules with the columns that the correlation needs: time, rule, groups, value. */
function renderEvents(
  correlation: SigmaCorrelation,
  fields: readonly string[],
  names: readonly string[],
  { around, events }: Standing,
  ctx: ConversionContext,
): string {
  const { aggregation } = correlation;
  const isNamed = aggregation.type === 'temporal' || aggregation.type === 'temporal_ordered';
  const queries = membersOf(correlation, around, ctx, DEPTH_MAX).map((member, index) => {
    const carried = [...fields, ...aggregation.fields].map(member.nameOf);
    const inner = { around: [...around, correlation], carried, events: `${events}_${index + 1}` };
    const rows = memberRows(member, correlation, inner, ctx);
    const projected = [named('TimeGenerated', rows.time)];
    if (isNamed) projected.push(`Rule = ${quoteString(member.reference)}`);
    if (hasOneOrder(correlation)) projected.push(`RuleOrder = ${index + 1}`);
    const text = (field: string) => asText(rows.column(member.nameOf(field)));
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

/** The values of several fields as one; empty, and so not counted, where one of them is. */
function valuesTogether(columns: readonly string[]): string {
  const given = columns.map((column) => `isnotempty(${column})`).join(' and ');
  return `iff(${given}, tostring(pack_array(${columns.join(', ')})), "")`;
}

/** The events of a rule, or the result rows of a correlation as events, each at the time of its last event. */
function memberRows(
  member: Member,
  { aggregation }: SigmaCorrelation,
  standing: Standing,
  ctx: ConversionContext,
): EventRows {
  if (member.kind === 'events') return renderRows(member.document.logsource, member.tree, ctx);
  const { document } = member;
  if (document.kind === 'tail') {
    noteUncounted(document, ctx);
    return renderRows(document.logsource, document.tree, ctx);
  }
  const ordered = hasOneOrder(document);
  if (ordered || slides(document.aggregation.timespanSeconds, ctx)) {
    noteOverlappingWindows(aggregation, document.title, ctx);
  }
  const { query, columns } = renderRowsOf(document, standing, ctx);
  return {
    // The row of an ordered chain is its last event; the row of a window begins with its first.
    time: ordered ? 'TimeGenerated' : 'LastSeen',
    column: (field) => ({ expression: columns.get(field) as string, type: 'string', form: 'value' }),
    query: () => query,
  };
}

function renderTemporal(
  { aggregation, rules, expression }: SigmaCorrelation,
  names: readonly string[],
  others: readonly string[],
  events: string,
  ctx: ConversionContext,
): string[] {
  if (aggregation.type === 'temporal_ordered') {
    approximate('The order of the rules is not asked for: the query finds them in any order.', ctx);
  }
  const { thresholds, timespanSeconds } = aggregation;
  const all: RuleReferenceTree = {
    kind: 'and',
    children: rules.map((reference) => ({ kind: 'reference', reference })),
  };
  const rendered =
    thresholds.length > 0 && expression === undefined
      ? thresholdTests('array_length(Rules)', thresholds, '==', ' and ')
      : renderReferences(expression ?? all, SYNTAX, (reference) => `set_has_element(Rules, ${quoteString(reference)})`);
  const measures = ['Rules = make_set(Rule)', ...setsOf(others)];
  const lines = windowOperators(measures, names, timespanSeconds, events, ctx);
  if (typeof rendered !== 'boolean') lines.push(`where ${textOf(rendered)}`);
  return lines;
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
