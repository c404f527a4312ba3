import type { ResolvedMap } from '../../convert/maps.js';
import { noteSharedScope, type ScopeText } from '../../convert/shared-scope.js';
import type { ConversionContext } from '../../convert/target.js';
import { logsourceName } from '../../convert/text/tokens.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { Logsource } from '../../model/rule.js';
import { remembered } from '../../remembered.js';
import { type Dialect, operand } from './dialect.js';
import { quoted } from './literal.js';
import { placeAt } from './place.js';

/** The map of a log source under the default pipeline; undefined for `pipeline: 'none'`. */
export function mapOf(logsource: Logsource, ctx: ConversionContext): ResolvedMap | undefined {
  if (ctx.settings.pipeline === 'none') return undefined;
  const map = ctx.fieldMap('udm', logsource);
  if (!map.matched) {
    ctx.note({
      code: 'unmapped_logsource',
      message: `No UDM event type or log type is known for ${logsourceName(logsource)}: the query looks at all events. Add a scope by add_condition in a pipeline.`,
    });
  }
  const unsure = map.scope['unsure'];
  if (typeof unsure === 'string') ctx.note({ code: 'unsure_field', message: unsure });
  noteSharedScope('udm', logsource, scopeText, ctx);
  return map;
}

const scopeText: ScopeText = ({ scope }) =>
  [scope['where'], scope['not']].some((part) => part !== undefined)
    ? JSON.stringify([scope['where'], scope['not']])
    : '';

/**
 * The comparisons that restrict a query to the log source's events, in the map's order. `scope.where` is an object of UDM path → one value,
 * or several of which one must match; `scope.not` names values that exclude an event, where a parser may leave the path unset.
 */
export function scopeOfMap(map: ResolvedMap | undefined, dialect: Dialect): readonly Rendered[] {
  if (map === undefined) return [];
  const byPrefix = remembered(scopes, map, () => new Map<string, readonly Rendered[]>());
  return remembered(byPrefix, dialect.prefix, () => [
    ...entriesOf(map.scope['where']).map(([path, values]) => compared(path, '=', values, dialect)),
    ...entriesOf(map.scope['not']).map(([path, values]) => compared(path, '!=', values, dialect)),
  ]);
}

/** Scopes by map and event variable; there are few variables (`$e`, `$e1` …). */
const scopes = new WeakMap<ResolvedMap, Map<string, readonly Rendered[]>>();

function entriesOf(value: unknown): readonly (readonly [string, readonly string[]])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Readonly<Record<string, string | readonly string[]>>).map(([path, wanted]) => [
    path,
    typeof wanted === 'string' ? [wanted] : wanted,
  ]);
}

function compared(path: string, sign: '=' | '!=', values: readonly string[], dialect: Dialect): Rendered {
  const left = operand(dialect, placeAt(path));
  return joinRendered(
    sign === '=' ? 'or' : 'and',
    values.map((value) => `${left} ${sign} ${quoted(value)}`),
    dialect.syntax,
  );
}
