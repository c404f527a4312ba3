import { loadStockBinaries } from '../catalogue/taxonomy.js';
import { hasOnly, isPrintable, withoutStart } from '../characters.js';
import type { Condition, FieldTest, KeywordTest, ValueTest } from '../model/condition.js';
import type { PatternPart } from '../model/pattern.js';

/** A literal with fewer characters matches nearly everything. */
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

/** How much a part matches: everything, something that every system does all day, or something specific. */
type Breadth = 'empty' | 'everyday' | 'specific';

/**
 * Whether a condition matches everyday events: it can be satisfied by wildcards alone, one or two characters, the presence of a field, or a
 * program that runs all day. Two such tests together (a common program started by another) are specific enough, and so is one with
 * exceptions. Exceptions alone are not.
 */
export function isBroad(condition: Condition): boolean {
  return breadthOf(condition) !== 'specific';
}

function breadthOf(condition: Condition): Breadth {
  switch (condition.kind) {
    case 'not':
      return 'empty';
    case 'and': {
      const wanted = condition.children.filter(({ kind }) => kind !== 'not').map(breadthOf);
      if (wanted.includes('specific')) return 'specific';
      const everyday = wanted.filter((breadth) => breadth === 'everyday').length;
      if (everyday === 0) return 'empty';
      return everyday === 1 && wanted.length === condition.children.length ? 'everyday' : 'specific';
    }
    case 'or': {
      const choices = condition.children.map(breadthOf);
      return choices.includes('empty') ? 'empty' : choices.includes('everyday') ? 'everyday' : 'specific';
    }
    default:
      return breadthOfLeaf(condition);
  }
}

function breadthOfLeaf(leaf: FieldTest | KeywordTest): Breadth {
  const field = leaf.kind === 'field' ? leaf.field : '';
  const choices = leaf.tests.map((test) => breadthOfTest(test, field));
  const worst = leaf.join === 'any' ? choices.includes('empty') : choices.every((breadth) => breadth === 'empty');
  if (worst) return 'empty';
  const isEveryday = (breadth: Breadth) => breadth !== 'specific';
  return (leaf.join === 'any' ? choices.some(isEveryday) : choices.every(isEveryday)) ? 'everyday' : 'specific';
}

function breadthOfTest(test: ValueTest, field: string): Breadth {
  switch (test.op) {
    case 'exists':
      return 'empty';
    case 'string': {
      const { shape, literal, parts } = test.pattern;
      if (shape === 'any') return 'empty';
      if ((shape === 'exact' || shape === 'endswith') && PROGRAM_FIELDS.has(field) && isStockBinary(literal))
        return 'everyday';
      if (shape === 'exact') return 'specific';
      return isShort(parts) ? 'everyday' : 'specific';
    }
    case 'regex':
      return test.source === '' || hasOnly(test.source, '^$.*+?()[]s') ? 'empty' : 'specific';
    case 'cidr':
      return test.prefix === 0 ? 'empty' : 'specific';
    default:
      return 'specific';
  }
}

/** Whether a pattern is one or two plain characters. A single character outside ASCII is specific enough. */
function isShort(parts: readonly PatternPart[]): boolean {
  const literals = parts.filter((part) => typeof part === 'string').join('');
  return literals.length < LITERAL_CHARACTERS_MIN && (literals === '' || isPrintable(literals));
}

/** Whether a literal is the name of a common program alone, without a path. */
function isStockBinary(literal: string): boolean {
  return loadStockBinaries().has(withoutStart(literal, literal.startsWith('/') ? '/' : '\\').toLowerCase());
}
