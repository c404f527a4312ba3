import { readdirSync, readFileSync } from 'node:fs';
import type { Logsource } from '../model/rule.js';
import { remembered } from '../remembered.js';

/** Families of field maps: UDM and YARA-L share one, Lucene (Elastic) uses `ecs`, DQL (OpenSearch) uses `opensearch`, CQL `falcon`, XQL `cortex`. */
export type MapFamily = 'spl' | 'kql' | 'ecs' | 'opensearch' | 'udm' | 'falcon' | 'cortex';

/** Where a product has a Sigma field. */
export interface MappedField {
  /** Native names. With several, the value may be in any of them. */
  readonly names: readonly string[];
  /** The family's name for the field's type (see the README of the family's folder); `string` by default. */
  readonly type: string;
  /** `fixed` where the log's producer chooses the letter case (API names, enumerations), `free` where an attacker may. */
  readonly casing: 'fixed' | 'free';
  /** Values that the product spells differently, by the lower-case Sigma value. */
  readonly values?: ReadonlyMap<string, string>;
  /** False when no map knows the field; `names` then follow the product's convention. */
  readonly mapped: boolean;
  /** True for a product's own name that a processing pipeline gave: it is taken as it stands. */
  readonly native?: boolean;
  /** A sentence for a note, when no source confirms the native name. */
  readonly unsure?: string;
  /** A shorter expression, for values that contain none of the `about` texts (any letter case). */
  readonly plain?: { readonly name: string; readonly about: readonly string[] };
  /** Native names with the value that events have there which have the field; in other events its native name means something else. */
  readonly only?: Readonly<Record<string, string>>;
}

/** The map of one log source in one family. */
export interface ResolvedMap {
  /** The first log source of the file that the scope is from: the one that it is exactly for. */
  readonly home?: Logsource;
  /** False when no map file names the log source; `scope` is then empty. */
  readonly matched: boolean;
  /** The family's own scope object, as in its map files. */
  readonly scope: Readonly<Record<string, unknown>>;
  readonly fields: ReadonlyMap<string, MappedField>;
  readonly reads: MapReads;
}

/** Names that published queries have and our converters do not write, used for reading queries (`read/`). */
interface MapReads {
  /** Other texts that limit a query to the log source, besides the one that `scope` writes. */
  readonly scopes: readonly string[];
  /** Other texts that name the same log as the `source` of `scope` (Splunk). */
  readonly sources: readonly string[];
  /** Native name → the Sigma field it corresponds to, and how (see `read/forms.ts`). */
  readonly fields: ReadonlyMap<string, ReadEntry>;
}

/** A native name in published queries. */
interface ReadEntry {
  readonly field: string;
  readonly type?: string;
  /** Beginnings of values that Sigma spells differently, the product's spelling first. */
  readonly prefixes?: Readonly<Record<string, string>>;
}

/** One entry of a map file's `fields`: a name, several names, or an object with details. */
type FieldEntry =
  | string
  | readonly string[]
  | {
      readonly name: string | readonly string[];
      readonly type?: string;
      readonly casing?: 'fixed' | 'free';
      readonly values?: Readonly<Record<string, string>>;
      readonly unsure?: string;
      readonly plain?: { readonly name: string; readonly about: readonly string[] };
      readonly only?: Readonly<Record<string, string>>;
    };

/**
 * A map file, `data/maps/<family>/<name>.json`. `extends` names another file of the folder from which it inherits fields and scope keys. A
 * file without `logsources` only serves as a base. The first of several log sources is the one that the scope is exactly for; the others
 * are noted as searching its events too (`shared-scope.ts`).
 */
export interface MapFile {
  readonly extends?: string;
  readonly logsources?: readonly Logsource[];
  readonly scope?: Readonly<Record<string, unknown>>;
  readonly fields?: Readonly<Record<string, FieldEntry>>;
  /** Only for reading queries. `fields` and `sources` are inherited, `scopes` are not. */
  readonly reads?: {
    readonly scopes?: readonly string[];
    readonly sources?: readonly string[];
    readonly fields?: Readonly<Record<string, ReadEntry>>;
  };
}

const families = new Map<MapFamily, Family>();
const UNMATCHED: ResolvedMap = {
  matched: false,
  scope: {},
  fields: new Map(),
  reads: { scopes: [], sources: [], fields: new Map() },
};

interface Family {
  /** The name of the file for each log source, by its key. */
  readonly index: ReadonlyMap<string, string>;
  /** Files that were asked for, with what they extend. A run needs some of them; all would cost a command more time than its work. */
  readonly resolved: Map<string, ResolvedMap>;
  /** Maps that were looked up, by the rule's own object. */
  readonly known: WeakMap<Logsource, ResolvedMap>;
  readonly files: ReadonlyMap<string, MapFile>;
  /** The log sources that the files name, in the files' order. */
  readonly logsources: readonly Logsource[];
}

/**
 * The map of a log source. The file that names most of its product, category and service wins, in this order: all three, product and
 * category, product and service, category, service, product. Read once per process and family.
 */
export function resolveMap(family: MapFamily, logsource: Logsource): ResolvedMap {
  const loaded = familyOf(family);
  return remembered(loaded.known, logsource, () => {
    const name = mostNamed(loaded.index, logsource);
    return name === undefined ? UNMATCHED : resolveNamed(name, loaded);
  });
}

/** What stands under the key that names most of a log source, in the order that `resolveMap` tells. */
export function mostNamed<Entry>(
  entries: ReadonlyMap<string, Entry>,
  { product, category, service }: Logsource,
): Entry | undefined {
  for (const key of [
    logsourceKey(product, category, service),
    logsourceKey(product, category),
    ...(service === undefined ? [] : [logsourceKey(product, undefined, service)]),
    logsourceKey(undefined, category, service),
    logsourceKey(undefined, category),
    logsourceKey(undefined, undefined, service),
    logsourceKey(product),
  ]) {
    const found = entries.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A map that may extend one of the family's files. */
export function extendMap(family: MapFamily, file: MapFile): ResolvedMap {
  return resolveEntry(file, familyOf(family));
}

/** A file of a family by its name without `.json`. Throws an Error where it does not exist. */
export function mapFileNamed(family: MapFamily, name: string): MapFile {
  return fileNamed(name, familyOf(family).files);
}

/** The log sources in a family's maps, in the order of their files. */
export function mappedLogsources(family: MapFamily): readonly Logsource[] {
  return familyOf(family).logsources;
}

function familyOf(name: MapFamily): Family {
  return remembered(families, name, () => loadFamily(name));
}

/** The key of a log source in an index of maps. */
export function logsourceKey(product?: string, category?: string, service?: string): string {
  return `${product ?? ''}|${category ?? ''}|${service ?? ''}`.toLowerCase();
}

function loadFamily(family: MapFamily): Family {
  const folder = new URL(`../../data/maps/${family}/`, import.meta.url);
  const files = new Map<string, MapFile>();
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.json')) {
      files.set(name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as MapFile);
    }
  }
  const index = new Map<string, string>();
  const logsources: Logsource[] = [];
  for (const [name, file] of files) {
    for (const logsource of file.logsources ?? []) {
      index.set(logsourceKey(logsource.product, logsource.category, logsource.service), name);
      logsources.push(logsource);
    }
  }
  return { index, resolved: new Map(), known: new WeakMap(), files, logsources };
}

function fileNamed(name: string, files: ReadonlyMap<string, MapFile>): MapFile {
  const file = files.get(name);
  if (file === undefined) throw new Error(`field map ${name} is extended but does not exist`);
  return file;
}

function resolveNamed(name: string, family: Family): ResolvedMap {
  return remembered(family.resolved, name, () => resolveEntry(fileNamed(name, family.files), family));
}

function resolveEntry(file: MapFile, family: Family): ResolvedMap {
  const base = file.extends === undefined ? UNMATCHED : resolveNamed(file.extends, family);
  const fields = new Map(base.fields);
  for (const [field, entry] of Object.entries(file.fields ?? {})) fields.set(field, toMappedField(entry));
  const readFields = new Map([...base.reads.fields, ...Object.entries(file.reads?.fields ?? {})]);
  const home = (file.scope === undefined ? base.home : undefined) ?? file.logsources?.[0];
  return {
    ...(home === undefined ? {} : { home }),
    matched: true,
    scope: { ...base.scope, ...file.scope },
    fields,
    reads: { scopes: file.reads?.scopes ?? [], sources: file.reads?.sources ?? base.reads.sources, fields: readFields },
  };
}

function toMappedField(entry: FieldEntry): MappedField {
  if (typeof entry === 'string') return { names: [entry], type: 'string', casing: 'free', mapped: true };
  if (!('name' in entry)) return { names: entry, type: 'string', casing: 'free', mapped: true };
  return {
    names: typeof entry.name === 'string' ? [entry.name] : entry.name,
    type: entry.type ?? 'string',
    casing: entry.casing ?? 'free',
    mapped: true,
    ...(entry.values === undefined
      ? {}
      : { values: new Map(Object.entries(entry.values).map(([from, to]) => [from.toLowerCase(), to])) }),
    ...(entry.unsure === undefined ? {} : { unsure: entry.unsure }),
    ...(entry.plain === undefined ? {} : { plain: entry.plain }),
    ...(entry.only === undefined ? {} : { only: entry.only }),
  };
}
