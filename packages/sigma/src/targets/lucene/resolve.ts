import type { MapFamily, MappedField, ResolvedMap } from '../../convert/maps.js';
import { remembered } from '../../remembered.js';
import { isEcsField } from './ecs.js';

/** What a map file of these two families has besides its fields. */
interface LuceneScope {
  /** Index pattern, for deployable forms and for people; not part of a query string. */
  readonly index?: string;
  /** The field with the name of the host that wrote an event, where every event has it. */
  readonly host?: string;
  /** Query string that matches exactly the log source's events; parts of an OR have their own parentheses. */
  readonly filter?: string;
  /** Where a field without an entry is; `{field}` stands for its name. */
  readonly convention?: string;
  /** Where whole objects are: Sigma's prefix to the native one, for fields without an entry. */
  readonly prefixes?: Readonly<Record<string, { readonly name: string; readonly type?: string }>>;
  /** Whether the producer writes every field by the convention, so that it is certain. */
  readonly conventionHolds?: boolean;
  /** The field of analysed text for keyword searches; every field where there is none. */
  readonly keywords?: string;
  /** Why nothing in the events distinguishes this log source from others, where that is so; becomes a note. */
  readonly unscoped?: string;
}

/** A log source's scope and fields in one family. */
export interface LuceneMap {
  readonly matched: boolean;
  readonly scope: LuceneScope;
  /** The field for keyword searches. */
  readonly keywords: MappedField;
  field(name: string): MappedField;
}

const caches = new WeakMap<ResolvedMap, LuceneMap>();

/** A log source's map as these two families read it. */
export function luceneMap(resolved: ResolvedMap, family: MapFamily): LuceneMap {
  return remembered(caches, resolved, () => createMap(resolved, family));
}

/** The map of `pipeline: none`: every field has its own name and an unknown type. */
export const UNMAPPED: LuceneMap = { matched: true, scope: {}, keywords: everyField(false), field: asIs };

function createMap(resolved: ResolvedMap, family: MapFamily): LuceneMap {
  const scope = resolved.scope as LuceneScope;
  return {
    matched: resolved.matched,
    scope,
    keywords:
      scope.keywords === undefined
        ? everyField(true)
        : { names: [scope.keywords], type: 'text', casing: 'free', mapped: true },
    field(name) {
      return resolved.fields.get(name) ?? byConvention(name, scope, family === 'ecs');
    },
  };
}

function byConvention(
  name: string,
  { convention, conventionHolds, prefixes }: LuceneScope,
  hasEcs: boolean,
): MappedField {
  // Sigma marks arrays by `[]`, which neither product has in field names.
  const plain = name.replaceAll('[]', '');
  for (const [prefix, target] of Object.entries(prefixes ?? {})) {
    if (plain.startsWith(prefix)) {
      return {
        names: [target.name + plain.slice(prefix.length)],
        type: target.type ?? 'keyword',
        casing: 'free',
        mapped: true,
      };
    }
  }
  if (convention === undefined) return asIs(plain);
  if (hasEcs && isEcsField(plain)) return { ...asIs(plain), type: 'keyword', mapped: true };
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

/** `*` before the colon searches every field separately. */
function everyField(mapped: boolean): MappedField {
  return { names: ['*'], type: 'everywhere', casing: 'free', mapped };
}
