import type { Condition, FieldTest, KeywordTest, ValueTest } from '../model/condition.js';
import { loadStockBinaries } from './taxonomy.js';

/** A literal of fewer characters says next to nothing. */
const LITERAL_CHARACTERS_MIN = 3;

/** Fields that hold a program's path or name. */
const PROGRAM_FIELDS: ReadonlySet<string> = new Set([
  'Image',
  'ParentImage',
  'OriginalFileName',
  'ProcessName',
  'NewProcessName',
  'exe',
  'comm',
]);

/**
 * Whether a condition would match everyday events: some way of satisfying it asks for nothing but wildcards, one or two characters, the mere
 * presence of a field, or a program that runs all day. What stands under `not` only takes away and does not make it narrow.
 */
export function isBroad(condition: Condition): boolean {
  switch (condition.kind) {
    case 'not':
      return true;
    case 'and':
      return condition.children.every(isBroad);
    case 'or':
      return condition.children.some(isBroad);
    default:
      return isBroadLeaf(condition);
  }
}

function isBroadLeaf(leaf: FieldTest | KeywordTest): boolean {
  const field = leaf.kind === 'field' ? leaf.field : '';
  const isBroadOne = (test: ValueTest) => isBroadTest(test, field);
  return leaf.join === 'all' ? leaf.tests.every(isBroadOne) : leaf.tests.some(isBroadOne);
}

function isBroadTest(test: ValueTest, field: string): boolean {
  switch (test.op) {
    case 'exists':
      return true;
    case 'string': {
      const { shape, literal, parts } = test.pattern;
      if (shape === 'any') return true;
      if (shape === 'exact') return PROGRAM_FIELDS.has(field) && isStockBinary(literal);
      if (shape === 'endswith' && PROGRAM_FIELDS.has(field) && isStockBinary(literal)) return true;
      return (
        parts.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0) <
        LITERAL_CHARACTERS_MIN
      );
    }
    case 'regex':
      return /^[\^$.*+?()[\]s]*$/.test(test.source);
    case 'cidr':
      return test.prefix === 0;
    default:
      return false;
  }
}

function isStockBinary(literal: string): boolean {
  return loadStockBinaries().has(
    literal.slice(Math.max(literal.lastIndexOf('\\'), literal.lastIndexOf('/')) + 1).toLowerCase(),
  );
}
