import { Buffer } from 'node:buffer';
import { type SigmaCorrelation, type SigmaRule, standaloneDocuments } from '@tripline/sigma';
import type { PlacedIssue } from '../../openapi/shared-fields.js';
import type { ConvertedRule, RefusedDocument } from '../../rule/converted-rule.js';
import { type ParsedRule, ruleText, type SigmaText } from './sigma-text.js';

/** Most YAML of one saved rule, in bytes of UTF-8; of a correlation, with the rules it refers to. */
export const RULE_YAML_BYTES_MAX = 128 * 1024;

/**
 * Most YAML of all rules of one text together, in bytes. A correlation repeats its rules, and where documents change each other every rule
 * is the whole text, so a small text could otherwise give gigabytes.
 */
const TEXT_RULES_BYTES_MAX = 2 * 1024 * 1024;

/** Most bytes of UTF-8 that one rule may come to in an answer: its queries, notes and deployable forms. */
export const RULE_ANSWER_BYTES_MAX = 4 * 1024 * 1024;

/** The same for all rules of one text together. */
export const TEXT_ANSWER_BYTES_MAX = 16 * 1024 * 1024;

interface Noted {
  readonly code: string;
  readonly message: string;
  readonly part?: string;
}

/** What a rule was written as. */
type Written = Pick<ConvertedRule, 'conversions' | 'notes' | 'deployments'>;

/** Why a rule comes to more than one may have in an answer, or nothing where it does not. */
export function tooLargeToAnswer({ document }: ParsedRule, written: Written): PlacedIssue | undefined {
  const bytes = answerBytes(written);
  if (bytes <= RULE_ANSWER_BYTES_MAX) return undefined;
  return {
    code: 'answer_too_large',
    severity: 'error',
    message: `${named(document)} comes to ${bytes} bytes of queries, notes and forms, and a rule may have ${RULE_ANSWER_BYTES_MAX}; spread its fields over several rules, or ask for fewer languages and forms`,
  };
}

/** Writes the rules of a text one after the other, up to the limits of an answer; those beyond are refused, and are not written. */
export function writtenWithin<Rule extends Written>(
  texts: readonly ParsedRule[],
  write: (text: ParsedRule) => Rule,
): { readonly rules: readonly Rule[]; readonly refused: readonly RefusedDocument[] } {
  const rules: Rule[] = [];
  const refused: RefusedDocument[] = [];
  let sum = 0;
  for (const text of texts) {
    const written = sum > TEXT_ANSWER_BYTES_MAX ? undefined : write(text);
    const error = written === undefined ? undefined : tooLargeToAnswer(text, written);
    if (written !== undefined) sum += answerBytes(written);
    if (error !== undefined) refused.push({ document: text.document.document, error });
    else if (written === undefined || sum > TEXT_ANSWER_BYTES_MAX)
      refused.push({ document: text.document.document, error: beyondAnswer(text.document, sum) });
    else rules.push(written);
  }
  return { rules, refused };
}

/** The texts that grow with a rule; what stands around them does not. */
function answerBytes({ conversions, notes, deployments = {} }: Written): number {
  let bytes = 0;
  const count = (text: string | undefined): void => {
    bytes += Buffer.byteLength(text ?? '');
  };
  const countNotes = (list: readonly Noted[] | undefined): void => {
    for (const { code, message, part } of list ?? []) for (const text of [code, message, part ?? '']) count(text);
  };
  for (const query of Object.values(conversions)) count(query);
  for (const list of Object.values(notes)) countNotes(list);
  for (const form of Object.values(deployments)) {
    if (!('text' in form)) continue;
    count(form.text);
    countNotes(form.notes);
  }
  return bytes;
}

function beyondAnswer(document: SigmaRule | SigmaCorrelation, bytes: number): PlacedIssue {
  return {
    code: 'text_too_large',
    severity: 'error',
    message: `the rules of the text up to ${named(document)} come to ${bytes} bytes of queries, notes and forms, and one answer may have ${TEXT_ANSWER_BYTES_MAX}; send them in several texts`,
  };
}

/** Why a rule's YAML is too large to be saved, or nothing where it is not. */
export function tooLargeToSave({ document, yaml }: ParsedRule): PlacedIssue | undefined {
  const bytes = Buffer.byteLength(yaml);
  if (bytes <= RULE_YAML_BYTES_MAX) return undefined;
  return {
    code: 'rule_too_large',
    severity: 'error',
    message: `${named(document)} has ${bytes} bytes of YAML, and a rule may have ${RULE_YAML_BYTES_MAX}; spread its values over several rules`,
  };
}

/** The rules of a text up to the limit of their YAML together. Further ones are refused, and their text is never built. */
export function rulesWithin(read: SigmaText): {
  readonly texts: readonly ParsedRule[];
  readonly refused: readonly RefusedDocument[];
} {
  const texts: ParsedRule[] = [];
  const refused: RefusedDocument[] = [];
  let sum = 0;
  for (const document of standaloneDocuments(read.collection)) {
    const text = sum > TEXT_RULES_BYTES_MAX ? undefined : ruleText(read, document);
    sum += text === undefined ? 0 : Buffer.byteLength(text.yaml);
    if (text !== undefined && sum <= TEXT_RULES_BYTES_MAX) texts.push(text);
    else refused.push({ document: document.document, error: beyond(document) });
  }
  return { texts, refused };
}

function beyond(document: SigmaRule | SigmaCorrelation): PlacedIssue {
  return {
    code: 'text_too_large',
    severity: 'error',
    message: `with ${named(document)} the rules of the text have more than ${TEXT_RULES_BYTES_MAX} bytes of YAML together, counting what correlations repeat; send them in several texts`,
  };
}

const named = ({ title }: SigmaRule | SigmaCorrelation): string => `the rule "${title.slice(0, 100)}"`;
