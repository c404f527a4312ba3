import { currentId, technique } from '@tripline/attack';
import {
  checkCollection,
  type Finding,
  parseSigma,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaDocument,
  type SigmaError,
  type SigmaRule,
} from '@tripline/sigma';
import { validate as isUuid, v5 as uuidv5 } from 'uuid';
import type { PlacedIssue } from '../../openapi/shared-fields.js';
import type { RefusedDocument } from '../../rule/converted-rule.js';
import type { RuleText } from '../../rule/rule-model.js';

/** Namespace of ids made from the content of callers' rules that have none. */
const CONTENT_NAMESPACE = 'b9a1f3c2-6f0e-5d1b-9a55-3f4f5f1c7a10';

/** A parsed Sigma text, with what is needed to separate its rules. */
export interface SigmaText {
  readonly yaml: string;
  readonly collection: SigmaCollection;
  readonly findings: readonly Finding[];
  /** The text of each document by its number, where documents are independent. */
  readonly texts: readonly string[] | undefined;
}

/** Reads and checks a Sigma text of one or many documents. */
export function readSigma(yaml: string): SigmaText {
  const collection = parseSigma(yaml);
  return {
    yaml,
    collection,
    findings: checkCollection(yaml, collection, { knownTechnique }),
    texts: documentTexts(yaml, collection),
  };
}

function knownTechnique(id: string): { ok: boolean; successor?: string } {
  if (technique(id) !== undefined) return { ok: true };
  const successor = currentId(id);
  return successor === undefined ? { ok: false } : { ok: false, successor };
}

/** The documents of a text that cannot be read as rules, each with its fault. */
export function refusedDocuments({ collection }: SigmaText): RefusedDocument[] {
  return collection.errors.map((error) => ({ document: error.document ?? 0, error: toIssue(error) }));
}

/** One rule or correlation of a text. Its key is its id, where it has one; else the given key, or one made from its content. */
export interface ParsedRule extends RuleText {
  readonly document: SigmaRule | SigmaCorrelation;
}

/** A rule of a text with its own YAML. @param newKey the key of a rule without an id */
export function ruleText(
  { yaml, collection, texts }: SigmaText,
  document: SigmaRule | SigmaCorrelation,
  newKey?: string,
): ParsedRule {
  const text = texts === undefined ? yaml : textOf(document, collection, texts);
  const key =
    document.id !== undefined && isUuid(document.id)
      ? document.id.toLowerCase()
      : (newKey ?? uuidv5(text, CONTENT_NAMESPACE));
  return { document, key, yaml: document.id === undefined ? withId(text, key) : text };
}

function isReferred(document: SigmaRule | SigmaCorrelation, references: ReadonlySet<string>): boolean {
  return [document.id, document.name, document.title].some((label) => label !== undefined && references.has(label));
}

/**
 * The text of each document by its number; nothing where documents change each other (`action:`, filters), since then only the whole text
 * is valid.
 */
function documentTexts(yaml: string, collection: SigmaCollection): readonly string[] | undefined {
  if (/^action:/m.test(yaml) || collection.documents.some(({ kind }) => kind === 'filter')) return undefined;
  const texts = yaml.split(/^---[ \t]*(?:#.*)?\r?$/m);
  // A marker before the first document begins it, without an empty document before.
  if (texts.length > 1 && texts[0]?.replace(/^\s*#.*$/gm, '').trim() === '') texts.shift();
  return texts.map((text) => `${text.trim()}\n`);
}

/** A rule's own text; a correlation's is followed by its rules, in the contract's multi-document form. */
function textOf(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection, texts: readonly string[]): string {
  const members = [document, ...supporting(document, collection)];
  return members.map((member) => texts[member.document] ?? '').join('---\n');
}

/** The rules and correlations that a correlation refers to, directly or indirectly, in the text's order; none for a rule. */
export function supporting(
  document: SigmaRule | SigmaCorrelation,
  { documents }: SigmaCollection,
): readonly (SigmaRule | SigmaCorrelation)[] {
  const found = new Set<SigmaDocument>([document]);
  // The set grows during the loop, which also visits the added members.
  for (const member of found) {
    if (member.kind !== 'correlation') continue;
    const references = new Set(member.rules);
    for (const other of documents) if (other.kind !== 'filter' && isReferred(other, references)) found.add(other);
  }
  return documents.filter(
    (other): other is SigmaRule | SigmaCorrelation => other.kind !== 'filter' && other !== document && found.has(other),
  );
}

/** Adds the id to a block-style document; a flow-style one is not changed. */
function withId(text: string, id: string): string {
  return /^[A-Za-z_]+:/.test(text) ? `id: ${id}\n${text}` : text;
}

/** A fault or finding as answers have it. */
export function toIssue(issue: SigmaError | PlacedIssue): PlacedIssue {
  return {
    code: issue.code,
    severity: 'severity' in issue ? issue.severity : 'error',
    message: issue.message,
    ...(issue.path === undefined ? {} : { path: issue.path }),
    ...(issue.line === undefined ? {} : { line: issue.line }),
    ...(issue.column === undefined ? {} : { column: issue.column }),
  };
}
