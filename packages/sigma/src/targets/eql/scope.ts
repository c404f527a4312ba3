import type { MappedField } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import { type Rendered, renderCondition } from '../../convert/walk.js';
import type { Condition, FieldTest } from '../../model/condition.js';
import { parseLucene } from '../../read/lucene/query.js';
import type { QueryLeaf, QueryNode } from '../../read/query-tree.js';
import { type LuceneMap, UNMAPPED } from '../lucene/resolve.js';
import { EqlWriter } from './writer.js';

const conditions = new WeakMap<LuceneMap, Condition>();
const NATIVE: LuceneMap = { ...UNMAPPED, field: nativeField };

/** A map's scope in EQL. The maps have it as a query string, so it is read as one. */
export function scopeOf(map: LuceneMap, ctx: ConversionContext): Rendered {
  const { filter } = map.scope;
  if (filter === undefined) return true;
  let condition = conditions.get(map);
  if (condition === undefined) {
    condition = conditionOf(parseLucene(filter).tree);
    conditions.set(map, condition);
  }
  const writer = new EqlWriter(NATIVE, true, ctx);
  return renderCondition(condition, writer.syntax, writer.leaf);
}

function conditionOf(node: QueryNode): Condition {
  switch (node.kind) {
    case 'not':
      return { kind: 'not', child: conditionOf(node.child) };
    case 'and':
      return { kind: 'and', children: node.children.map(conditionOf) };
    case 'or': {
      const [first] = node.children;
      const alike = node.children.every(
        (child): child is QueryLeaf => child.kind === 'test' && first?.kind === 'test' && child.field === first.field,
      );
      return alike
        ? testsOf(node.children as readonly QueryLeaf[])
        : { kind: 'or', children: node.children.map(conditionOf) };
    }
    case 'constant':
      throw new TypeError('a scope restricts something');
    case 'test':
      return testsOf([node]);
  }
}

function testsOf(leaves: readonly QueryLeaf[]): FieldTest {
  const tests = leaves.map(({ test }) => {
    if (test.op === 'term') throw new TypeError(`a scope has whole values, not the word "${test.literal}"`);
    return test.op === 'string' ? { ...test, cased: false } : test;
  });
  return {
    kind: 'field',
    field: leaves[0]?.field ?? '',
    join: 'any',
    tests,
    path: { selection: 'logsource', item: '' },
  };
}

function nativeField(name: string): MappedField {
  return { names: [name], type: 'keyword', casing: 'fixed', mapped: true };
}
