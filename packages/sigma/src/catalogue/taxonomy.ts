import { readFileSync } from 'node:fs';
import type { Logsource } from '../model/rule.js';

/** One log source of the taxonomy; `fields` is set only where they are known. */
interface KnownLogsource extends Omit<Logsource, 'definition'> {
  readonly fields?: readonly string[];
}

/** The known log sources. */
export interface Taxonomy {
  readonly logsources: readonly Logsource[];
  /** Whether a log source, or a wider one, is known. */
  knows(logsource: Logsource): boolean;
  /** The fields seen for a log source, or undefined where the taxonomy lists none. */
  fieldsOf(logsource: Logsource): ReadonlySet<string> | undefined;
}

let taxonomy: Taxonomy | undefined;

/** The taxonomy of `data/taxonomy/logsources.json`, read once per process. */
export function loadTaxonomy(): Taxonomy {
  taxonomy ??= buildTaxonomy(readJson('logsources.json') as { logsources: readonly KnownLogsource[] });
  return taxonomy;
}

let stockBinaries: ReadonlySet<string> | undefined;

/** Names of programs that every system runs all day, in lower case. A rule on such a name alone is not specific. */
export function loadStockBinaries(): ReadonlySet<string> {
  stockBinaries ??= new Set((readJson('stock-binaries.json') as { binaries: readonly string[] }).binaries);
  return stockBinaries;
}

/** Splunk's source types and Elastic's data sets by the log that they are; `data/taxonomy/source-types.json`. */
interface SourceTypes {
  readonly types: readonly { readonly logsource: Logsource; readonly names: readonly string[] }[];
  /** What the parsers of Google SecOps call the products of a log type. */
  readonly udm_products: readonly {
    readonly log_type: string;
    readonly vendors: readonly string[];
    /** Whether the product is one of several of the log type, and a field of its events. */
    readonly is_kept?: boolean;
    readonly names: readonly string[];
    /** What the parser calls all events of the product, where that names it as well. */
    readonly events?: readonly string[];
  }[];
  /** Source types of Splunk that only say how events came there. */
  readonly carriers: readonly string[];
  /** Products each of whose logs is a source type, between one of some beginnings and perhaps an ending. */
  readonly services: readonly {
    readonly product: string;
    readonly begins: readonly string[];
    readonly ends: readonly string[];
  }[];
}

let sourceTypes: SourceTypes | undefined;

/** The log source of a source type of Splunk or a data set of Elastic, in any letter case; undefined where the table does not have it. */
export function logsourceOfSourceType(name: string): Logsource | undefined {
  sourceTypes ??= readJson('source-types.json') as SourceTypes;
  const lower = name.toLowerCase();
  const listed = sourceTypes.types.find(({ names }) => names.includes(lower));
  if (listed !== undefined) return listed.logsource;
  for (const { product, begins, ends } of sourceTypes.services) {
    const begin = begins.find((each) => lower.startsWith(each));
    if (begin === undefined) continue;
    const end = ends.find((each) => lower.endsWith(each)) ?? '';
    const service = lower.slice(begin.length, lower.length - end.length);
    if (/^[a-z0-9_]+$/.test(service)) return { product, service };
  }
  return undefined;
}

/** Whether a source type of Splunk only says how events came there, and so names no log. */
export function isCarrier(name: string): boolean {
  sourceTypes ??= readJson('source-types.json') as SourceTypes;
  return sourceTypes.carriers.includes(name.toLowerCase());
}

/** The log type of Google SecOps that has a product's events. */
export interface UdmProduct {
  readonly logType: string;
  /** The names that the parser gives the product's vendor, in lower case. */
  readonly vendors: readonly string[];
  /** Whether the product is one of several of the log type, which is a field of its events and needs its vendor beside it. */
  readonly isOneOfSeveral: boolean;
}

/** What a name of a product in UDM (`metadata.product_name`) stands for, in any letter case; undefined where the table does not have it. */
export function udmProduct(name: string): UdmProduct | undefined {
  sourceTypes ??= readJson('source-types.json') as SourceTypes;
  const found = sourceTypes.udm_products.find(({ names }) => names.includes(name.toLowerCase()));
  if (found === undefined) return undefined;
  return { logType: found.log_type, vendors: found.vendors, isOneOfSeveral: found.is_kept === true };
}

/** The log type of Google SecOps whose events alone have a name (`metadata.product_event_type`), in any letter case. */
export function logTypeOfEvents(name: string): string | undefined {
  sourceTypes ??= readJson('source-types.json') as SourceTypes;
  return sourceTypes.udm_products.find(({ events }) => events?.includes(name.toLowerCase()) === true)?.log_type;
}

/** Whether the events of several products have a log type of Google SecOps, in any letter case. */
export function isSharedLogType(type: string): boolean {
  sourceTypes ??= readJson('source-types.json') as SourceTypes;
  return sourceTypes.udm_products.some((each) => each.is_kept === true && each.log_type === type.toUpperCase());
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../data/taxonomy/${name}`, import.meta.url), 'utf8'));
}

function buildTaxonomy({ logsources }: { readonly logsources: readonly KnownLogsource[] }): Taxonomy {
  const byKey = new Map<string, ReadonlySet<string>>();
  const products = new Set<string>();
  for (const logsource of logsources) {
    byKey.set(keyOf(logsource), new Set(logsource.fields ?? []));
    if (logsource.product !== undefined) products.add(logsource.product);
  }
  const candidates = ({ product, category, service }: Logsource): string[] => [
    keyOf({ product, category, service }),
    ...(category === undefined ? [] : [keyOf({ product, category })]),
    ...(service === undefined || category !== undefined ? [] : [keyOf({ product, service })]),
    ...(category === undefined ? [] : [keyOf({ category })]),
  ];
  return {
    logsources,
    knows: (logsource) => {
      const { product, category, service } = logsource;
      if (candidates(logsource).some((key) => byKey.has(key))) return true;
      return category === undefined && service === undefined && products.has((product ?? '').toLowerCase());
    },
    fieldsOf: (logsource) => {
      const fields = byKey.get(candidates(logsource).find((key) => byKey.has(key)) ?? '');
      return fields === undefined || fields.size === 0 ? undefined : fields;
    },
  };
}

function keyOf(logsource: {
  product?: string | undefined;
  category?: string | undefined;
  service?: string | undefined;
}): string {
  const { product = '', category = '', service = '' } = logsource;
  return `${product}|${category}|${service}`.toLowerCase();
}
