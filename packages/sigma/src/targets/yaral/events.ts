import type { ConversionContext } from '../../convert/target.js';
import { type BooleanSyntax, type Rendered, renderCondition, textOf } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';
import { type Dialect, yaralDialect } from '../udm/dialect.js';
import { EVENT_TIME } from '../udm/schema.js';
import { mapOf, scopeOfMap } from '../udm/scope.js';
import { UdmWriter } from '../udm/writer.js';

/**
 * The predicates of one event variable, one per line, which the language joins by `and`. A line with an `or` has parentheses, since the
 * operator would otherwise include the next line.
 */
export function eventLines(
  variable: string,
  logsource: Logsource,
  tree: Condition,
  ctx: ConversionContext,
): readonly string[] {
  const dialect = yaralDialect(variable);
  const map = mapOf(logsource, ctx);
  const leaf = new UdmWriter(map, dialect, ctx).leaf;
  const conjuncts = tree.kind === 'and' ? tree.children : [tree];
  const rendered = [
    ...scopeOfMap(map, dialect),
    ...conjuncts.map((part) => renderCondition(part, dialect.syntax, leaf)),
  ];
  return linesOf(rendered, dialect);
}

function linesOf(rendered: readonly Rendered[], dialect: Dialect): readonly string[] {
  if (rendered.includes(false)) return [`${dialect.prefix}${EVENT_TIME} = 0`];
  const lines = rendered.flatMap((part) => {
    if (typeof part === 'boolean') return [];
    if (typeof part === 'string' || part.operator === 'not') return [textOf(part)];
    return [`(${part.text})`];
  });
  return lines.length === 0 ? [`${dialect.prefix}${EVENT_TIME} > 0`] : lines;
}

/** Lines as one conjunction, for use among alternatives. */
export function oneExpression(lines: readonly string[], syntax: BooleanSyntax): Rendered {
  return lines.length === 1 ? (lines[0] as string) : { text: lines.join(syntax.and), operator: 'and' };
}
