import { type Condition, type Logsource, parseSigma, type SigmaRule, type ValueTest } from '@tripline/sigma';

/**
 * What a rule looks for, as one text: its log source, and the values that it asks for in each field, in an order of their own. Two rules with the same
 * text find the same values in the same log, whatever they are called, and whatever they leave out.
 * @returns undefined for a text that is no rule
 */
export function ruleValues(yaml: string): string | undefined {
  const { documents } = parseSigma(yaml);
  const [first] = documents;
  if (first === undefined || first.kind === 'filter') return undefined;
  const rules = documents.filter((document): document is SigmaRule => document.kind === 'rule');
  const parts = new Set<string>();
  for (const { logsource, conditions } of rules) {
    const log = sourceText(logsource);
    for (const { tree } of conditions) for (const value of valuesOf(tree)) parts.add(`${log} ${value}`);
  }
  if (parts.size === 0) return undefined;
  return JSON.stringify([first.kind, ...[...parts].sort()]);
}

const sourceText = ({ product = '', category = '', service = '' }: Logsource): string =>
  [product, category, service].join('|').toLowerCase();

/** The values of a condition, without those that must not be there. */
function* valuesOf(tree: Condition): Generator<string> {
  if (tree.kind === 'not') return;
  if (tree.kind === 'and' || tree.kind === 'or') {
    for (const child of tree.children) yield* valuesOf(child);
    return;
  }
  const field = tree.kind === 'field' ? tree.field : '';
  for (const test of tree.tests) yield JSON.stringify([field, testText(test)]);
}

/** A test without the places in which its value may stand. */
function testText(test: ValueTest): unknown {
  if (test.op !== 'string') return test;
  return test.pattern.parts.filter((part) => typeof part === 'string').map((part) => part.toLowerCase());
}
