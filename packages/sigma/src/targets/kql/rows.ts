import { noteSharedScope, type ScopeText } from '../../convert/shared-scope.js';
import type { ConversionContext } from '../../convert/target.js';
import { logsourceName } from '../../convert/text/tokens.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';
import type { Column } from './column.js';
import { type RenderedCondition, renderTree } from './condition.js';
import { quoteName } from './literal.js';
import { QueryColumns } from './query.js';
import { resolveSource, type Source } from './source.js';

/** The events that a condition selects, as a query to which operators can be added. */
export interface EventRows {
  /** The column of the event's time. */
  readonly time: string;
  /** The column of a field for grouping or counting. Calling it adds the computation to the query. */
  column(field: string): Column;
  /** The query's text. With `piped` it takes further operators (pipeline `none` has no table otherwise). */
  query(piped?: boolean): string;
}

/** The rows of a log source that satisfy a condition. */
export function renderRows(logsource: Logsource, tree: Condition, ctx: ConversionContext): EventRows {
  if (ctx.settings.pipeline === 'none') {
    const { from } = ctx.fieldMap('kql', logsource).scope;
    return bareRows(renderTree(tree, undefined, undefined, ctx), typeof from === 'string' ? from : undefined);
  }
  const source = resolveSource(ctx.fieldMap('kql', logsource), logsource);
  if (!source.matched) {
    ctx.note({
      code: 'unmapped_logsource',
      message: `No table is known for the log source ${logsourceName(logsource)}; the query searches all tables. Name the right one: the option table.`,
    });
  }
  if (source.unsure !== undefined) ctx.note({ code: 'unsure_field', message: source.unsure, part: 'logsource' });
  noteSharedScope('kql', logsource, scopeText, ctx);
  const columns = new QueryColumns(source, ctx);
  const condition = renderTree(tree, source, columns, ctx);
  return {
    time: 'TimeGenerated',
    column(field) {
      const [access] = columns.place(field, field).accesses;
      if (access === undefined) throw new Error(`the field ${field} has no place`);
      if (access.kind !== 'array') return columns.column(access);
      return columns.column({
        kind: 'extend',
        expression: `tostring(${access.root})`,
        column: { expression: quoteName(`${field.replace(/\W+/g, '_')}`), type: 'string', form: 'value' },
      });
    },
    query: () => assemble(source, columns, condition),
  };
}

const scopeText: ScopeText = (map, logsource) => {
  const { table, where = '' } = resolveSource(map, logsource);
  return `${table} ${where}`;
};

function bareRows(condition: RenderedCondition, table: string | undefined): EventRows {
  const text = condition.never
    ? 'false'
    : condition.conjuncts.length === 0
      ? 'true'
      : condition.conjuncts
          .map(({ text: part, grouped }) => (grouped && condition.conjuncts.length > 1 ? `(${part})` : part))
          .join(' and ');
  return {
    time: 'TimeGenerated',
    column: (field) => ({ expression: quoteName(field), type: 'unknown', form: 'value' }),
    query: (piped) => (piped === true || table !== undefined ? `${table ?? 'union *'}\n| where ${text}` : text),
  };
}

/** Table, scope, conditions on the table's own columns, computed columns, conditions on those. */
function assemble(source: Source, columns: QueryColumns, condition: RenderedCondition): string {
  const lines = [source.table];
  if (source.where !== undefined) lines.push(`where ${source.where}`);
  if (condition.never) lines.push('where false');
  for (const { text, computed } of condition.conjuncts) if (!computed) lines.push(`where ${text}`);
  lines.push(...columns.operators());
  for (const { text, computed } of condition.conjuncts) if (computed) lines.push(`where ${text}`);
  return lines.join('\n| ');
}
