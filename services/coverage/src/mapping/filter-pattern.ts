import { all, type Condition } from './condition.js';
import { BadFilter, FilterExpression } from './filter-expression.js';
import { type FilterToken, filterTokens } from './filter-lexer.js';
import { readTerms } from './text-terms.js';

/** CloudWatch Logs takes 1,024 characters. */
const LONGEST_PATTERN = 2_048;

/**
 * Reads a CloudWatch Logs filter pattern (JSON conditions, space-delimited columns, or terms) as a condition on log events. Undefined for
 * one that CloudWatch Logs would refuse: it is then unknown what it watches for.
 */
export function readFilterPattern(pattern: string): Condition | undefined {
  if (pattern.length > LONGEST_PATTERN) return undefined;
  const text = pattern.trim();
  if (!text.startsWith('{') && !text.startsWith('[')) return readTerms(text);
  const tokens = filterTokens(text);
  if (tokens === undefined) return undefined;
  try {
    return text.startsWith('{') ? readJson(tokens) : readColumns(tokens);
  } catch (error) {
    if (error instanceof BadFilter) return undefined;
    throw error;
  }
}

function readJson(tokens: readonly FilterToken[]): Condition {
  const expression = new FilterExpression(tokens, false);
  expression.expect('{');
  const condition = expression.disjunction();
  expression.expect('}');
  if (!expression.atEnd()) throw new BadFilter();
  return condition;
}

/** Reads columns by name, each with its test or none; `...` stands for any number of columns. */
function readColumns(tokens: readonly FilterToken[]): Condition {
  const expression = new FilterExpression(tokens, true);
  expression.expect('[');
  const columns: Condition[] = [];
  do columns.push(expression.disjunction());
  while (expression.accept(','));
  expression.expect(']');
  if (!expression.atEnd()) throw new BadFilter();
  return all(columns);
}
