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
import { fieldName } from './text.js';
import { CqlWriter, SYNTAX } from './writer.js';

const UNCOUNTED = 'CQL cannot count or order events in this way: the query is the base search.';

/** The scope of a map of Falcon's events. */
interface FalconScope {
  /** The names of the events. */
  readonly events?: readonly string[];
  readonly platform?: string;
}

/** CrowdStrike's query language over the events of Falcon's sensor. */
class Cql extends TextTarget {
  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return finished(searchOf(logsource, tree, ctx));
  }

  protected counted(counting: Counting, ctx: ConversionContext): string {
    const counted = countedQuery(counting, ctx);
    if (counted !== undefined) return counted;
    ctx.note({ code: 'aggregation_dropped', message: UNCOUNTED });
    const searches = baseEvents(counting, ctx).flatMap(({ logsource, conditions }) =>
      conditions.map((condition) => searchOf(logsource, baseTree(condition), ctx)),
    );
    return finished(searches.length === 0 ? true : joinRendered('or', searches, SYNTAX));
  }
}

function searchOf(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
  const map = mapOf(logsource, ctx);
  return joinRendered('and', [...scopeOf(map), renderCondition(tree, SYNTAX, new CqlWriter(map, ctx).leaf)], SYNTAX);
}

function mapOf(logsource: Logsource, ctx: ConversionContext): ResolvedMap {
  const map = ctx.fieldMap('falcon', logsource);
  if (!map.matched) {
    ctx.note({
      code: 'unmapped_logsource',
      message: `Falcon's sensor has no events of the log source ${logsourceName(logsource)}: the query searches every event. Search the right repository, or add a scope by add_condition in a pipeline.`,
    });
  } else if (ctx.settings.pipeline !== 'none') noteSharedScope('falcon', logsource, scopeText, ctx);
  return map;
}

const scopeText: ScopeText = (map) => {
  const scope = joinRendered('and', scopeOf(map), SYNTAX);
  return typeof scope === 'boolean' ? '' : textOf(scope);
};

/** The tag comes first: it is what makes a search cheap. */
function scopeOf({ scope }: ResolvedMap): readonly Rendered[] {
  const { events = [], platform } = scope as FalconScope;
  const names = events.map((event) => `#event_simpleName=${event}`);
  return [
    ...(names.length === 0 ? [] : [joinRendered('or', names, SYNTAX)]),
    ...(platform === undefined ? [] : [`event_platform=${platform}`]),
  ];
}

function finished(found: Rendered): string {
  if (typeof found === 'boolean') return found ? '*' : 'not (*)';
  return textOf(found);
}

function countedQuery(counting: Counting, ctx: ConversionContext): string | undefined {
  const range = wholeRange(
    counting,
    {
      syntax: SYNTAX,
      search: (logsource, tree) => searchOf(logsource, tree, ctx),
      columnOf: (name, logsource) => columnOf(name, logsource, ctx),
      present: (column) => `${column}=*`,
    },
    ctx,
  );
  if (range === undefined) return undefined;
  const { found, keys, counted, thresholds } = range;
  const columns = counted === undefined ? [] : [...new Set([...keys, counted])];
  const distinct = columns.length === 0 ? [] : [`groupBy([${columns.join(', ')}], limit=max)`];
  const count = keys.length === 0 ? 'count(as=n)' : `groupBy([${keys.join(', ')}], function=count(as=n), limit=max)`;
  return [finished(found), ...distinct, count, thresholdTests('n', thresholds, '=', ' | ')].join('\n| ');
}

/** The field that has the whole of a value; undefined where none does. */
function columnOf(name: string, logsource: Logsource, ctx: ConversionContext): string | undefined {
  const map = ctx.fieldMap('falcon', logsource);
  const field = map.fields.get(name);
  if (field === undefined) return map.matched && ctx.settings.pipeline !== 'none' ? undefined : fieldName(name);
  return field.names.length === 1 ? fieldName(field.names[0] as string) : undefined;
}

export const cql = describeTarget({
  id: 'siem_cql',
  default: false,
  language: 'CQL',
  outputFormat: 'CQL (CrowdStrike query language)',
  product: 'CrowdStrike LogScale',
  short: { language: 'CQL', product: 'LogScale' },
  colours: 'spl',
  extension: 'cql',
  features: { wildcards: 'yes', regex: 'yes', near: 'no', aggregation: 'partial' },
  family: 'falcon',
  settings: [],
  pipelineBackends: ['log_scale', 'logscale', 'crowdstrike'],
  deployFormats: { 'logscale-search': 'scheduled search of a package' },
  writer: new Cql(),
});
