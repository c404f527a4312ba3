import { createHash } from 'node:crypto';
import {
  type SigmaRule as ParsedRule,
  parseSigma,
  type SigmaCollection,
  type SigmaCorrelation,
  standaloneDocuments,
} from '@tripline/sigma';
import type { DeclaredReading } from '../cloud/declared-reading.js';
import type { ProviderName } from '../cloud/provider.js';
import { folderOf } from '../providers/facts-of.js';
import { PROVIDERS } from '../providers/list.js';

/** The texts of a declaration, as they are passed to a worker thread. */
export interface ReadingTask {
  readonly texts: readonly RuleText[];
  /** The form of the texts: Sigma, or answers of the rules service that contain Sigma. */
  readonly form: 'sigma' | 'answer';
  /** The provider of the account that the rules are declared of. A task without texts makes ready for all of them. */
  readonly provider: ProviderName;
}

/** One text. `place` names it in error messages, such as `rules[2]`. */
export interface RuleText {
  readonly place: string;
  readonly text: string;
}

/** The parts of a rule that a declaration uses. */
export interface SigmaRule {
  /** The rule's own id in lower case. A rule without an id gets the SHA-256 of its text. */
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Technique ids from its tags, as written there. */
  readonly techniques: readonly string[];
  /** Its own status, such as `deprecated`. */
  readonly status: string | undefined;
  /** What it looks for; of a correlation, what the rules that it refers to look for. */
  readonly reading: DeclaredReading;
}

/** The result of a task: the rules, or the fault in a text that the caller sent or the rules service answered. */
export type Reading =
  | { readonly rules: readonly SigmaRule[] }
  | { readonly fault: string }
  | { readonly badAnswer: string };

/** Maximum rules of one declaration, over all its texts. Each rule becomes a detection. */
const MOST_RULES = 1000;
const TECHNIQUE_TAG = /^attack\.(t\d{4}(?:\.\d{3})?)$/i;

/**
 * Reads the rules of a declaration and leaves out rules that only a correlation refers to. It runs in a worker thread, because a hostile
 * text can be slow to parse.
 */
export function readRules({ form, provider, texts }: ReadingTask): Reading {
  const rules: SigmaRule[] = [];
  if (texts.length === 0) for (const { declared } of PROVIDERS) declared.prepare();
  for (const { place, text } of texts) {
    const yaml = form === 'sigma' ? text : yamlOfAnswer(text);
    if (yaml === undefined) return { badAnswer: 'the rules service answered without a rule' };
    const collection = parseSigma(yaml);
    const [fault] = collection.errors;
    if (fault !== undefined) return { fault: `${place} is not a Sigma rule: ${fault.message}` };
    const documents = standaloneDocuments(collection);
    if (rules.length + documents.length > MOST_RULES) {
      return { fault: `it holds more than ${MOST_RULES} rules; declare them in several calls` };
    }
    for (const rule of documents) {
      const { description, document, id, status, tags, title } = rule;
      rules.push({
        id: id?.toLowerCase() ?? createHash('sha256').update(`${document} ${yaml}`).digest('hex'),
        title,
        description,
        techniques: [...new Set(tags.flatMap((tag) => TECHNIQUE_TAG.exec(tag)?.[1] ?? []))],
        status,
        reading: readingOf(rule.kind === 'rule' ? [rule] : referredRules(rule, collection), provider, isCount(rule)),
      });
    }
  }
  return { rules };
}

/** Correlations of a number of events, of which none is noticed by itself. */
const COUNTING: ReadonlySet<string> = new Set(['event_count', 'value_count']);

/** Whether a rule notices a number of events. */
const isCount = (rule: ParsedRule | SigmaCorrelation): boolean =>
  rule.kind === 'correlation' && COUNTING.has(rule.aggregation.type);

function readingOf(rules: readonly ParsedRule[], provider: ProviderName, isCounted: boolean): DeclaredReading {
  const conditions = rules.flatMap((rule) => rule.conditions.map(({ tree }) => tree));
  return folderOf(provider).declared.read(
    rules.map(({ logsource }) => logsource),
    conditions,
    isCounted,
  );
}

/** The rules that a correlation refers to, through other correlations too. */
function referredRules(correlation: SigmaCorrelation, { documents }: SigmaCollection): readonly ParsedRule[] {
  const names = new Set(correlation.rules);
  const found = new Set<ParsedRule>();
  // A correlation of correlations adds names while the set is walked.
  for (const name of names) {
    for (const document of documents) {
      if (document.kind === 'filter' || (document.id !== name && document.name !== name)) continue;
      if (document.kind === 'rule') found.add(document);
      else for (const further of document.rules) names.add(further);
    }
  }
  return [...found];
}

/** Gives a rule's Sigma text from the answer of `GET /v1/rules/{key}`. */
function yamlOfAnswer(answer: string): string | undefined {
  try {
    const { data } = JSON.parse(answer) as { data?: { yaml?: unknown } };
    return typeof data?.yaml === 'string' ? data.yaml : undefined;
  } catch {
    return undefined;
  }
}
