import { readdirSync, readFileSync } from 'node:fs';
import { SigmaError } from '../model/error.js';
import type { Logsource } from '../model/rule.js';
import { remembered } from '../remembered.js';
import {
  extendMap,
  logsourceKey,
  type MapFamily,
  type MapFile,
  mapFileNamed,
  mostNamed,
  type ResolvedMap,
  resolveMap,
} from './maps.js';

/** Who has named stacks: a target by its id and its family of maps. */
export interface StackOwner {
  readonly id: string;
  readonly family: MapFamily;
}

/** A named stack: where the data of a target is and how it is called, in the words of who runs it. */
export interface Stack {
  readonly id: string;
  readonly title: string;
  /** What data it is for. */
  readonly data: string;
  /** True for the stack that is used where none is named. */
  readonly default: boolean;
}

/**
 * A stack file, `data/stacks/<family>/<id>.json`. It changes the family's maps in three ways: `replace` texts in all scopes, the scopes of
 * the files named `with`, and `maps` of its own, which may extend the family's files. What none of them touches is as in the default.
 */
interface StackFile {
  readonly title: string;
  readonly data: string;
  readonly default?: boolean;
  readonly replace?: Readonly<Record<string, string>>;
  readonly with?: readonly { readonly files: readonly string[]; readonly scope: Readonly<Record<string, unknown>> }[];
  readonly maps?: readonly MapFile[];
}

/** A log source's map in a stack; `own` is false where the stack leaves it as in the default. */
export interface StackMap {
  readonly map: ResolvedMap;
  readonly own: boolean;
}

interface LoadedStack {
  readonly file: StackFile;
  readonly maps: ReadonlyMap<string, ResolvedMap>;
  readonly replaced: Map<ResolvedMap, StackMap>;
}

const loaded = new Map<MapFamily, ReadonlyMap<string, LoadedStack>>();

/** The named stacks of a family; the default first. */
export function stacksOfFamily(family: MapFamily): readonly Stack[] {
  return [...stacksOf(family)]
    .map(([id, { file }]): Stack => ({ id, title: file.title, data: file.data, default: file.default === true }))
    .sort((left, right) => Number(right.default) - Number(left.default) || left.id.localeCompare(right.id));
}

/**
 * The look-up of maps in a named stack of a target.
 * @throws SigmaError UnknownStack, which lists the target's stacks
 */
export function stackOf(target: StackOwner, id: string): (family: MapFamily, logsource: Logsource) => StackMap {
  const stacks = stacksOf(target.family);
  const stack = stacks.get(id);
  if (stack === undefined) {
    throw new SigmaError(
      'UnknownStack',
      `${target.id} has no stack "${id}"; it has ${[...stacks.keys()].sort().join(', ')}`,
    );
  }
  return (family, logsource) => {
    const own = mostNamed(stack.maps, logsource);
    if (own !== undefined) return { map: own, own: true };
    const map = resolveMap(family, logsource);
    return remembered(stack.replaced, map, () => replaced(map, stack.file));
  };
}

const lookUps = new Map<string, (family: MapFamily, logsource: Logsource) => ResolvedMap>();

/**
 * The maps of a named stack without what a caller adds to them: the same function each time.
 * @throws SigmaError UnknownStack
 */
export function stackMapsOf(target: StackOwner, id: string): (family: MapFamily, logsource: Logsource) => ResolvedMap {
  return remembered(lookUps, `${target.family} ${id}`, () => {
    const stack = stackOf(target, id);
    return (family, logsource) => stack(family, logsource).map;
  });
}

/** A map with the stack's texts in its scope. */
function replaced(map: ResolvedMap, file: StackFile): StackMap {
  const texts = Object.entries(file.replace ?? {}).sort(([left], [right]) => right.length - left.length);
  const before = JSON.stringify(map.scope);
  const scope = JSON.parse(before, (_key, value: unknown) =>
    typeof value === 'string' ? texts.reduce((text, [from, to]) => text.replaceAll(from, () => to), value) : value,
  ) as ResolvedMap['scope'];
  if (JSON.stringify(scope) === before) return { map, own: file.default === true };
  return { map: { ...map, scope }, own: true };
}

function stacksOf(family: MapFamily): ReadonlyMap<string, LoadedStack> {
  return remembered(loaded, family, () => {
    const folder = new URL(`../../data/stacks/${family}/`, import.meta.url);
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return new Map(
      names.map((name) => {
        const file = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as StackFile;
        return [name.slice(0, -5), { file, maps: ownMaps(family, file), replaced: new Map() }];
      }),
    );
  });
}

function ownMaps(family: MapFamily, file: StackFile): ReadonlyMap<string, ResolvedMap> {
  const scoped = (file.with ?? []).flatMap(({ files, scope }) =>
    files.map((name): MapFile => ({ extends: name, logsources: mapFileNamed(family, name).logsources ?? [], scope })),
  );
  const maps = new Map<string, ResolvedMap>();
  for (const written of [...scoped, ...(file.maps ?? [])]) {
    const map = extendMap(family, written);
    for (const { product, category, service } of written.logsources ?? []) {
      maps.set(logsourceKey(product, category, service), map);
    }
  }
  return maps;
}
