import { createHash } from 'node:crypto';
import { parseSigma, standaloneDocuments } from '@tripline/sigma';

/** Texts that a caller declares rules with, as a worker thread reads them. */
export interface ReadingTask {
  readonly texts: readonly RuleText[];
  /** What the texts are: Sigma, or answers of the rules service that hold it. */
  readonly form: 'sigma' | 'answer';
}

/** One text; `place` names it in errors, such as `rules[2]`. */
export interface RuleText {
  readonly place: string;
  readonly text: string;
}

/** What a declaration needs of one rule. */
export interface SigmaRule {
  /** The rule's own id in small letters, or the SHA-256 of its text: without an id of its own a rule is known by that. */
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Technique ids as its tags name them. */
  readonly techniques: readonly string[];
}

/** What came of a task: the rules, or what is wrong with a text that the caller brought or the rules service answered. */
export type Reading =
  | { readonly rules: readonly SigmaRule[] }
  | { readonly fault: string }
  | { readonly badAnswer: string };

/** Rules that one declaration may hold, all texts together: each becomes a detection. */
const MOST_RULES = 1000;
const TECHNIQUE_TAG = /^attack\.(t\d{4}(?:\.\d{3})?)$/i;

/** Reads the rules that stand for themselves. It runs in a worker thread, since any text may be made to take long. */
export function readRules({ form, texts }: ReadingTask): Reading {
  const rules: SigmaRule[] = [];
  for (const { place, text } of texts) {
    const yaml = form === 'sigma' ? text : yamlOfAnswer(text);
    if (yaml === undefined) return { badAnswer: 'the rules service answered without a rule' };
    const collection = parseSigma(yaml);
    const [fault] = collection.errors;
    if (fault !== undefined) return { fault: `${place} is no Sigma rule: ${fault.message}` };
    const documents = standaloneDocuments(collection);
    if (rules.length + documents.length > MOST_RULES) {
      return { fault: `it holds more than ${MOST_RULES} rules; declare them in several calls` };
    }
    for (const { description, document, id, tags, title } of documents) {
      rules.push({
        id: id?.toLowerCase() ?? createHash('sha256').update(`${document} ${yaml}`).digest('hex'),
        title,
        description,
        techniques: [...new Set(tags.flatMap((tag) => TECHNIQUE_TAG.exec(tag)?.[1] ?? []))],
      });
    }
  }
  return { rules };
}

/** A rule's Sigma text from the answer of `GET /v1/rules/{key}`. */
function yamlOfAnswer(answer: string): string | undefined {
  try {
    const { data } = JSON.parse(answer) as { data?: { yaml?: unknown } };
    return typeof data?.yaml === 'string' ? data.yaml : undefined;
  } catch {
    return undefined;
  }
}
