import { isWordCharacter } from '../../characters.js';
import { type MappedField, mappedLogsources, type ResolvedMap, resolveMap } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { remembered } from '../../remembered.js';
import { quoted } from './literal.js';
import { isOwnPath, isRepeated, kindOfPath, type UdmKind } from './schema.js';

/** One UDM path that can have a Sigma field's value. */
export interface Place {
  readonly path: string;
  readonly kind: UdmKind;
  readonly repeated: boolean;
  /** Whether it is one of several places of its field, so that a short form matters. */
  readonly shared?: boolean;
  /** Whether the value is part of a longer text at this path. */
  readonly inside: boolean;
  readonly values?: ReadonlyMap<string, string>;
}

/** A resolved Sigma field: its places, or how its value is split over several paths. */
export interface Field {
  readonly places: readonly Place[];
  /** `hashes`: one path per algorithm under the first name; `account`: user name and domain in two paths. */
  readonly split?: 'hashes' | 'account';
  readonly mapped: boolean;
  readonly unsure?: string;
}

const SAFE_NAME = /^[A-Za-z_@][\w.@/-]*(?:\[\][\w.@/-]*)*$/;
const caches = new WeakMap<ResolvedMap, Map<string, Field>>();
const CACHE_MAX = 2_000;
const DIGESTS = ['md5', 'sha1', 'sha256'];

/** The places of a field, cached per map; with `map` undefined the rule's own names are used (`pipeline: 'none'`). */
export function resolveField(name: string, map: ResolvedMap | undefined): Field {
  if (map === undefined) {
    const path = SAFE_NAME.test(name) ? name : `additional.fields[${quoted(name)}]`;
    return { places: [{ path, kind: 'raw', repeated: false, inside: false }], mapped: true };
  }
  const known = remembered(caches, map, () => new Map<string, Field>());
  return remembered(known, name, () => toField(name, map.fields.get(name)), CACHE_MAX);
}

let paths: ReadonlySet<string> | undefined;

/** Whether a name is a path of UDM: what a rule that was read from YARA-L calls a field that its log's map lacks. */
function isPath(name: string): boolean {
  return isMappedPath(name) || isEntityPath(name) || isOwnPath(name);
}

const NOUNS = new Set(['principal', 'target', 'src', 'observer', 'intermediary', 'about']);
const OF_NOUNS = new Set('user file process asset registry resource location group ip_geo_artifact domain'.split(' '));

/** Whether a path lies below what all nouns of UDM hold alike: two of its names are no field's of a log. */
function isEntityPath(name: string): boolean {
  const [noun = '', of = '', field = ''] = name.split('.', 3);
  return NOUNS.has(noun) && OF_NOUNS.has(of) && isWordCharacter(field.charAt(0));
}

/** Whether some log's map has a path. */
function isMappedPath(name: string): boolean {
  paths ??= new Set(
    mappedLogsources('udm').flatMap((logsource) =>
      [...resolveMap('udm', logsource).fields.values()].flatMap(({ names, type }) =>
        type === 'hashes'
          ? names.flatMap((path) => DIGESTS.map((digest) => `${path}.${digest}`))
          : names.flatMap((path) => [path, withoutKey(path)]),
      ),
    ),
  );
  return name.includes('.') && (paths.has(name) || paths.has(withoutKey(name)));
}

/** A path without the key of its last map: `labels["key"]` is in every map of labels. */
function withoutKey(path: string): string {
  const key = path.endsWith('"]') ? path.indexOf('["') : -1;
  return key < 0 ? path : path.slice(0, key);
}

function toField(name: string, mapped: MappedField | undefined): Field {
  if (mapped === undefined && isPath(name)) return { places: [placeAt(name)], mapped: true };
  if (mapped === undefined || (mapped.native === true && !SAFE_NAME.test(name))) {
    return { places: [placeAt(`additional.fields[${quoted(name)}]`)], mapped: mapped !== undefined };
  }
  const split = mapped.type === 'hashes' || mapped.type === 'account' ? { split: mapped.type } : {};
  return {
    places: mapped.names.map((path) => ({ ...toPlace(path, mapped), shared: mapped.names.length > 1 })),
    mapped: true,
    ...split,
    ...(mapped.unsure === undefined ? {} : { unsure: mapped.unsure }),
  } as Field;
}

function toPlace(path: string, { type, values }: MappedField): Place {
  const place = { ...placeAt(path), inside: type === 'within', ...(values === undefined ? {} : { values }) };
  return type === 'text' ? { ...place, kind: 'text' } : place;
}

/** A path as the field list describes it. */
export function placeAt(path: string): Place {
  return { path, kind: kindOfPath(path), repeated: isRepeated(path), inside: false };
}

/** Leaves a test out: true where the query may be wider, false under a `not`, so that no event of the rule is missed. */
export function unsayable(what: string, place: Place, scope: LeafScope): boolean {
  return scope.leaveOut('test_dropped', `${place.path} cannot be asked for ${what}: the test was left out.`);
}

/** Notes a field that no map knows, or whose place no source confirms. */
export function noteField(name: string, field: Field, ctx: ConversionContext): void {
  if (!field.mapped) {
    ctx.note({
      code: 'unmapped_field',
      message: `No UDM path is known for the field "${name}": it is looked for in additional.fields under its own name.`,
    });
  } else if (field.unsure !== undefined) {
    ctx.note({ code: 'unsure_field', message: `${name}: ${field.unsure}` });
  }
}
