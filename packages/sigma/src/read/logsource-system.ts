import type { Logsource } from '../model/rule.js';
import { conjunctsOf, join, type QueryNode, test } from '../query/query-tree.js';
import { exactly } from '../query/values.js';
import { type AllowedValues, allowedValues } from './logsource-scope.js';

/** Fields that name the operating system, which is the log source's product. */
export const SYSTEM_FIELDS = new Set([
  ...['host.os.type', 'host.os.family', 'host.os.platform', 'host.os.name.caseless'],
  ...['principal.platform', 'target.platform'],
]);
/** What products call macOS. */
export const MACOS_NAMES: readonly string[] = ['darwin', 'mac'];
/** The operating systems that are products of Sigma's log sources. */
export const PRODUCTS: ReadonlySet<string> = new Set(['windows', 'linux', 'macos']);

/** The product that a query names by a field for the system, with the part that names it. */
export function productNamed(
  ranges: readonly (AllowedValues | undefined)[],
): { readonly name: string; readonly index: number } | undefined {
  for (const [index, range] of ranges.entries()) {
    if (range === undefined || range.values.size !== 1 || !SYSTEM_FIELDS.has(range.field)) continue;
    const [value = ''] = range.values;
    const name = MACOS_NAMES.includes(value) ? 'macos' : value;
    if (PRODUCTS.has(name)) return { name, index };
  }
  return undefined;
}

const PLATFORM = 'principal.platform';
/** The systems of UDM, by their constants in lower case. */
const PLATFORMS: readonly string[] = ['windows', 'linux', 'mac'];

/** A rule of UDM that excludes all systems but one asks for that one's events, whether they name it or not. */
export function withOneSystem(tree: QueryNode): QueryNode {
  const parts = conjunctsOf(tree);
  const excluded = (part: QueryNode): readonly string[] => {
    const range = part.kind === 'not' ? allowedValues(part.child) : undefined;
    return range?.field === PLATFORM ? [...range.values] : [];
  };
  const others = new Set(parts.flatMap(excluded));
  const [only, ...more] = PLATFORMS.filter((system) => !others.has(system));
  if (only === undefined || more.length > 0) return tree;
  return join('and', [test(PLATFORM, exactly(only), 0), ...parts.filter((part) => excluded(part).length === 0)]);
}

/** Whether a log source's product is another system than the one found. */
export function contradicts(product: string, system: string | undefined): boolean {
  return system !== undefined && PRODUCTS.has(product) && product !== system;
}

/** Whether a log source is one system's share of a category that several systems have. */
export function isOfSystem({ product, category, service }: Logsource): boolean {
  return product !== undefined && category !== undefined && service === undefined && PRODUCTS.has(product);
}

/** The log source with the product, where it has none of its own. */
export function withProduct(logsource: Logsource, product: string | undefined): Logsource {
  return product === undefined || logsource.product !== undefined ? logsource : { ...logsource, product };
}
