import type { KeywordTest } from '../../model/condition.js';
import { ANY, type Pattern } from '../../model/pattern.js';
import { escapeRegex, isLetterless, quoteString } from './literal.js';
import { patternRegex, translateRegex } from './regex.js';
import type { TestScope } from './test-scope.js';
import type { Part } from './value-tests.js';

/** Keyword tests: `*` stands for every column of the row. A text is searched anywhere in a value, a number as a separate word. */
export function renderKeywords(leaf: KeywordTest, scope: TestScope): readonly Part[] {
  return leaf.tests.map((test): Part => {
    switch (test.op) {
      case 'string':
        return renderText(test.pattern, test.cased);
      case 'number':
        // `has` also ends words at underscores. It is used where wider is allowed, a regular expression elsewhere.
        return Number.isInteger(test.value) && scope.tolerance === 'wider'
          ? `* has "${test.value}"`
          : `* matches regex ${quoteString(`\\b${escapeRegex(String(test.value))}\\b`)}`;
      case 'regex':
        return `* matches regex ${quoteString(translateRegex(test.source, test.flags))}`;
      default:
        return scope.tolerance === 'wider';
    }
  });
}

function renderText(pattern: Pattern, cased: boolean): Part {
  const literals = pattern.parts.filter((part) => typeof part === 'string');
  const [literal] = literals;
  if (literal === undefined) return true;
  const inner = pattern.parts.filter((part) => part !== ANY);
  if (inner.length === 1) return `* contains${cased && !isLetterless(literal) ? '_cs' : ''} ${quoteString(literal)}`;
  const parts = [...pattern.parts];
  if (parts[0] !== ANY) parts.unshift(ANY);
  if (parts.at(-1) !== ANY) parts.push(ANY);
  return `* matches regex ${quoteString(patternRegex({ parts, shape: 'mixed', literal: '' }, cased))}`;
}
