import type { ConversionContext, ReferredDocuments } from '../../convert/target.js';
import { SigmaError } from '../../model/error.js';
import type { Condition } from '../../model/condition.js';
import type { RuleReferenceTree, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import { joinRendered, type Rendered, renderNot, textOf } from '../../convert/walk.js';
import { summarize } from './aggregation.js';
import { asText, type Column } from './column.js';
import { SYNTAX } from './condition.js';
import { identifierOf, quoteString, timespanLiteral } from './literal.js';
import { type EventRows, renderRows } from './rows.js';

/** The eight correlation types over the rows of the rules they refer to. */
export function renderCorrelation(
  correlation: SigmaCorrelation,
  referred: ReferredDocuments,
  ctx: ConversionContext,
): string {
  const names = groupNames(correlation);
  const lines = [renderEvents(correlation, referred, names, ctx)];
  const { aggregation } = correlation;
  if (aggregation.type === 'temporal_ordered') lines.push(...renderOrdered(correlation, names));
  else if (aggregation.type === 'temporal') lines.push(...renderTemporal(correlation, names, ctx));
  else {
    const value: Column | undefined =
      aggregation.field === undefined ? undefined : { expression: 'Value', type: 'string', form: 'value' };
    lines.push(...summarize(aggregation, 'TimeGenerated', names, value, ctx));
  }
  return lines.join('\n| ');
}

/** The columns that hold the correlation's group-by fields, in its order. */
function groupNames(correlation: SigmaCorrelation): string[] {
  const taken = new Set(['TimeGenerated', 'Rule', 'Value', 'Step', 'Rules']);
  return correlation.aggregation.groupBy.map((field) => {
    let name = identifierOf(field);
    while (taken.has(name)) name += '_';
    taken.add(name);
    return name;
  });
}

/** Every event of the referred rules with the columns the correlation needs: time, rule, groups, value. */
function renderEvents(
  correlation: SigmaCorrelation,
  referred: ReferredDocuments,
  names: readonly string[],
  ctx: ConversionContext,
): string {
  const { aggregation, aliases } = correlation;
  const queries = [...referred].map(([reference, document]) => {
    const rows = document.kind === 'rule' ? ruleRows(document, ctx) : undefined;
    if (rows === undefined) {
      throw new SigmaError('InvalidCorrelation', `the correlation refers to "${reference}", itself a correlation`, {
        document: correlation.document,
        path: 'correlation.rules',
      });
    }
    const projected = [`TimeGenerated`, `Rule = ${quoteString(reference)}`];
    aggregation.groupBy.forEach((field, index) => {
      const column = rows.column(aliases.get(field)?.get(reference) ?? field);
      projected.push(`${names[index]} = ${asText(column)}`);
    });
    if (aggregation.field !== undefined) {
      const column = rows.column(aliases.get(aggregation.field)?.get(reference) ?? aggregation.field);
      projected.push(`Value = ${asText(column)}`);
    }
    return `${rows.query(true)}\n| project ${projected.join(', ')}`;
  });
  const [only] = queries;
  if (queries.length === 1 && only !== undefined) return only;
  return `union\n${queries.map((query) => `  (\n    ${query.replaceAll('\n', '\n    ')}\n  )`).join(',\n')}`;
}

/** A rule matches when any of its conditions does. */
function ruleRows(rule: SigmaRule, ctx: ConversionContext): EventRows {
  const children: Condition[] = rule.conditions.flatMap(({ tree }) => (tree.kind === 'or' ? tree.children : [tree]));
  const [only] = rule.conditions;
  return renderRows(rule.logsource, rule.conditions.length === 1 && only !== undefined ? only.tree : { kind: 'or', children }, ctx);
}

function renderTemporal(correlation: SigmaCorrelation, names: readonly string[], ctx: ConversionContext): string[] {
  const { aggregation } = correlation;
  const by = [...names];
  if (aggregation.timespanSeconds !== undefined) {
    by.unshift(`bin(TimeGenerated, ${timespanLiteral(aggregation.timespanSeconds)})`);
    ctx.note({
      code: 'aggregation_approximated',
      message: 'The query looks at fixed windows; events on both sides of a window edge are not seen together.',
    });
  }
  const expression: RuleReferenceTree = correlation.expression ?? {
    kind: 'and',
    children: correlation.rules.map((reference) => ({ kind: 'reference', reference })),
  };
  const rendered = renderReferences(expression);
  const lines = [
    `summarize Rules = make_set(Rule), FirstSeen = min(TimeGenerated), LastSeen = max(TimeGenerated)${by.length === 0 ? '' : ` by ${by.join(', ')}`}`,
  ];
  if (typeof rendered !== 'boolean') lines.push(`where ${textOf(rendered)}`);
  return lines;
}

function renderReferences(tree: RuleReferenceTree): Rendered {
  if (tree.kind === 'reference') return `set_has_element(Rules, ${quoteString(tree.reference)})`;
  if (tree.kind === 'not') return renderNot(renderReferences(tree.child), SYNTAX);
  return joinRendered(tree.kind, tree.children.map(renderReferences), SYNTAX);
}

/** One step per rule in order; rows of one group stand together, and each step asks for the group and time of the first. */
function renderOrdered(correlation: SigmaCorrelation, names: readonly string[]): string[] {
  const { timespanSeconds } = correlation.aggregation;
  const steps = correlation.rules.map((reference, index) => {
    const conditions = [`Rule == ${quoteString(reference)}`];
    if (index > 0) {
      for (const name of names) conditions.push(`${name} == s1.${name}`);
      if (timespanSeconds !== undefined) {
        conditions.push(`TimeGenerated - s1.TimeGenerated <= ${timespanLiteral(timespanSeconds)}`);
      }
    }
    return `    step s${index + 1}: ${conditions.join(' and ')} => Step = ${index + 1}, FirstSeen = ${index === 0 ? 'TimeGenerated' : 's1.TimeGenerated'};`;
  });
  return [
    `sort by ${[...names, 'TimeGenerated'].map((name) => `${name} asc`).join(', ')}`,
    `scan declare (Step: int, FirstSeen: datetime) with (\n${steps.join('\n')}\n  )`,
    `where Step == ${correlation.rules.length}`,
  ];
}
