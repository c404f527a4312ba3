import type { Condition } from '../../model/condition.js';
import { parseLucene } from '../../query/lucene/query.js';
import { nativeCondition } from '../../query/native-condition.js';
import { remembered } from '../../remembered.js';
import { type LuceneMap, UNMAPPED } from './resolve.js';

/** The names of a map's own scope. */
export const NATIVE: LuceneMap = {
  ...UNMAPPED,
  field: (name) => ({ names: [name], type: 'keyword', casing: 'fixed', mapped: true }),
};

const scopes = new WeakMap<LuceneMap, Condition>();

/** A map's scope for a language that is not Lucene's. The maps have it as a query string, so it is read as one; undefined without one. */
export function scopeOf(map: LuceneMap): Condition | undefined {
  const { filter: query } = map.scope;
  return query === undefined
    ? undefined
    : remembered(scopes, map, () => nativeCondition(parseLucene(query).tree, 'logsource'));
}
