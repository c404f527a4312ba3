import {
  ANY,
  type Condition,
  escapeSigmaValue,
  ONE,
  type Pattern,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaRule,
  type ValueTest,
} from '@tripline/sigma';
import type { PlacedIssue } from '../../openapi/shared-fields.js';
import type { RuleContent } from '../../rule/rule-resource.js';
import { countsEvents, proveDocument } from './prove-sigma.js';
import { tooLargeToAnswer, tooLargeToSave } from './rule-size.js';
import { readSigma, ruleText, type SigmaText, supporting, toIssue } from './sigma-text.js';

/** An edited rule: its new text, and what may still apply of the previous version. */
export interface Revision {
  readonly key: string;
  readonly yaml: string;
  readonly earlier: Pick<RuleContent, 'evidence' | 'tests' | 'attribution'>;
}

/** The edited rule, proven, with the evidence and the attribution that still apply; or all its faults. */
export type RevisionOutcome =
  | { readonly ok: true; readonly content: RuleContent }
  | { readonly ok: false; readonly faults: readonly PlacedIssue[] };

/**
 * Reads, checks, tests and converts the edited text of a rule. It must contain exactly that rule, or one correlation with its rules,
 * without errors of the linter. An event that it matches must be known, and all six targets must be able to convert it.
 */
export function reviseRule({ key, yaml, earlier }: Revision): RevisionOutcome {
  const read = readSigma(yaml);
  const errors = read.findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { ok: false, faults: errors.map(toIssue) };
  const document = onlyRule(read);
  if (document === undefined) {
    const message = 'the text must hold exactly one rule, or one correlation with the rules it refers to';
    return { ok: false, faults: [{ ...fault('one_rule', message), ...secondDocument(yaml) }] };
  }
  if (document.id !== undefined && document.id.toLowerCase() !== key) {
    const message = `the id is ${document.id}; this rule has ${key}; leave the id out, or keep the rule's own`;
    return { ok: false, faults: [{ ...fault('other_id', message, 'id'), ...lineOf(yaml, document.id) }] };
  }
  const text = ruleText(read, document, key);
  const tooLarge = tooLargeToSave(text);
  if (tooLarge !== undefined) return { ok: false, faults: [tooLarge] };
  const { content, errors: unconverted } = proveDocument(read, text, earlier.tests);
  const grown = tooLargeToAnswer(text, content);
  if (grown !== undefined) return { ok: false, faults: [grown] };
  const faults: PlacedIssue[] = Object.entries(unconverted).map(([target, issue]) => ({
    ...issue,
    message: `${target}: ${issue.message}`,
  }));
  // For a rule that counts, a long enough list may not be buildable; for a rule on single events, no event means that there is none.
  if (!countsEvents(document) && content.tests.match.length === 0) {
    const message = 'no event could be found that the rule matches; look for a contradiction or a placeholder';
    faults.push({ ...fault('self_test', message, 'detection'), ...firstLine(yaml, /^detection:/) });
  }
  if (faults.length > 0) return { ok: false, faults };
  const values = valuesOf(read.collection);
  const evidence = earlier.evidence.filter(({ value }) => values.has(value.toLowerCase()));
  // A text that keeps no value of the advisory has no attribution any more.
  const attribution = evidence.length > 0 ? earlier.attribution : null;
  return { ok: true, content: { ...content, evidence, attribution } };
}

/** The one rule or correlation of a text that all its others serve. */
function onlyRule({ collection }: SigmaText): SigmaRule | SigmaCorrelation | undefined {
  const documents = collection.documents.filter((document) => document.kind !== 'filter');
  const served = documents.filter((document) => supporting(document, collection).length === documents.length - 1);
  return served.length === 1 ? served[0] : undefined;
}

function fault(code: string, message: string, path?: string): PlacedIssue {
  return { code, severity: 'error', message, ...(path === undefined ? {} : { path }) };
}

/** The line an id stands in. */
function lineOf(yaml: string, id: string): { line: number; column: number } | undefined {
  const lines = yaml.split('\n');
  const at = lines.findIndex((line) => line.trimStart().startsWith('id:') && line.includes(id));
  return at < 0 ? undefined : { line: at + 1, column: (lines[at] as string).indexOf(id) + 1 };
}

/** The first line behind another that looks like this. */
function firstLine(yaml: string, like: RegExp, behind = 0): { line: number; column: number } | undefined {
  const at = yaml.split('\n').findIndex((line, index) => index >= behind && like.test(line));
  return at < 0 ? undefined : { line: at + 1, column: 1 };
}

/** Where the second document of a text begins: at what follows its first separator. */
function secondDocument(yaml: string): { line: number; column: number } | undefined {
  const content = /^(?!---)\s*[^\s#]/;
  const separator = firstLine(yaml, /^---/, firstLine(yaml, content)?.line);
  return separator && firstLine(yaml, content, separator.line);
}

/** Every value that the rules of a text look for, in lower case and in Sigma's spelling, as evidence has it. */
function valuesOf({ documents }: SigmaCollection): ReadonlySet<string> {
  const values = new Set<string>();
  for (const document of documents) {
    const trees = document.kind === 'rule' ? document.conditions.map(({ tree }) => tree) : [];
    for (const tree of trees)
      for (const test of testsOf(tree)) for (const value of writtenForms(test)) values.add(value);
  }
  return values;
}

function* testsOf(tree: Condition): Generator<ValueTest> {
  if (tree.kind === 'and' || tree.kind === 'or') for (const child of tree.children) yield* testsOf(child);
  else if (tree.kind === 'not') yield* testsOf(tree.child);
  else yield* tree.tests;
}

function* writtenForms(test: ValueTest): Generator<string> {
  if (test.op === 'string') yield writtenPattern(test.pattern).toLowerCase();
  else if (test.op === 'regex') yield* [test.source, escapeSigmaValue(test.source)].map((text) => text.toLowerCase());
  else if (test.op === 'cidr') yield test.network.toLowerCase();
  else if ('value' in test) yield String(test.value);
}

/** Without the wildcards that `contains` and similar modifiers add at the ends. */
function writtenPattern({ parts }: Pattern): string {
  const inner = parts.slice(parts[0] === ANY ? 1 : 0, parts.length > 1 && parts.at(-1) === ANY ? -1 : undefined);
  return inner.map((part) => (part === ANY ? '*' : part === ONE ? '?' : escapeSigmaValue(part))).join('');
}
