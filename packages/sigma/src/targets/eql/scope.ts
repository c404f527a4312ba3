import type { ConversionContext } from '../../convert/target.js';
import { type Rendered, renderCondition } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import { parseLucene } from '../../read/lucene/query.js';
import { nativeCondition } from '../../read/native-condition.js';
import { type LuceneMap, UNMAPPED } from '../lucene/resolve.js';
import { EqlWriter } from './writer.js';

const conditions = new WeakMap<LuceneMap, Condition>();
const NATIVE: LuceneMap = {
  ...UNMAPPED,
  field: (name) => ({ names: [name], type: 'keyword', casing: 'fixed', mapped: true }),
};

/** A map's scope in EQL. The maps have it as a query string, so it is read as one. */
export function scopeOf(map: LuceneMap, ctx: ConversionContext): Rendered {
  const { filter } = map.scope;
  if (filter === undefined) return true;
  let condition = conditions.get(map);
  if (condition === undefined) {
    condition = nativeCondition(parseLucene(filter).tree, 'logsource');
    conditions.set(map, condition);
  }
  const writer = new EqlWriter(NATIVE, ctx);
  return renderCondition(condition, writer.syntax, writer.leaf);
}
