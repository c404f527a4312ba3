import { Buffer } from 'node:buffer';
import { type SigmaCorrelation, type SigmaRule, standaloneDocuments } from '@tripline/sigma';
import type { RefusedDocument } from '../conversion/conversion-resource.js';
import type { PlacedIssue } from '../openapi/shared-fields.js';
import { type RuleText, ruleText, type SigmaText } from './sigma-text.js';

/** Most YAML of one saved rule, in bytes of UTF-8; of a correlation, with the rules it refers to. */
export const RULE_YAML_BYTES_MAX = 128 * 1024;

/**
 * Most YAML of all rules of one text together, in bytes. A correlation repeats its rules, and where documents change each other every rule
 * is the whole text, so a small text could otherwise give gigabytes.
 */
const TEXT_RULES_BYTES_MAX = 2 * 1024 * 1024;

/** Why a rule's YAML is too large to be saved, or nothing where it is not. */
export function tooLargeToSave({ document, yaml }: RuleText): PlacedIssue | undefined {
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
  readonly texts: readonly RuleText[];
  readonly refused: readonly RefusedDocument[];
} {
  const texts: RuleText[] = [];
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
