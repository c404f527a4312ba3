import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { anywhere, escapeRegex } from '../../convert/text/patterns.js';
import type { ValueTest } from '../../model/condition.js';
import { ANY, type Pattern } from '../../model/pattern.js';
import { isLetterless, quoteString } from './literal.js';
import { regexOfPattern, translateRegex } from './regex.js';

/** A keyword test: `*` stands for every column of the row. A text is searched anywhere in a value, a number as a separate word. */
export function renderKeyword(test: ValueTest, { tolerance }: LeafScope): string | boolean {
  switch (test.op) {
    case 'string':
      return renderText(test.pattern, test.cased);
    case 'number':
      // `has` also ends words at underscores. It is used where wider is allowed, a regular expression elsewhere.
      return Number.isInteger(test.value) && tolerance === 'wider'
        ? `* has "${test.value}"`
        : `* matches regex ${quoteString(`\\b${escapeRegex(String(test.value))}\\b`)}`;
    case 'regex':
      return `* matches regex ${quoteString(translateRegex(test.source, test.flags))}`;
    default:
      return tolerance === 'wider';
  }
}

function renderText(pattern: Pattern, cased: boolean): string | boolean {
  const literals = pattern.parts.filter((part) => typeof part === 'string');
  const [literal] = literals;
  if (literal === undefined) return true;
  const inner = pattern.parts.filter((part) => part !== ANY);
  if (inner.length === 1) return `* contains${cased && !isLetterless(literal) ? '_cs' : ''} ${quoteString(literal)}`;
  return `* matches regex ${quoteString(regexOfPattern(anywhere(pattern), cased))}`;
}
