import type { JoinedEvents, Joins } from '../../convert/correlation/joins.js';
import { durationText } from '../../convert/duration.js';
import type { ConversionContext } from '../../convert/target.js';
import { ExpressionTarget } from '../../convert/text/expression-target.js';
import { joinRendered, type Rendered, renderCondition, textOf } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';
import { describeTarget } from '../descriptor.js';
import { NATIVE, scopeOf } from '../lucene/native-scope.js';
import { openMap } from '../lucene/open-map.js';
import { EqlWriter, eqlName, SYNTAX } from './writer.js';

/** Sequences and samples. The bound of runs is the product's; that of a sample is a careful one, since no page of the product's names it. */
const JOINS: Joins = {
  /** An account joins by both of its fields, any other value by the first of its names. */
  keysOf(name, logsource, ctx) {
    const field = openMap('ecs', logsource, ctx).field(name);
    const names = field.type === 'account' ? field.names : field.names.slice(0, 1);
    return names.map((native) => eqlName(native, field, ctx));
  },
  repeated: (events, least, span) => `sequence${by(events)}${within(span)}\n${filter(events)} with runs=${least}`,
  repeatsMax: 100,
  repeatsNote:
    'A sequence finds at least a number of events, at most 100: it also finds counts that the rule leaves out.',
  ordered: (kinds, keys, span) =>
    `sequence${by({ keys: keys ?? [] })}${within(span)}\n${kinds.map((events) => filter(events) + (keys === undefined ? by(events) : '')).join('\n')}`,
  unordered: (kinds) => `sample\n${kinds.map((events) => filter(events) + by(events)).join('\n')}`,
  unorderedMax: 5,
  unorderedNote: 'A sample of EQL has no time span: it joins all events in the time that the rule looks back over.',
};

const filter = ({ search }: JoinedEvents) => `  [ ${eventQuery(search)} ]`;
const by = ({ keys }: Pick<JoinedEvents, 'keys'>) => (keys.length === 0 ? '' : ` by ${keys.join(', ')}`);
const within = (span: number | undefined) => (span === undefined ? '' : ` with maxspan=${durationText(span)}`);

/** Elastic's Event Query Language over ECS fields: single events, and the sequences of correlations. */
class Eql extends ExpressionTarget {
  protected readonly syntax = SYNTAX;
  protected readonly uncounted = 'EQL cannot count or order events in this way: the query is the base search.';
  protected readonly finished = eventQuery;
  protected override readonly joins = JOINS;

  protected search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
    const map = openMap('ecs', logsource, ctx);
    const scope = scopeOf(map);
    const limit = scope === undefined || renderCondition(scope, SYNTAX, new EqlWriter(NATIVE, ctx).leaf);
    return joinRendered('and', [limit, renderCondition(tree, SYNTAX, new EqlWriter(map, ctx).leaf)], SYNTAX);
  }
}

function eventQuery(expression: Rendered): string {
  return `any where ${typeof expression === 'boolean' ? expression : textOf(expression)}`;
}

export const eql = describeTarget({
  id: 'siem_eql',
  default: false,
  language: 'EQL',
  outputFormat: 'EQL (event query language)',
  product: 'Elastic Security',
  short: { language: 'EQL', product: 'Elastic' },
  colours: 'lucene',
  extension: 'eql',
  features: { wildcards: 'yes', regex: 'yes', near: 'partial', aggregation: 'partial' },
  family: 'ecs',
  settings: ['index'],
  pipelineBackends: ['eql', 'lucene', 'elasticsearch'],
  deployFormats: {},
  reads: 'eql',
  writer: new Eql(),
});
