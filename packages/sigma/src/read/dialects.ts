import { isSharedLogType } from '../catalogue/taxonomy.js';
import { withoutStart } from '../characters.js';
import type { MapFamily } from '../convert/maps.js';
import { mappedLogsources, resolveMap } from '../convert/maps.js';
import type { Logsource } from '../model/rule.js';
import { parseEql } from '../query/eql/query.js';
import { parseEsql } from '../query/esql/query.js';
import { parseKql, TABLE_FIELD } from '../query/kql/query.js';
import type { QueryLanguage } from '../query/language.js';
import { parseLucene } from '../query/lucene/query.js';
import {
  ALWAYS,
  conjunctsOf,
  join,
  type ParsedQuery,
  type ParseOptions,
  type QueryNode,
  test,
} from '../query/query-tree.js';
import { parseSpl } from '../query/spl/query.js';
import { exactly } from '../query/values.js';
import { parseYaral } from '../query/yaral/query.js';
import { resolveSource } from '../targets/kql/source.js';
import { luceneMap } from '../targets/lucene/resolve.js';
import { scopeOf } from '../targets/spl/scope.js';
import type { System } from './evidence.js';
import { allowedValues, type ScopedLogsource, scopedLogsources } from './logsource-scope.js';
import { PRODUCTS } from './logsource-system.js';

/** What reading needs of a language: its parser, and how its queries name a log source. */
interface Dialect {
  readonly parse: (text: string, options?: ParseOptions) => ParsedQuery;
  /** Every log source in its products' maps, with the conditions that name it. Computed once. */
  readonly scopes: () => readonly ScopedLogsource[];
  /** The family of maps that is used where the caller names the log source. */
  readonly defaultFamily: MapFamily;
  /** The system that its logs are usually from, where nothing in a query tells. */
  readonly usual?: System;
  /** The message for a query that does not name a log. */
  readonly unknown: (tree: QueryNode) => string;
}

const NAME_IT = 'give its logsource beside the query, such as product windows and category process_creation';

const ecsScopes = once(() => luceneScopes('ecs'));
const elasticScopes = once(() => [...ecsScopes(), ...luceneScopes('opensearch')]);

export const DIALECTS: Readonly<Record<QueryLanguage, Dialect>> = {
  kql: { parse: parseKql, scopes: once(kqlScopes), defaultFamily: 'kql', usual: 'windows', unknown: unknownTable },
  spl: {
    parse: parseSpl,
    usual: 'windows',
    scopes: once(splScopes),
    defaultFamily: 'spl',
    unknown: () => `no known log source fits the source, source type and fields of the search; ${NAME_IT}`,
  },
  lucene: { parse: parseLucene, scopes: elasticScopes, defaultFamily: 'ecs', unknown: unknownFields },
  eql: { parse: parseEql, scopes: ecsScopes, defaultFamily: 'ecs', unknown: unknownFields },
  esql: { parse: parseEsql, scopes: ecsScopes, defaultFamily: 'ecs', unknown: unknownFields },
  yaral: { parse: parseYaral, scopes: once(udmScopes), defaultFamily: 'udm', unknown: unknownUdm },
};

function once<Result>(work: () => Result): () => Result {
  let result: Result | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function kqlScopes(): readonly ScopedLogsource[] {
  return scopedLogsources('kql', (logsource) => {
    const { table, where } = resolveSource(resolveMap('kql', logsource), logsource);
    const named = test(TABLE_FIELD, exactly(table), 0);
    const own = join('and', [named, ...(where === undefined ? [] : [parseKql(where).tree])]);
    return [own, ...readScopes('kql', logsource, (text) => parseKql(text).tree)];
  });
}

/** How the names of Windows' logs begin where their events are XML. */
const AS_XML = 'XmlWinEventLog:';
/** Windows events come as XML or as text, each as a `source` or a `sourcetype`: one log under four names. */
const SOURCE_NAMES = [
  ['source', AS_XML],
  ['source', 'WinEventLog:'],
  ['sourcetype', AS_XML],
  ['sourcetype', 'WinEventLog:'],
] as const;

function splScopes(): readonly ScopedLogsource[] {
  const parsed = (text: string): QueryNode => parseSpl(text).tree;
  return scopedLogsources('spl', (logsource) => {
    const map = resolveMap('spl', logsource);
    const { text } = scopeOf(map, logsource);
    const own = text === '' ? [] : conjunctsOf(parsed(text));
    const others = own.filter((part) => sourceOf(part) === undefined);
    const named = own.flatMap(sourcesNamed);
    // Each of several source types alone names the log, whatever tags its add-on sets.
    const types = own.filter((part) => fieldOf(part) === 'sourcetype' && part.kind === 'or');
    const beside = own.filter((part) => !types.includes(part) && fieldOf(part) !== 'tag');
    const typed = types.flatMap((part) => (part.kind === 'or' ? part.children : []));
    const sources = [...named, ...(named.length === 0 ? [] : map.reads.sources.map(parsed))];
    return [
      ...(own.length === 0 ? [] : [join('and', own)]),
      ...sources.map((source) => join('and', [source, ...others])),
      ...typed.map((type) => join('and', [type, ...beside])),
      // A set of a data model has all kinds of its events; the log source is those that its own search asks for beside the tags.
      ...readScopes('spl', logsource, parsed).map((scope) => join('and', [scope, ...own.filter(namesAction)])),
    ];
  });
}

function namesAction(node: QueryNode): boolean {
  return fieldOf(node) === 'action';
}

function sourceOf(node: QueryNode): QueryNode | undefined {
  const leaf = node.kind === 'or' ? node.children[0] : node;
  return leaf?.kind === 'test' && leaf.field === 'source' ? node : undefined;
}

function sourcesNamed(node: QueryNode): readonly QueryNode[] {
  if (sourceOf(node) === undefined) return [];
  const leaves = node.kind === 'or' ? node.children : [node];
  return SOURCE_NAMES.map(([field, prefix]) =>
    join(
      'or',
      leaves.map((leaf) => {
        const literal = leaf.kind === 'test' && leaf.test.op === 'string' ? leaf.test.pattern.literal : '';
        return test(
          field,
          exactly(literal.startsWith(AS_XML) ? `${prefix}${withoutStart(literal, AS_XML)}` : literal),
          0,
        );
      }),
    ),
  );
}

function luceneScopes(family: 'ecs' | 'opensearch'): readonly ScopedLogsource[] {
  const parsed = (text: string): QueryNode => parseLucene(text).tree;
  return scopedLogsources(family, (logsource) => {
    const { filter } = luceneMap(resolveMap(family, logsource), family).scope;
    const own = filter === undefined ? [ALWAYS] : [parsed(filter)];
    // The data set of an event has two names.
    if (filter?.includes('data_stream.dataset:') === true)
      own.push(parsed(filter.replaceAll('data_stream.dataset:', 'event.dataset:')));
    return [...own, ...readScopes(family, logsource, parsed)];
  });
}

/** Event types, products and vendors that a UDM search limits itself to, as its maps write them. */
function udmScopes(): readonly ScopedLogsource[] {
  return scopedLogsources('udm', (logsource) => {
    const { where } = resolveMap('udm', logsource).scope as { readonly where?: Readonly<Record<string, unknown>> };
    const tests = Object.entries(where ?? {}).map(([field, values]) =>
      join(
        'or',
        (Array.isArray(values) ? values : [values]).map((value) => test(field, exactly(String(value)), 0)),
      ),
    );
    const isType = (part: QueryNode) => fieldOf(part) === 'metadata.event_type';
    const types = tests.filter(isType);
    // A rule names the product by its log type, or by the name that its parser writes; one of them is enough. A vendor has many products.
    const isName = (part: QueryNode) => ['metadata.log_type', 'metadata.product_name'].includes(fieldOf(part) ?? '');
    const isVendor = (part: QueryNode) => fieldOf(part) === 'metadata.vendor_name';
    const others = tests.filter((part) => !isName(part) && !isVendor(part));
    // All logs of Windows have one type; there the name of the channel's provider is the log's.
    const hasProvider = isOfSystems(logsource) && tests.some((part) => fieldOf(part) === 'metadata.product_name');
    // So has a log type of several products: of all of them, where it stands alone.
    const isLogType = (part: QueryNode) => fieldOf(part) === 'metadata.log_type';
    const needsProduct =
      hasProvider || (tests.length > 1 && tests.some((part) => isLogType(part) && isOfSeveral(part)));
    const names = tests.filter((part) => isName(part) && !(needsProduct && isLogType(part)));
    const products = names.map((part) => join('and', [...others, part]));
    // A kind of event alone is no product's, but the kind of any system's log.
    const byType =
      isOfSystems(logsource) && types.length > 0 && types.length < tests.length ? [join('and', types)] : [];
    return [join('and', tests), ...byType, ...products];
  });
}

/** Whether a log source is of any system's events, and not of a product. */
const isOfSystems = ({ product }: Logsource): boolean => product === undefined || PRODUCTS.has(product);

/** Whether a test of a log type is of one that several products have. */
const isOfSeveral = (node: QueryNode): boolean =>
  [...(allowedValues(node)?.values ?? [])].some((type) => isSharedLogType(type));

function fieldOf(node: QueryNode): string | undefined {
  const leaf = node.kind === 'or' ? node.children[0] : node;
  return leaf?.kind === 'test' ? leaf.field : undefined;
}

function unknownUdm(): string {
  return `no known log source fits the event type, product and fields of the rule; ${NAME_IT}`;
}

function unknownFields(): string {
  return `no known log source fits the data set, event category and fields of the query; ${NAME_IT}`;
}

function readScopes(family: MapFamily, logsource: Logsource, parse: (text: string) => QueryNode): readonly QueryNode[] {
  return resolveMap(family, logsource).reads.scopes.map(parse);
}

function unknownTable(tree: QueryNode): string {
  for (const part of conjunctsOf(tree)) {
    if (part.kind === 'test' && part.field === TABLE_FIELD && part.test.op === 'string') {
      const table = part.test.pattern.literal;
      const isKnown = mappedLogsources('kql').some(
        (logsource) => resolveSource(resolveMap('kql', logsource), logsource).table === table,
      );
      const what = isKnown
        ? `has the events of ${table} that the query asks for`
        : `is known whose events stand in ${table}`;
      return `no log source ${what}; ${NAME_IT}`;
    }
  }
  return `the query names no table; ${NAME_IT}`;
}
