import { TokenStream } from '../tokens.js';
import { tokenizeKql } from './lexer.js';
import { type Names, wholeScalar } from './scalar.js';

/** An expression of a map file stands for nothing else. */
const NO_NAMES: Names = {
  get: () => undefined,
  spanOf: () => undefined,
  isElsewhere: () => false,
  isNewList: () => false,
  useList: () => undefined,
};

/** The normal form of an expression that a map file has for a field. */
export function kqlPlace(expression: string): string {
  const tokens = tokenizeKql(expression);
  const stream = new TokenStream(tokens, expression.length);
  const scalar = wholeScalar(stream, [0, tokens.length], NO_NAMES);
  return scalar.kind === 'place' ? scalar.place : scalar.kind === 'call' ? `=${scalar.text}` : expression;
}
