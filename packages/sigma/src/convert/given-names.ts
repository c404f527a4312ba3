import type { GivenNames } from '../pipeline/run.js';
import type { MapFamily, MappedField, ResolvedMap } from './maps.js';

/**
 * A log source's map for a rule whose fields pipelines have named: those names are the product's own and stand for themselves, whatever
 * the map says about Sigma fields of that name. Fields of added conditions are the product's unless the map knows them.
 */
export function withGivenNames(family: MapFamily, map: ResolvedMap, { mapped, added }: GivenNames): ResolvedMap {
  const mappedNames = new Set([...map.fields.keys()].map((name) => name.toLowerCase()));
  const names = [...mapped, ...[...added].filter((name) => !mappedNames.has(name.toLowerCase()))];
  if (names.length === 0) return map;
  const fields = new Map(map.fields);
  // Names of KQL are compared without regard to letter case.
  if (family === 'kql')
    for (const name of map.fields.keys())
      if (names.some((given) => given.toLowerCase() === name.toLowerCase())) fields.delete(name);
  for (const name of names) fields.set(name, nativeField(name, family, map));
  return { ...map, fields };
}

/** The field of a product's own name. Its type is that of a Sigma field that is at the same place, where there is one. */
function nativeField(name: string, family: MapFamily, map: ResolvedMap): MappedField {
  // KQL has the types of its columns in a schema, and Google SecOps those of its paths.
  const typed = family === 'ecs' || family === 'opensearch';
  const same = typed
    ? [...map.fields.values()].find(({ names: [only, ...others] }) => only === name && others.length === 0)
    : undefined;
  return {
    names: [name],
    type: same?.type ?? 'string',
    casing: same?.casing ?? 'free',
    mapped: true,
    native: true,
  };
}
