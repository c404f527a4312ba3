import { type MapFamily, type MappedField, type ResolvedMap, resolveMap } from '../../convert/maps.js';
import type { Logsource } from '../../model/rule.js';

/** What a map file of these two families says beside its fields. */
export interface LuceneScope {
  /** Index pattern, for deployable forms and the reader; not part of a query string. */
  readonly index?: string;
  /** Query string that holds for the log source's events and no others; parts of an OR in their own parentheses. */
  readonly filter?: string;
  /** Where a field that no entry names lives, `{field}` standing for its name. */
  readonly convention?: string;
  /** True where the producer writes every field by the convention, so that it is no guess. */
  readonly conventionHolds?: boolean;
  /** The fields that a keyword search looks through. */
  readonly keywords?: MappedField;
}

/** A log source's scope and fields in one family. */
export interface LuceneMap {
  readonly matched: boolean;
  readonly scope: LuceneScope;
  field(name: string): MappedField;
}

const caches = new WeakMap<ResolvedMap, LuceneMap>();

/** The map of a log source in one family. */
export function luceneMap(family: MapFamily, logsource: Logsource): LuceneMap {
  const resolved = resolveMap(family, logsource);
  let map = caches.get(resolved);
  if (map === undefined) {
    map = createMap(resolved);
    caches.set(resolved, map);
  }
  return map;
}

/** The map of `pipeline: none`: every field is itself, of a kind nobody knows. */
export const UNMAPPED: LuceneMap = { matched: true, scope: {}, field: asIs };

function createMap(resolved: ResolvedMap): LuceneMap {
  const scope = resolved.scope as LuceneScope;
  return {
    matched: resolved.matched,
    scope,
    field(name) {
      return resolved.fields.get(name) ?? byConvention(name, scope);
    },
  };
}

function byConvention(name: string, { convention, conventionHolds }: LuceneScope): MappedField {
  // Sigma marks arrays by `[]`; neither product has them in field names.
  const plain = name.replaceAll('[]', '');
  if (convention === undefined) return asIs(plain);
  return {
    names: [convention.replace('{field}', () => plain)],
    type: 'keyword',
    casing: 'free',
    mapped: conventionHolds === true,
  };
}

function asIs(name: string): MappedField {
  return { names: [name], type: 'string', casing: 'free', mapped: false };
}
