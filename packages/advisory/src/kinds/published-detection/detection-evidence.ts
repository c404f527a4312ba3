import {
  ANY,
  type Condition,
  escapeSigmaValue,
  ONE,
  type Pattern,
  type SigmaRule,
  type ValueTest,
} from '@tripline/sigma';
import type { RuleEvidence, Span } from '../../model.js';

/**
 * Every value a published rule looks for, with its place in the detection; where the value is written differently there, the place is the
 * whole detection.
 */
export function detectionEvidence(rule: SigmaRule, text: string, { start, end }: Span): readonly RuleEvidence[] {
  const published = text.slice(start, end);
  const lower = published.toLowerCase();
  const evidence = new Map<string, RuleEvidence>();
  const add = (field: string, value: string, literal: string): void => {
    const key = `${field}\0${value}`;
    if (evidence.has(key)) return;
    const at =
      literal === '' || literal.toLowerCase().length !== literal.length ? -1 : lower.indexOf(literal.toLowerCase());
    const from = Math.max(at, 0);
    const to = at < 0 ? published.length : at + literal.length;
    evidence.set(key, { field, value, quote: published.slice(from, to), start: start + from, end: start + to });
  };
  const visit = (node: Condition): void => {
    switch (node.kind) {
      case 'and':
      case 'or':
        for (const child of node.children) visit(child);
        break;
      case 'not':
        visit(node.child);
        break;
      default:
        for (const test of node.tests) {
          const [value, literal] = writtenValue(test);
          if (value !== undefined) add(node.kind === 'field' ? node.field : '', value, literal ?? value);
        }
    }
  };
  for (const { tree } of rule.conditions) visit(tree);
  return [...evidence.values()];
}

/** A value as the rule writes it, and as a text would. */
function writtenValue(test: ValueTest): readonly [string | undefined, string?] {
  switch (test.op) {
    case 'string':
      return test.pattern.parts.length === 0 ? [undefined] : [escaped(test.pattern), longest(test.pattern)];
    case 'number':
    case 'boolean':
    case 'compare':
      return [String(test.value)];
    case 'regex':
      return [test.source];
    case 'cidr':
      return [test.network];
    default:
      return [undefined];
  }
}

function escaped({ parts, shape, literal }: Pattern): string {
  if (shape !== 'mixed') return shape === 'any' ? '*' : escapeSigmaValue(literal);
  return parts.map((part) => (part === ANY ? '*' : part === ONE ? '?' : escapeSigmaValue(part))).join('');
}

/** The longest literal part of a pattern, which can be found again in a text. */
function longest({ parts }: Pattern): string {
  return parts.reduce<string>(
    (found, part) => (typeof part === 'string' && part.length > found.length ? part : found),
    '',
  );
}
