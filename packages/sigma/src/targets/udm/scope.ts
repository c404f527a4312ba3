import { type ResolvedMap, resolveMap } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { Logsource } from '../../model/rule.js';
import { type Dialect, operand } from './dialect.js';
import { quoted } from './literal.js';
import { isRepeated, kindOfPath } from './schema.js';

/** The map of a log source under the default pipeline; undefined for `pipeline: 'none'`. */
export function mapOf(logsource: Logsource, ctx: ConversionContext): ResolvedMap | undefined {
  if (ctx.settings.pipeline === 'none') return undefined;
  const map = resolveMap('udm', logsource);
  if (!map.matched) {
    const { product, category, service } = logsource;
    const named = Object.entries({ product, category, service })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}: ${value}`)
      .join(', ');
    ctx.note({
      code: 'unmapped_logsource',
      message: `No UDM event type or log type is known for the log source (${named}): the query looks at all events.`,
    });
  }
  return map;
}

/**
 * The comparisons that restrict a query to the log source's events, in the map's order: `scope.where` is an object of UDM path → one value
 * or several of which any may be.
 */
export function scopeOfMap(map: ResolvedMap | undefined, dialect: Dialect): readonly Rendered[] {
  const where = map?.scope['where'];
  if (typeof where !== 'object' || where === null) return [];
  return Object.entries(where as Readonly<Record<string, string | readonly string[]>>).map(([path, wanted]) => {
    const left = operand(dialect, { path, kind: kindOfPath(path), repeated: isRepeated(path), inside: false });
    const values = typeof wanted === 'string' ? [wanted] : wanted;
    return joinRendered(
      'or',
      values.map((value) => `${left} = ${quoted(value)}`),
      dialect.syntax,
    );
  });
}
