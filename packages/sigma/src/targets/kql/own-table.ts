import { readFileSync } from 'node:fs';
import { isName } from '../../characters.js';
import { type ResolvedMap, resolveMap } from '../../convert/maps.js';
import type { Logsource } from '../../model/rule.js';
import { type Access, elementsIfExist, nativeAccess, parseAccess } from './access.js';
import type { Column } from './column.js';

/** Products whose logs without a map are services with the names of their tables: what the reader of queries makes of a table that no map has. */
const PRODUCTS = new Set(['azure', 'm365']);

let names: ReadonlyMap<string, string> | undefined;

/** Tables of Sentinel and Defender that no map has, by their names in lower case. Kusto minds the letters' case. Read once per process. */
function tableNames(): ReadonlyMap<string, string> {
  const file = new URL('../../../data/kql/table-names.json', import.meta.url);
  names ??= new Map((JSON.parse(readFileSync(file, 'utf8')) as string[]).map((name) => [name.toLowerCase(), name]));
  return names;
}

/** The table that a log source's service is the name of, where the map that it would have is only its product's; undefined for any other. */
export function ownTable(map: ResolvedMap, { product, category, service }: Logsource): string | undefined {
  if (product === undefined || service === undefined || category !== undefined) return undefined;
  if (!PRODUCTS.has(product.toLowerCase()) || (map.matched && map !== resolveMap('kql', { product }))) return undefined;
  return tableNames().get(service.toLowerCase());
}

/** Where a field of such a table is: the column of its name, or a place in one. */
export function ownAccess(field: string): Access {
  const scope = { schema: new Map<string, Column['type']>(), xml: undefined };
  const [head = ''] = field.split(/\.|\["/);
  if (isName(field) || !isName(head.replaceAll('[]', ''))) return nativeAccess(field, scope);
  if (field.includes('[]')) return elementsIfExist(field, scope);
  return parseAccess(field, field, 'string', { ...scope, schema: new Map([[head, 'dynamic']]) });
}
