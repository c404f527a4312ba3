import type { Logsource } from '../model/rule.js';
import type { AllowedValues } from './logsource-scope.js';

/** Fields that name the operating system, which is the log source's product. */
export const SYSTEM_FIELDS = new Set(['host.os.type', 'host.os.family', 'host.os.platform', 'host.os.name.caseless']);
/** The operating systems that are products of Sigma's log sources. */
export const PRODUCTS: ReadonlySet<string> = new Set(['windows', 'linux', 'macos']);

/** The product that a query names by a field for the system, with the part that names it. */
export function productNamed(
  ranges: readonly (AllowedValues | undefined)[],
): { readonly name: string; readonly index: number } | undefined {
  for (const [index, range] of ranges.entries()) {
    if (range === undefined || range.values.size !== 1 || !SYSTEM_FIELDS.has(range.field)) continue;
    const [value = ''] = range.values;
    const name = value === 'darwin' ? 'macos' : value;
    if (PRODUCTS.has(name)) return { name, index };
  }
  return undefined;
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
