import type { ConversionContext } from '../../convert/target.js';
import { ExpressionTarget } from '../../convert/text/expression-target.js';
import { joinRendered, type Rendered, renderCondition } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';
import { describeTarget } from '../descriptor.js';
import { UDM_SEARCH } from './dialect.js';
import { mapOf, scopeOfMap } from './scope.js';
import { finishedSearch } from './search.js';
import { UdmWriter } from './writer.js';

/** UDM search of Google SecOps: one boolean expression over UDM paths. */
class Udm extends ExpressionTarget {
  protected readonly syntax = UDM_SEARCH.syntax;
  protected readonly uncounted =
    'UDM search finds events and does not count or order them: the query is the base search; the YARA-L rule has the whole.';
  protected readonly finished = finishedSearch;

  protected search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
    const map = mapOf(logsource, ctx);
    const condition = renderCondition(tree, this.syntax, new UdmWriter(map, UDM_SEARCH, ctx).leaf);
    return joinRendered('and', [...scopeOfMap(map, UDM_SEARCH), condition], this.syntax);
  }
}

export const udm = describeTarget({
  id: 'siem_udm',
  default: true,
  language: 'UDM search',
  outputFormat: 'UDM search queries',
  product: 'Google Security Operations',
  short: { language: 'UDM', product: 'Google SecOps search' },
  colours: 'sql',
  extension: 'udm',
  features: { wildcards: 'yes', regex: 'yes', near: 'no', aggregation: 'partial' },
  family: 'udm',
  settings: [],
  pipelineBackends: ['secops', 'secops_udm'],
  deployFormats: {},
  writer: new Udm(),
});
