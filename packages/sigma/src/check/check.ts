import { servingDocuments } from '../convert/standalone.js';
import type { SigmaCollection, SigmaCorrelation, SigmaDocument, SigmaFilter } from '../model/rule.js';
import { type ParseOptions, parseSigma } from '../parse/collection.js';
import { Locator } from '../parse/locate.js';
import { indexReferences } from '../parse/references.js';
import { checkDetection } from './detection-checks.js';
import type { Finding, Remark } from './finding.js';
import { checkHeader } from './header-checks.js';
import { checkLogsource } from './logsource-checks.js';
import { checkTags, type KnownTechnique } from './tag-checks.js';

/** What a check may use besides the text. */
export interface CheckOptions extends ParseOptions {
  /** Looks technique ids up in an ATT&CK catalogue; without it only their form is checked. */
  readonly knownTechnique?: KnownTechnique;
  /**
   * Ids seen so far, with the name of their text for messages. It is filled while texts are checked, so one map over many files finds
   * duplicates.
   */
  readonly seenIds?: Map<string, string>;
  /** The name of this text in messages about duplicate ids, usually its path. */
  readonly source?: string;
}

/** Most findings per text: enough for any author, and a bound on looking up places in a hostile text. */
const FINDINGS_MAX = 1000;

/**
 * Checks a Sigma text: faults against the specification, unknown log sources and fields, tags, conditions that always or never hold, unused
 * and too broad selections, duplicate ids. Gives at most 1000 findings, in the order of their places. Never throws.
 */
export function checkSigma(text: string, options: CheckOptions = {}): readonly Finding[] {
  return checkCollection(text, parseSigma(text, options), options);
}

/** `checkSigma` for a text that is already parsed: `collection` is the result of `parseSigma` with the same options. */
export function checkCollection(
  text: string,
  collection: SigmaCollection,
  options: CheckOptions = {},
): readonly Finding[] {
  const locator = new Locator(text);
  const findings: Finding[] = collection.errors.map(({ code, message, document, path, line, column }) => ({
    code,
    severity: 'error',
    message,
    ...(document === undefined ? {} : { document }),
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  }));
  const serving = servingDocuments(collection);
  const seenIds = options.seenIds ?? new Map<string, string>();
  for (const document of collection.documents) {
    for (const remark of remarksOn(document, collection, serving.has(document), seenIds, options)) {
      if (findings.length >= FINDINGS_MAX) break;
      const { code, severity, message, segments } = remark;
      const place = locator.find(document.document, segments);
      findings.push({ code, severity, message, document: document.document, path: segments.join('.'), ...place });
    }
  }
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

function* remarksOn(
  document: SigmaDocument,
  collection: SigmaCollection,
  isServing: boolean,
  seenIds: Map<string, string>,
  options: CheckOptions,
): Generator<Remark> {
  yield* checkHeader(document, isServing);
  yield* checkDuplicate(document, seenIds, options.source);
  yield* checkTags(document, options.knownTechnique);
  if (document.kind !== 'correlation') yield* checkLogsource(document);
  if (document.kind === 'rule') yield* checkDetection(document);
  else yield* checkReferences(document, collection);
}

function* checkDuplicate(
  { id, title }: SigmaDocument,
  seenIds: Map<string, string>,
  source = 'this text',
): Generator<Remark> {
  if (id === undefined) return;
  const key = id.toLowerCase();
  const other = seenIds.get(key);
  if (other === undefined) seenIds.set(key, `"${title}" in ${source}`);
  else
    yield {
      code: 'duplicate_id',
      severity: 'error',
      message: `the id ${id} is also that of ${other}`,
      segments: ['id'],
    };
}

function* checkReferences(document: SigmaCorrelation | SigmaFilter, collection: SigmaCollection): Generator<Remark> {
  const index = indexReferences(collection.documents);
  const rules = document.rules === 'any' ? [] : document.rules;
  for (const [number, reference] of rules.entries()) {
    if (index.has(reference)) continue;
    const message = `the text has no rule with the name or id "${reference}"`;
    const severity = document.kind === 'filter' ? 'info' : 'warning';
    yield { code: 'unknown_rule', severity, message, segments: [document.kind, 'rules', number] };
  }
}
