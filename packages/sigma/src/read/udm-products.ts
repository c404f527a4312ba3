import { logTypeOfEvents, type UdmProduct, udmProduct } from '../catalogue/taxonomy.js';
import { conjunctsOf, join, type QueryNode, test } from '../query/query-tree.js';
import { exactly } from '../query/values.js';
import { type AllowedValues, allowedValues } from './logsource-scope.js';

const TYPE = 'metadata.log_type';
const PRODUCT = 'metadata.product_name';
const VENDOR = 'metadata.vendor_name';
const EVENTS = 'metadata.product_event_type';

/** A rule of UDM that names its log by vendor and product, with the log type that has the product's events. */
export function withLogType(tree: QueryNode): QueryNode {
  const parts = conjunctsOf(tree);
  const ranges = parts.map(allowedValues);
  if (ranges.some((range) => range?.field === TYPE)) return tree;
  const product = ofOneType(ranges.find((range) => range?.field === PRODUCT));
  if (product === undefined) return withTypeOfEvents(parts, ranges) ?? tree;
  const vendors = ranges.filter((range) => range?.field === VENDOR).flatMap((range) => [...(range?.values ?? [])]);
  if (vendors.some((name) => !product.vendors.includes(name))) return tree;
  // A name as common as "login" is a product only beside its vendor.
  if (product.isOneOfSeveral && vendors.length === 0) return tree;
  const isSaid = (index: number): boolean => {
    const field = ranges[index]?.field;
    return field === VENDOR || (field === PRODUCT && !product.isOneOfSeveral);
  };
  return join('and', [test(TYPE, exactly(product.logType), 0), ...parts.filter((_, index) => !isSaid(index))]);
}

/** A rule that names its log by what all events of one are called, with their log type. */
function withTypeOfEvents(
  parts: readonly QueryNode[],
  ranges: readonly (AllowedValues | undefined)[],
): QueryNode | undefined {
  const index = ranges.findIndex((range) => range?.field === EVENTS);
  const types = new Set([...(ranges[index]?.values ?? [])].map(logTypeOfEvents));
  const [type, ...others] = [...types];
  if (type === undefined || others.length > 0) return undefined;
  return join('and', [test(TYPE, exactly(type), 0), ...parts.filter((_, other) => other !== index)]);
}

/** What all of the names of products have in common: the log type. */
function ofOneType(range: AllowedValues | undefined): UdmProduct | undefined {
  const [first, ...others] = [...(range?.values ?? [])].map(udmProduct);
  return others.some((each) => each?.logType !== first?.logType) ? undefined : first;
}
