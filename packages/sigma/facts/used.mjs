// What our field maps claim about each product: fields, tables and values.

import { readdirSync, readFileSync } from 'node:fs';
import { VALUES_IN_TEXT } from './scopes.mjs';

/** The families of field maps, by the name of their folder. */
export const FAMILIES = ['ecs', 'kql', 'opensearch', 'spl', 'udm'];

/** Parts of a scope that compare nothing with a value. */
const NOT_VALUES = new Set([
  'convention',
  'conventionHolds',
  'data',
  'eventIds',
  'host',
  'index',
  'keywords',
  'prefixes',
  'rest',
  'table',
  'unscoped',
  'unsure',
  'xml',
]);

/** Every claim of a family's maps and stacks: `field NAME`, `table NAME` or `FIELD = VALUE`, sorted. */
export function claimsOf(family) {
  const claims = new Set();
  for (const folder of ['maps', 'stacks']) {
    for (const map of filesIn(new URL(`../data/${folder}/${family}/`, import.meta.url))) {
      for (const part of [map, ...Object.values(map.maps ?? {})]) {
        for (const claim of claimsOfMap(part, family)) claims.add(claim);
      }
    }
  }
  return [...claims].sort();
}

function filesIn(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}

function* claimsOfMap({ scope = {}, fields = {} }, family) {
  if (typeof scope.table === 'string') yield `table ${scope.table}`;
  for (const [key, value] of Object.entries(scope)) if (!NOT_VALUES.has(key)) yield* claimsOfScope(key, value, family);
  for (const [field, entry] of Object.entries(fields)) {
    const { name, values = {} } = typeof entry === 'string' || Array.isArray(entry) ? { name: entry } : entry;
    for (const native of [name].flat()) {
      // An expression computes a field of other columns; the tests run it against the tables' schemas.
      if (typeof native !== 'string' || native.startsWith('=')) continue;
      // A field under its producer's own name, as Splunk and OpenSearch keep it, claims nothing.
      if (native !== field) yield `field ${native}`;
      for (const value of Object.values(values)) yield `${native} = ${value}`;
    }
  }
}

/** `where: "…"` is a text; `where: { path: value }`, `tag: […]` and `services: { name: { … } }` name field and value. */
function* claimsOfScope(key, value, family) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [inner, what] of Object.entries(value)) yield* claimsOfScope(inner, what, family);
    return;
  }
  for (const text of [value].flat().map(String)) {
    const found = VALUES_IN_TEXT[family](text);
    if (found.length > 0) yield* found;
    else yield `${key} = ${text}`;
  }
}
