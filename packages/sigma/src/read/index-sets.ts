import type { Logsource } from '../model/rule.js';
import type { QueryNode } from '../query/query-tree.js';
import { dataSetOf, leavesOf, SET_FIELDS } from './evidence.js';
import type { FoundLogsource } from './logsource.js';

/** The parts of data sets' names that the requests to a server are logged under. */
const REQUESTS = new Set(['access', 'http']);
const WEBSERVER: Logsource = { category: 'webserver' };
/** Index patterns of Beats whose events Elastic's agent has in the data sets of one product. */
const BEATS: Readonly<Record<string, string>> = { 'packetbeat-*': 'network_traffic' };

/**
 * The log source that index patterns of several data sets name, where the condition names none: what all of them are. `assumed` is whether
 * something else indicates a log source, which only patterns of web servers and of one kind of log tell better.
 */
export function logsourceOfSets(
  tree: QueryNode,
  index: readonly string[],
  assumed: boolean,
): FoundLogsource | undefined {
  const products = new Set(index.map(productOf));
  const kinds = new Set(index.map((pattern) => dataSetOf(pattern)?.split('.').slice(1).join('_')));
  const [product] = products;
  const [kind] = kinds;
  const isNamed = leavesOf(tree).some(({ field = '' }) => SET_FIELDS.has(field));
  if (products.size > 1 && !isNamed && [...kinds].every((each) => each !== undefined && REQUESTS.has(each)))
    return { family: 'ecs', mapped: WEBSERVER, logsource: WEBSERVER, rest: tree, certainty: 'named', leftOut: [] };
  if (products.size > 1 && !isNamed && kinds.size === 1 && kind !== undefined) return unlisted(tree, { service: kind });
  if (assumed || products.size !== 1 || product === undefined) return undefined;
  return unlisted(tree, kinds.size === 1 && kind !== undefined ? { product, service: kind } : { product });
}

function unlisted(tree: QueryNode, logsource: Logsource): FoundLogsource {
  return { family: 'ecs', mapped: undefined, logsource, rest: tree, certainty: 'unlisted', leftOut: [] };
}

/** The product of the data sets that a pattern names. */
export const productOf = (pattern: string): string | undefined =>
  BEATS[pattern] ?? dataSetOf(pattern)?.split('.')[0] ?? /^logs-([a-z0-9_]+)\.\*(?:-\*)?$/.exec(pattern)?.[1];
