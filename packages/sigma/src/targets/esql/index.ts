import { baseEvents, baseTree } from '../../convert/correlation/base-search.js';
import type { Counting } from '../../convert/correlation/counting.js';
import type { ConversionContext } from '../../convert/target.js';
import { TextTarget } from '../../convert/text/text-target.js';
import { joinRendered, renderCondition, textOf } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource, SigmaRule } from '../../model/rule.js';
import { describeTarget } from '../descriptor.js';
import { NATIVE, scopeOf } from '../lucene/native-scope.js';
import { openMap } from '../lucene/open-map.js';
import { countedCommands, type Searched } from './counting.js';
import { fromCommand } from './text.js';
import { EsqlWriter, SYNTAX } from './writer.js';

const UNCOUNTED = 'ES|QL cannot count or order events in this way: the query is the base search.';

/** Elastic's piped query language over ECS fields. The metadata is what a detection rule needs to tell an event from another. */
class Esql extends TextTarget {
  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return filtered([searchOf(logsource, tree, ctx)], ctx);
  }

  protected counted(counting: Counting, ctx: ConversionContext): string {
    const counted = countedCommands(counting, (logsource, tree) => searchOf(logsource, tree, ctx), ctx);
    if (counted !== undefined) return [fromCommand(counted.patterns), ...counted.commands].join('\n| ');
    ctx.note({ code: 'aggregation_dropped', message: UNCOUNTED });
    const searches = baseEvents(counting, ctx).flatMap(({ logsource, conditions }) =>
      conditions.map((condition) => searchOf(logsource, baseTree(condition), ctx)),
    );
    return filtered(searches, ctx);
  }
}

function searchOf(logsource: Logsource, tree: Condition, ctx: ConversionContext): Searched {
  const map = openMap('ecs', logsource, ctx);
  const scope = scopeOf(map);
  const limit = scope === undefined || renderCondition(asWritten(scope), SYNTAX, new EsqlWriter(NATIVE, ctx).leaf);
  const condition = renderCondition(tree, SYNTAX, new EsqlWriter(map, ctx).leaf);
  return { patterns: [map.scope.index ?? '*'], search: joinRendered('and', [limit, condition], SYNTAX) };
}

/** A scope's values are the product's own, in its letter case. */
function asWritten(scope: Condition): Condition {
  if (scope.kind === 'not') return { ...scope, child: asWritten(scope.child) };
  if (scope.kind !== 'field' && scope.kind !== 'keyword') return { ...scope, children: scope.children.map(asWritten) };
  return { ...scope, tests: scope.tests.map((test) => (test.op === 'string' ? { ...test, cased: true } : test)) };
}

/** The events of any of some searches. */
function filtered(searches: readonly Searched[], ctx: ConversionContext): string {
  const patterns = searches.length === 0 ? ['*'] : searches.flatMap((each) => each.patterns);
  const from = `${fromCommand(patterns)} METADATA _id, _index, _version`;
  const found = joinRendered('or', searches.length === 0 ? [true] : searches.map(({ search }) => search), SYNTAX);
  if (found === true) return from;
  const text = found === false ? 'false' : textOf(found);
  const chain = text.split(' OR ').length;
  if (chain > MOST_ORS) {
    ctx.note({
      code: 'clause_limit',
      message: `The query has ${chain} alternatives; Elasticsearch refuses chains of more than ${MOST_ORS}. Split the rule, or look the values up.`,
    });
  }
  return `${from}\n| WHERE ${text}`;
}

/** 293 ran and 294 did not: the depth of an expression is 300 at most. */
const MOST_ORS = 293;

export const esql = describeTarget({
  id: 'siem_esql',
  default: false,
  language: 'ES|QL',
  outputFormat: 'ES|QL (Elasticsearch query language)',
  product: 'Elastic Security',
  short: { language: 'ES|QL', product: 'Elastic' },
  colours: 'sql',
  extension: 'esql',
  features: { wildcards: 'yes', regex: 'yes', near: 'partial', aggregation: 'partial' },
  family: 'ecs',
  settings: ['index'],
  pipelineBackends: ['esql', 'lucene', 'elasticsearch'],
  deployFormats: { 'kibana-esql': 'detection rule of type esql as Kibana imports it' },
  writer: new Esql(),
});
