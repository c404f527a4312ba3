import { baseEvents, baseTree } from '../../convert/correlation/base-search.js';
import type { Counting } from '../../convert/correlation/counting.js';
import { wholeRange } from '../../convert/correlation/whole-range.js';
import type { ResolvedMap } from '../../convert/maps.js';
import { noteSharedScope, type ScopeText } from '../../convert/shared-scope.js';
import type { ConversionContext } from '../../convert/target.js';
import { TextTarget } from '../../convert/text/text-target.js';
import { logsourceName, thresholdTests } from '../../convert/text/tokens.js';
import { joinRendered, type Rendered, renderCondition, textOf } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource, SigmaRule } from '../../model/rule.js';
import { describeTarget } from '../descriptor.js';
import { fieldOf, SYNTAX, XqlWriter } from './writer.js';

const UNCOUNTED = 'XQL cannot count or order events in this way here: the query is the base search.';

/** Cortex' query language over the events of its agent. */
class Xql extends TextTarget {
  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return finished(searchOf(logsource, tree, ctx)).join('\n| ');
  }

  protected counted(counting: Counting, ctx: ConversionContext): string {
    const range = wholeRange(
      counting,
      {
        syntax: SYNTAX,
        search: (logsource, tree) => searchOf(logsource, tree, ctx),
        columnOf(name, logsource) {
          const names = fieldOf(name, mapOf(logsource, ctx), ctx)?.names ?? [];
          // A part of an object has no name to group by.
          return names.length === 1 && names[0]?.includes(' ') === false ? names[0] : undefined;
        },
        present: (column) => `${column} != null`,
      },
      ctx,
    );
    if (range === undefined) {
      ctx.note({ code: 'aggregation_dropped', message: UNCOUNTED });
      const searches = baseEvents(counting, ctx).flatMap(({ logsource, conditions }) =>
        conditions.map((condition) => searchOf(logsource, baseTree(condition), ctx)),
      );
      return finished(searches.length === 0 ? true : joinRendered('or', searches, SYNTAX)).join('\n| ');
    }
    const { found, keys, counted, thresholds } = range;
    const by = (columns: readonly string[]) => (columns.length === 0 ? '' : ` by ${columns.join(', ')}`);
    const distinct = counted === undefined ? [] : [`comp count() as m${by([...new Set([...keys, counted])])}`];
    const enough = `filter ${thresholdTests('n', thresholds, '=', ' and ')}`;
    return [...finished(found), ...distinct, `comp count() as n${by(keys)}`, enough].join('\n| ');
  }
}

function searchOf(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
  const map = mapOf(logsource, ctx);
  return joinRendered('and', [...scopeOf(map), renderCondition(tree, SYNTAX, new XqlWriter(map, ctx).leaf)], SYNTAX);
}

function mapOf(logsource: Logsource, ctx: ConversionContext): ResolvedMap {
  const map = ctx.fieldMap('cortex', logsource);
  if (!map.matched) {
    ctx.note({
      code: 'unmapped_logsource',
      message: `Cortex' agent has no events of the log source ${logsourceName(logsource)}: the query searches every event of it. Name the data set that holds yours.`,
    });
  } else if (ctx.settings.pipeline !== 'none') noteSharedScope('cortex', logsource, scopeText, ctx);
  return map;
}

/** The scope of a map: fields of the data set and the values that they have one of, as names of enumerations. */
function scopeOf({ scope }: ResolvedMap): readonly Rendered[] {
  const { where = {} } = scope as { readonly where?: Readonly<Record<string, readonly string[]>> };
  return Object.entries(where).map(([field, values]) => {
    const names = values.map((value) => `${field} = ENUM.${value}`);
    return joinRendered('or', names, SYNTAX);
  });
}

const scopeText: ScopeText = (map) => {
  const scope = joinRendered('and', scopeOf(map), SYNTAX);
  return typeof scope === 'boolean' ? '' : textOf(scope);
};

function finished(found: Rendered): readonly string[] {
  const dataset = 'dataset = xdr_data';
  if (found === true) return [dataset];
  return [dataset, `filter ${found === false ? '_time = null' : textOf(found)}`];
}

export const xql = describeTarget({
  id: 'siem_xql',
  default: false,
  language: 'XQL',
  outputFormat: 'XQL (Cortex query language)',
  product: 'Palo Alto Cortex',
  short: { language: 'XQL', product: 'Cortex' },
  colours: 'kql',
  extension: 'xql',
  features: { wildcards: 'yes', regex: 'yes', near: 'no', aggregation: 'partial' },
  family: 'cortex',
  settings: [],
  pipelineBackends: ['cortexxdr', 'cortex', 'xql'],
  deployFormats: { 'cortex-rule': 'correlation rule as Cortex imports it' },
  writer: new Xql(),
});
