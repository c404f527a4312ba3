import { currentId, technique } from '@tripline/attack';
import {
  type Conversion,
  checkCollection,
  convert,
  type DeployFormat,
  deploy,
  type Finding,
  type Note,
  parseSigma,
  platformOfLogsource,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaDocument,
  SigmaError,
  type SigmaRule,
  standaloneDocuments,
  TARGET_IDS,
  type TargetId,
} from '@tripline/sigma';
import { validate as isUuid, v5 as uuidv5 } from 'uuid';
import type { ConvertedRule, DeploymentOutcome, Deployments, PlacedIssue, RefusedDocument } from './converted-rule.js';
import { techniqueFacts } from './technique-facts.js';

/** Namespace of the ids that brought rules without one get from their content. */
const CONTENT_NAMESPACE = 'b9a1f3c2-6f0e-5d1b-9a55-3f4f5f1c7a10';

/** A Sigma text as it was read, with what is needed to tell its rules apart. */
export interface SigmaText {
  readonly yaml: string;
  readonly collection: SigmaCollection;
  readonly findings: readonly Finding[];
  /** The text of each document by its number, where that is a text of its own. */
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

/**
 * Reads, checks and converts a Sigma text of one or many documents. Rules that only serve a correlation are part of that correlation's
 * YAML and not rules of their own.
 */
export function convertSigma(
  yaml: string,
  targets: readonly TargetId[] = TARGET_IDS,
  formats: readonly DeployFormat[] = [],
): { rules: readonly (ConvertedRule & { readonly deployments?: Deployments })[]; refused: readonly RefusedDocument[] } {
  const read = readSigma(yaml);
  return {
    rules: standaloneDocuments(read.collection).map((document) => ({
      ...convertDocument(read, document, targets),
      ...(formats.length === 0 ? {} : { deployments: deployDocument(read.collection, document, formats) }),
    })),
    refused: refusedDocuments(read),
  };
}

/** One rule in each deployable form, or why it cannot have that form. */
function deployDocument(
  collection: SigmaCollection,
  document: SigmaRule | SigmaCorrelation,
  formats: readonly DeployFormat[],
): Deployments {
  const deployments: Partial<Record<DeployFormat, DeploymentOutcome>> = {};
  for (const format of formats) {
    try {
      const { text, mediaType, notes } = deploy(document, collection, format, { techniqueFacts });
      deployments[format] = { text, mediaType, notes };
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error;
      deployments[format] = { error: toIssue(error) };
    }
  }
  return deployments;
}

/** The documents of a text that are no rule anybody can read, each with its fault. */
export function refusedDocuments({ collection }: SigmaText): RefusedDocument[] {
  return collection.errors.map((error) => ({ document: error.document ?? 0, error: toIssue(error) }));
}

/** Converts one rule or correlation of a text. Its key is its id, where it has one; else `newKey`, or one that follows from its content. */
export function convertDocument(
  { yaml, collection, findings, texts }: SigmaText,
  document: SigmaRule | SigmaCorrelation,
  targets: readonly TargetId[],
  newKey?: string,
): ConvertedRule {
  const conversions: Partial<Record<TargetId, string>> = {};
  const notes: Partial<Record<TargetId, readonly Note[]>> = {};
  const errors: Partial<Record<TargetId, PlacedIssue>> = {};
  for (const target of targets) {
    const conversion: Conversion = convert(document, collection, target);
    if (conversion.ok) {
      conversions[target] = conversion.queries.join('\n');
      notes[target] = conversion.notes;
    } else {
      errors[target] = toIssue(conversion.error);
    }
  }
  const text = texts === undefined ? yaml : textOf(document, collection, texts);
  const key =
    document.id !== undefined && isUuid(document.id)
      ? document.id.toLowerCase()
      : (newKey ?? uuidv5(text, CONTENT_NAMESPACE));
  return {
    document: document.document,
    key,
    title: document.title,
    description: document.description ?? '',
    platform: platformOf(document, collection),
    level: document.level ?? 'medium',
    techniques: techniquesOf(document.tags),
    yaml: document.id === undefined ? withId(text, key) : text,
    conversions,
    notes,
    errors,
    issues: findings
      .filter((finding) => finding.document === document.document && finding.severity !== 'info')
      .map(toIssue),
  };
}

function isReferred(document: SigmaRule | SigmaCorrelation, references: ReadonlySet<string>): boolean {
  return [document.id, document.name, document.title].some((label) => label !== undefined && references.has(label));
}

/** The text of each document by its number, or nothing where documents change each other (`action:`, filters): then only the whole is true. */
function documentTexts(yaml: string, collection: SigmaCollection): readonly string[] | undefined {
  if (/^action:/m.test(yaml) || collection.documents.some(({ kind }) => kind === 'filter')) return undefined;
  const texts = yaml.split(/^---[ \t]*(?:#.*)?\r?$/m);
  // A marker before the first document opens it; it does not make an empty one.
  if (texts.length > 1 && texts[0]?.replace(/^\s*#.*$/gm, '').trim() === '') texts.shift();
  return texts.map((text) => `${text.trim()}\n`);
}

/** A rule's own text; a correlation's is followed by the rules it rests on, as the contract's multi-document form has it. */
function textOf(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection, texts: readonly string[]): string {
  const members = [document, ...supporting(document, collection)];
  return members.map((member) => texts[member.document] ?? '').join('---\n');
}

/** The rules and correlations a correlation refers to, and those that these refer to, in the text's order; none for a rule. */
export function supporting(
  document: SigmaRule | SigmaCorrelation,
  { documents }: SigmaCollection,
): readonly (SigmaRule | SigmaCorrelation)[] {
  const found = new Set<SigmaDocument>([document]);
  // A set that grows while it is walked: what is added is walked too.
  for (const member of found) {
    if (member.kind !== 'correlation') continue;
    const references = new Set(member.rules);
    for (const other of documents) if (other.kind !== 'filter' && isReferred(other, references)) found.add(other);
  }
  return documents.filter(
    (other): other is SigmaRule | SigmaCorrelation => other.kind !== 'filter' && other !== document && found.has(other),
  );
}

/** Puts the derived id into a block-style document; a flow-style one is left as it was brought. */
function withId(text: string, id: string): string {
  return /^[A-Za-z_]+:/.test(text) ? `id: ${id}\n${text}` : text;
}

/** The platform of a rule's log source; a correlation's is that of the first rule it rests on. */
function platformOf(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection): ConvertedRule['platform'] {
  if (document.kind === 'rule') return platformOfLogsource(document.logsource) ?? null;
  const first = supporting(document, collection).find((other) => other.kind === 'rule');
  return first?.kind === 'rule' ? (platformOfLogsource(first.logsource) ?? null) : null;
}

/** Technique ids of `attack.t…` tags, retired ones replaced by their successors. */
function techniquesOf(tags: readonly string[]): string[] {
  const ids = tags.flatMap((tag) => /^attack\.(t\d{4}(?:\.\d{3})?)$/i.exec(tag)?.[1]?.toUpperCase() ?? []);
  return [...new Set(ids.map((id) => currentId(id) ?? id))];
}

function knownTechnique(id: string): { ok: boolean; successor?: string } {
  if (technique(id) !== undefined) return { ok: true };
  const successor = currentId(id);
  return successor === undefined ? { ok: false } : { ok: false, successor };
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
