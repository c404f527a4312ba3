import type { Condition } from '../model/condition.js';
import { type ConditionToken, readTokens } from './condition-tokens.js';
import { Fault, shown } from './fault.js';
import { LIMITS } from './limits.js';
import { addSize, type RuleSize } from './rule-size.js';
import { joinConditions, negateCondition } from './tree.js';

/** Selections by name, in the rule's order. */
export type Selections = ReadonlyMap<string, Condition>;

/** What the conditions of one rule are made of, and what they come to together. */
export interface ConditionParts {
  readonly selections: Selections;
  readonly size: RuleSize;
}

/**
 * Parses a condition on the selections: `not`, `and`, `or` in this order of precedence, parentheses, and `1 of`, `any of`, `all of` with
 * `them` or a name with wildcards. Throws a `Fault` with the offset of the wrong word.
 */
export class ConditionReader {
  private readonly tokens: readonly ConditionToken[];
  private at = 0;

  constructor(
    source: string,
    private readonly parts: ConditionParts,
  ) {
    this.tokens = readTokens(source);
  }

  /** The whole condition. */
  read(): Condition {
    const condition = this.readOr(0);
    if (this.token.kind !== 'end') {
      throw this.fault(`expected "and", "or" or the end, found ${shown(this.token.text)}`);
    }
    return condition;
  }

  private get token(): ConditionToken {
    return this.tokens[this.at] as ConditionToken;
  }

  private readOr(depth: number): Condition {
    const first = this.readAnd(depth);
    if (this.token.kind !== 'or') return first;
    const parts = [first];
    while (this.token.kind === 'or') {
      this.at++;
      parts.push(this.readAnd(depth));
    }
    return joinConditions('or', parts);
  }

  private readAnd(depth: number): Condition {
    const first = this.readNot(depth);
    if (this.token.kind !== 'and') return first;
    const parts = [first];
    while (this.token.kind === 'and') {
      this.at++;
      parts.push(this.readNot(depth));
    }
    return joinConditions('and', parts);
  }

  private readNot(depth: number): Condition {
    let negated = false;
    while (this.token.kind === 'not') {
      this.at++;
      negated = !negated;
    }
    const operand = this.readOperand(depth);
    return negated ? negateCondition(operand) : operand;
  }

  private readOperand(depth: number): Condition {
    const token = this.token;
    switch (token.kind) {
      case 'open': {
        if (depth >= LIMITS.conditionDepth) throw this.fault(`parentheses nest deeper than ${LIMITS.conditionDepth}`);
        this.at++;
        const inner = this.readOr(depth + 1);
        if (this.token.kind !== 'close') throw this.fault('a parenthesis is not closed');
        this.at++;
        return inner;
      }
      case 'word':
        if (this.tokens[this.at + 1]?.kind === 'word' && this.tokens[this.at + 1]?.text.toLowerCase() === 'of') {
          return this.readQuantified();
        }
        this.at++;
        return this.resolve(token);
      case 'end':
        throw this.fault('the condition ends where a selection is expected');
      default:
        throw this.fault(`expected a selection, found ${shown(token.text)}`);
    }
  }

  private readQuantified(): Condition {
    const quantifier = this.token.text.toLowerCase();
    if (quantifier !== '1' && quantifier !== 'any' && quantifier !== 'all') {
      throw this.fault(
        `${shown(this.token.text)} is not a quantifier; the quantifiers are "1 of", "any of" and "all of"`,
      );
    }
    this.at += 2;
    const token = this.token;
    if (token.kind !== 'word') throw this.fault('"of" needs "them" or the name of selections');
    this.at++;
    const parts: Condition[] = [];
    for (const name of matchingNames(token.text, this.parts.selections)) {
      parts.push(this.count(this.parts.selections.get(name) as Condition));
    }
    if (parts.length === 0) {
      throw new Fault('UnknownSelection', `no selection has a name like ${shown(token.text)}`, [], token.offset);
    }
    return joinConditions(quantifier === 'all' ? 'and' : 'or', parts);
  }

  private resolve(token: ConditionToken): Condition {
    const found = this.parts.selections.get(token.text);
    if (found === undefined) {
      throw new Fault(
        'UnknownSelection',
        `the condition names ${shown(token.text)}, which is not a selection of the rule`,
        [],
        token.offset,
      );
    }
    return this.count(found);
  }

  private count(selection: Condition): Condition {
    addSize(this.parts.size, selection);
    return selection;
  }

  private fault(message: string): Fault {
    return new Fault('InvalidCondition', message, [], this.token.offset);
  }
}

/**
 * The selections that a quantifier refers to, in the rule's order. Names that begin with `_` are matched only by patterns that begin so
 * too.
 */
export function matchingNames(pattern: string, selections: Selections): string[] {
  const them = pattern.toLowerCase() === 'them' && !selections.has(pattern);
  const wanted = them ? '*' : pattern;
  const names: string[] = [];
  for (const name of selections.keys()) {
    if (name.startsWith('_') && !wanted.startsWith('_')) continue;
    if (fitsPattern(name, wanted)) names.push(name);
  }
  return names;
}

/** Whether a name matches a pattern with `*`: the pieces between the stars are found greedily from the left, the last one at the end. */
function fitsPattern(name: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return name === first;
  const last = pieces.at(-1) ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  const end = name.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, from);
    if (found < 0 || found + piece.length > end) return false;
    from = found + piece.length;
  }
  return true;
}
