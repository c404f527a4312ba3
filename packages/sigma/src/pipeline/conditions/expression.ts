import { Fault, shown } from '../../parse/fault.js';
import { LIMITS } from '../../parse/limits.js';
import type { Check } from '../model.js';

const TOKEN = /\s*(?:([A-Za-z0-9_-]+)|([()]))/y;

/**
 * Parses `cond1 and not (cond2 or cond3)` over named conditions: `not` binds most, then `and`, then `or`. Throws a `Fault` for an unknown
 * name, and for a condition that the expression does not use.
 */
export function readExpression<T>(source: string, conditions: ReadonlyMap<string, Check<T>>): Check<T> {
  const tokens = tokensOf(source);
  const used = new Set<string>();
  let at = 0;

  const readOr = (depth: number): Check<T> => {
    const parts = [readAnd(depth)];
    for (; tokens[at] === 'or'; ) {
      at++;
      parts.push(readAnd(depth));
    }
    return parts.length === 1 ? (parts[0] as Check<T>) : (subject, run) => parts.some((part) => part(subject, run));
  };
  const readAnd = (depth: number): Check<T> => {
    const parts = [readNot(depth)];
    for (; tokens[at] === 'and'; ) {
      at++;
      parts.push(readNot(depth));
    }
    return parts.length === 1 ? (parts[0] as Check<T>) : (subject, run) => parts.every((part) => part(subject, run));
  };
  const readNot = (depth: number): Check<T> => {
    let negated = false;
    for (; tokens[at] === 'not'; at++) negated = !negated;
    const operand = readOperand(depth);
    return negated ? (subject, run) => !operand(subject, run) : operand;
  };
  const readOperand = (depth: number): Check<T> => {
    const token = tokens[at++];
    if (token === '(') {
      if (depth >= LIMITS.conditionDepth) throw invalid(`nests deeper than ${LIMITS.conditionDepth}`);
      const inner = readOr(depth + 1);
      if (tokens[at++] !== ')') throw invalid('lacks a closing parenthesis');
      return inner;
    }
    if (token === undefined) throw invalid('ends too early');
    const condition = conditions.get(token);
    if (condition === undefined) throw invalid(`names ${shown(token)}, which is none of its conditions`);
    used.add(token);
    return condition;
  };

  const whole = readOr(0);
  if (at < tokens.length) throw invalid(`has ${shown(tokens[at])} where "and", "or" or the end was expected`);
  const unused = [...conditions.keys()].find((name) => !used.has(name));
  if (unused !== undefined) throw invalid(`does not use the condition ${shown(unused)}`);
  return whole;
}

function tokensOf(source: string): readonly string[] {
  if (source.length > LIMITS.conditionCharacters) throw invalid('is too long');
  const tokens: string[] = [];
  const end = source.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null) throw invalid(`has an unexpected ${shown(source.slice(from).trimStart()[0])}`);
    tokens.push((match[1] ?? match[2]) as string);
  }
  return tokens;
}

function invalid(complaint: string): Fault {
  return new Fault('InvalidPipeline', `the expression ${complaint}`);
}
