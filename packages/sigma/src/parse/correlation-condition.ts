import type { RuleReferenceTree } from '../model/rule.js';
import { type ConditionToken, readTokens } from './condition-tokens.js';
import { Fault, shown } from './fault.js';
import { LIMITS } from './limits.js';

/**
 * Parses the extended condition of a temporal correlation: rule names or ids under `not`, `and`, `or` and parentheses. Throws a `Fault`.
 */
export function readReferenceTree(source: string): RuleReferenceTree {
  const reader = new ReferenceReader(readTokens(source));
  return reader.read();
}

/** The rules a tree names, each once, in order. */
export function referencesOf(tree: RuleReferenceTree): string[] {
  const found = new Set<string>();
  const collect = (node: RuleReferenceTree) => {
    if (node.kind === 'reference') found.add(node.reference);
    else if (node.kind === 'not') collect(node.child);
    else node.children.forEach(collect);
  };
  collect(tree);
  return [...found];
}

class ReferenceReader {
  private at = 0;

  constructor(private readonly tokens: readonly ConditionToken[]) {}

  read(): RuleReferenceTree {
    const tree = this.readJoin('or', 0);
    if (this.token.kind !== 'end') throw this.fault(`expected "and", "or" or the end, found ${shown(this.token.text)}`);
    return tree;
  }

  private get token(): ConditionToken {
    return this.tokens[this.at] as ConditionToken;
  }

  private readJoin(kind: 'and' | 'or', depth: number): RuleReferenceTree {
    const operand = () => (kind === 'or' ? this.readJoin('and', depth) : this.readNot(depth));
    const children = [operand()];
    while (this.token.kind === kind) {
      this.at++;
      children.push(operand());
    }
    const [only] = children;
    return children.length === 1 && only !== undefined ? only : { kind, children };
  }

  private readNot(depth: number): RuleReferenceTree {
    let negated = false;
    while (this.token.kind === 'not') {
      this.at++;
      negated = !negated;
    }
    const operand = this.readOperand(depth);
    if (!negated) return operand;
    return operand.kind === 'not' ? operand.child : { kind: 'not', child: operand };
  }

  private readOperand(depth: number): RuleReferenceTree {
    const token = this.token;
    if (token.kind === 'word') {
      this.at++;
      return { kind: 'reference', reference: token.text };
    }
    if (token.kind !== 'open') throw this.fault('expected the name of a rule');
    if (depth >= LIMITS.conditionDepth) throw this.fault(`parentheses nest deeper than ${LIMITS.conditionDepth}`);
    this.at++;
    const inner = this.readJoin('or', depth + 1);
    if (this.token.kind !== 'close') throw this.fault('a parenthesis is not closed');
    this.at++;
    return inner;
  }

  private fault(message: string): Fault {
    return new Fault('InvalidCondition', message, [], this.token.offset);
  }
}
