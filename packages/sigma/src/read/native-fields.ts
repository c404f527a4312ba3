import { loadTaxonomy } from '../catalogue/taxonomy.js';
import { type MapFamily, type MappedField, type ResolvedMap, resolveMap } from '../convert/maps.js';
import { fieldPredicate } from '../match/value-match.js';
import type { Logsource } from '../model/rule.js';
import { kqlPlace } from '../query/kql/map-place.js';
import type { QueryNode, QueryTest } from '../query/query-tree.js';
import { remembered } from '../remembered.js';
import { tableSchemas } from '../targets/kql/tables.js';
import { askedLeaves } from './evidence.js';

/** The Sigma field of a product's field: the inverse of a map's entry. */
export interface NativeField {
  readonly field: string;
  /** How its values relate to the Sigma field's; see `forms.ts`. */
  readonly form: string;
  /** False where no map has it; it then keeps the product's name. */
  readonly mapped: boolean;
  /** Whether the log's producer chooses the letters' case, so that it cannot matter. */
  readonly fixedCase: boolean;
  /** The Sigma values for a lower-case value of the product: one name of the product may stand for several of the log's. */
  readonly values?: ReadonlyMap<string, readonly string[]>;
  readonly prefixes?: Readonly<Record<string, string>>;
  readonly only?: MappedField['only'];
}

/** The fields of one log source in one product, by the product's names. */
export interface NativeFields {
  find(name: string): NativeField;
  /** Whether the product certainly has a field of this name for the log source. */
  knows(name: string): boolean;
  /** The fields as events have them that satisfy these conditions together, where they are of a kind with fields of its own. */
  within?(parts: readonly QueryNode[]): NativeFields;
}

const inverses = new WeakMap<ResolvedMap, Map<string, NativeFields>>();

/** The inverse of a log source's field map. */
export function nativeFields(family: MapFamily, logsource: Logsource): NativeFields {
  const map = resolveMap(family, logsource);
  const known = remembered(inverses, map, () => new Map<string, NativeFields>());
  // A map that applies to any product and service must not be remembered under each name.
  const key = map.matched ? `${logsource.product}|${logsource.category}|${logsource.service}` : '';
  return remembered(known, key, () => invert(family, map, logsource), 100);
}

/** Forms of text that a search for words finds by its words. */
const BY_WORDS = new Set(['text', 'script']);

/** The fields as a language has them that compares analysed text as a whole, as EQL and ES|QL do. */
export function wholeValued(natives: NativeFields): NativeFields {
  return {
    knows: (name) => natives.knows(name),
    find(name) {
      const found = natives.find(name);
      return BY_WORDS.has(found.form) ? { ...found, form: 'value' } : found;
    },
  };
}

/**
 * The fields as a query has them: what a product writes about every event is a field that only some of them have where the query asks for
 * events of these.
 */
export function ofEvents(natives: NativeFields, tree: QueryNode): NativeFields {
  const asked = askedLeaves(tree);
  const asksFor = (place: string, value: string): boolean =>
    asked.some(({ field, test }) => field?.toLowerCase() === place && accepts(test, value));
  return {
    knows: (name) => natives.knows(name),
    find(name) {
      const found = natives.find(name);
      const isTheirs = Object.entries(found.only ?? {}).every(([place, value]) => asksFor(place, value));
      return isTheirs ? found : { field: name, form: 'value', mapped: true, fixedCase: false };
    },
  };
}

/** Whether a test on texts lets a value pass. */
function accepts(test: QueryTest, value: string): boolean {
  return (test.op === 'string' || test.op === 'regex') && fieldPredicate(test)([value], {});
}

function invert(family: MapFamily, map: ResolvedMap, logsource: Logsource): NativeFields {
  const usual = loadTaxonomy().fieldsOf(logsource);
  const byName = new Map<string, NativeField>();
  const chosen = new Set<string>();
  for (const [field, mapped] of map.fields) {
    const names = mapped.plain === undefined ? mapped.names : [...mapped.names, mapped.plain.name];
    names.forEach((name, index) => {
      const key = nameKey(family, name);
      // Several Sigma fields may share a native name; the one that rules of the log source use is taken.
      if (byName.has(key) && (chosen.has(key) || usual?.has(field) !== true)) return;
      if (usual?.has(field) === true) chosen.add(key);
      byName.set(key, inverse(field, mapped, formOf(mapped, index, family), logsource));
    });
  }
  for (const [name, { field, type, prefixes }] of map.reads.fields) {
    byName.set(nameKey(family, name), {
      field,
      form: type ?? 'value',
      mapped: true,
      fixedCase: isFixed(field, logsource),
      ...(prefixes === undefined ? {} : { prefixes }),
    });
  }
  for (const [key, field] of digestColumns(family, map)) byName.set(key, field);
  const conventions = conventionsOf(family, map);
  return {
    knows: (name) => byName.has(nameKey(family, name)),
    find(name) {
      const found = byName.get(nameKey(family, name));
      if (found !== undefined) return found;
      for (const convention of conventions) {
        const field = convention(name);
        if (field !== undefined) return { field, form: 'value', mapped: true, fixedCase: isFixed(field, logsource) };
      }
      return { field: name, form: 'value', mapped: !map.matched, fixedCase: false };
    },
  };
}

/** Splunk's fields mind the letters' case: `UID` of an audit event is the name of the user that `uid` numbers. */
function nameKey(family: MapFamily, name: string): string {
  if (family === 'spl') return name;
  return (family === 'kql' && name.startsWith('=') ? kqlPlace(name.slice(1)) : name).toLowerCase();
}

/** How the values at one of a field's native names relate to the field's own. Of an account, UDM has the user before the domain; the others after it. */
function formOf({ type }: MappedField, index: number, family: MapFamily): string {
  if (type === 'hashes') return `hashes-${index}`;
  if (type !== 'account') return type;
  return `account-${family === 'udm' ? 1 - index : index}`;
}

function inverse(field: string, mapped: MappedField, form: string, logsource: Logsource): NativeField {
  const values = new Map<string, readonly string[]>();
  for (const [sigma, native] of mapped.values ?? []) {
    const key = native.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), sigma]);
  }
  // What UDM's parsers call a failure of an action where they do not call it blocked: a log has one value for both.
  const blocked = values.get('block');
  if (mapped.names.includes('security_result.action') && blocked !== undefined && !values.has('fail'))
    values.set('fail', blocked);
  for (const [key, [only, ...others]] of values) if (others.length === 0 && only === key) values.delete(key);
  return {
    field,
    form,
    mapped: true,
    fixedCase: mapped.casing === 'fixed' || mapped.type === 'lower' || isFixed(field, logsource),
    ...(values.size === 0 ? {} : { values }),
    ...(mapped.only === undefined ? {} : { only: mapped.only }),
  };
}

/**
 * Whether the log's producer fixes the letter case. One family's map says it for all, since letter case belongs to the log and not to the
 * product.
 */
function isFixed(field: string, logsource: Logsource): boolean {
  return resolveMap('ecs', logsource).fields.get(field)?.casing === 'fixed';
}

/** Kusto's tables have one column per digest; the maps name only one of them. */
function digestColumns(family: MapFamily, map: ResolvedMap): readonly (readonly [string, NativeField])[] {
  const hashes = map.fields.get('Hashes');
  if (family !== 'kql' || hashes?.type !== 'hashes') return [];
  return ['MD5', 'SHA1', 'SHA256'].map((name, index) => [
    name.toLowerCase(),
    { field: 'Hashes', form: `hashes-${index}`, mapped: true, fixedCase: true },
  ]);
}

/** The inverse of the conventions for fields without an entry. */
function conventionsOf(family: MapFamily, map: ResolvedMap): readonly ((name: string) => string | undefined)[] {
  const conventions: ((name: string) => string | undefined)[] = [];
  const under = (place: string, field: string) => (name: string) =>
    name.startsWith(place) && name.length > place.length ? field + name.slice(place.length) : undefined;
  const scope = map.scope as {
    readonly prefixes?: Readonly<Record<string, string | { readonly name: string }>>;
    readonly convention?: string;
    readonly xml?: string;
    readonly rest?: string;
    readonly table?: string;
  };
  for (const [prefix, place] of Object.entries(scope.prefixes ?? {})) {
    conventions.push(under(typeof place === 'string' ? place : place.name, prefix));
  }
  if (family === 'kql') {
    const schema = scope.table === undefined ? undefined : tableSchemas().get(scope.table);
    // Windows' own logs have Windows' names for columns. Defender's tables have names of their own, which no other log has.
    const isOwn = scope.table?.startsWith('Device') === true;
    conventions.push((name) => (!isOwn && schema?.has(name) === true ? name : undefined));
    if (scope.xml !== undefined) conventions.push(under(`${scope.xml}.`, ''));
    if (scope.rest !== undefined) conventions.push(under(`${scope.rest}.`, ''));
  }
  if (scope.convention !== undefined && scope.convention !== '{field}') {
    const [before = '', after = ''] = scope.convention.split('{field}');
    conventions.push((name) =>
      name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length
        ? name.slice(before.length, name.length - after.length)
        : undefined,
    );
  } else if (scope.convention !== undefined) conventions.push((name) => name);
  // What UDM has no path for, its parsers keep under the log's own name.
  if (family === 'udm' && map.matched) conventions.push((name) => /^additional\.fields\["([^"]+)"\]$/.exec(name)?.[1]);
  if (family === 'spl') conventions.push((name) => (name.includes('{}') ? name.replaceAll('{}', '[]') : undefined));
  return conventions;
}
