import { type Condition, parseSigma, type SigmaError, type SigmaRule } from '@tripline/sigma';

/** Gives a rule text around a detection section (without its outer indentation). */
export function ruleText(detection: string): string {
  const body = detection
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
  return `title: Probe\nlogsource:\n  product: windows\n  category: process_creation\ndetection:\n${body}\n`;
}

/** Gives the rule of a detection section; the test fails if it cannot be read. */
export function readRule(detection: string): SigmaRule {
  const { documents, errors } = parseSigma(ruleText(detection));
  expect(errors).toEqual([]);
  const [rule] = documents;
  if (rule?.kind !== 'rule') throw new Error('no rule was read');
  return rule;
}

/** The condition tree of one selection item, written `key: value`. */
export function readItem(item: string): Condition {
  return readRule(`sel:\n  ${item.replaceAll('\n', '\n  ')}\ncondition: sel`).conditions[0]?.tree as Condition;
}

/** Gives the only error of a detection section; the test fails if there is none. */
export function readFault(detection: string): SigmaError {
  const { documents, errors } = parseSigma(ruleText(detection));
  expect(documents).toEqual([]);
  expect(errors).toHaveLength(1);
  return errors[0] as SigmaError;
}

/** The error of one selection item. */
export function itemFault(item: string): SigmaError {
  return readFault(`sel:\n  ${item}\ncondition: sel`);
}
