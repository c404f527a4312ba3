import { servingDocuments } from '../convert/standalone.js';
import type { SigmaError } from '../model/error.js';
import type { SigmaCollection, SigmaCorrelation, SigmaDocument, SigmaFilter } from '../model/rule.js';
import { allFaults } from '../parse/all-faults.js';
import { type ParseOptions, parseSigma, parseSigmaTexts } from '../parse/collection.js';
import { Locator } from '../parse/locate.js';
import { indexReferences } from '../parse/references.js';
import { checkDetection } from './detection-checks.js';
import type { Finding, Remark } from './finding.js';
import { modifierFix } from './fixes.js';
import { checkHeader } from './header-checks.js';
import { checkLogsource } from './logsource-checks.js';
import { checkTags, type KnownTechnique } from './tag-checks.js';

/** What a check may use besides the text. */
export interface CheckOptions extends ParseOptions {
  /** Looks technique ids up in an ATT&CK catalogue; without it only their form is checked. */
  readonly knownTechnique?: KnownTechnique;
  /** Makes a probable mistake in a field's name an error. */
  readonly strict?: boolean;
}

/** A text with its name for messages, usually its path. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
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
  return findingsOf({ name: 'this text', text }, collection, scopeOf(collection), options);
}

/**
 * Checks several texts, such as the files of a repository, as one collection: references and filters are followed across texts, and so are
 * duplicate ids. Gives the findings per text, in order, as `checkSigma` does for one. Never throws.
 */
export function checkSigmaTexts(
  texts: readonly NamedText[],
  options: CheckOptions = {},
): readonly (readonly Finding[])[] {
  const { collection, parts } = parseSigmaTexts(
    texts.map(({ text }) => text),
    options,
  );
  const scope = scopeOf(collection);
  return texts.map((text, index) => findingsOf(text, parts[index] ?? collection, scope, options));
}

/** What is looked up beyond one document. */
interface Scope {
  readonly collection: SigmaCollection;
  /** The documents that correlations refer to. */
  readonly serving: ReadonlySet<SigmaDocument>;
  /** Ids seen so far, with the title and the text's name for messages. It is filled while texts are checked. */
  readonly seenIds: Map<string, string>;
}

function scopeOf(collection: SigmaCollection): Scope {
  return { collection, serving: servingDocuments(collection), seenIds: new Map() };
}

function findingsOf({ name, text }: NamedText, part: SigmaCollection, scope: Scope, options: CheckOptions): Finding[] {
  const locator = new Locator(text);
  const findings: Finding[] = errorsOf(text, part, locator, options).map(findingOf);
  for (const document of part.documents) {
    for (const remark of remarksOn(document, scope, name, options)) {
      if (findings.length >= FINDINGS_MAX) break;
      const { segments, ...finding } = remark;
      const place = locator.find(document.document, segments);
      const severity = options.strict === true && finding.code === 'misspelt_field' ? 'error' : finding.severity;
      findings.push({ ...finding, severity, document: document.document, path: segments.join('.'), ...place });
    }
  }
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

/** The errors of a text: all that its documents have, not only the first of each. */
function errorsOf(text: string, part: SigmaCollection, locator: Locator, options: CheckOptions): readonly SigmaError[] {
  if (part.errors.length === 0 || part.errors.some(({ code }) => UNREAD.has(code))) return part.errors;
  const key = ({ code, line, column, message }: SigmaError) => JSON.stringify([code, line, column, message]);
  const faults = new Set(part.errors.map(key));
  const others = allFaults(text, locator, options).filter((error) => !faults.has(key(error)));
  return [...part.errors, ...others].slice(0, FINDINGS_MAX);
}

/** Faults of a whole text, which is then not read document by document. */
const UNREAD: ReadonlySet<string> = new Set([
  'TooLarge',
  'TooDeep',
  'TooManyAliases',
  'TooManyDocuments',
  'InvalidYaml',
]);

function findingOf({ code, message, document, path, line, column }: SigmaError): Finding {
  return {
    code,
    severity: 'error',
    message,
    ...(document === undefined ? {} : { document }),
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...modifierFix(code, path),
  };
}

function* remarksOn(document: SigmaDocument, scope: Scope, source: string, options: CheckOptions): Generator<Remark> {
  yield* checkHeader(document, scope.serving.has(document));
  yield* checkDuplicate(document, scope.seenIds, source);
  yield* checkTags(document, options.knownTechnique);
  if (document.kind !== 'correlation') yield* checkLogsource(document);
  if (document.kind === 'rule') yield* checkDetection(document);
  else yield* checkReferences(document, scope.collection);
}

function* checkDuplicate(
  { id, title }: SigmaDocument,
  seenIds: Map<string, string>,
  source: string,
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
    const message = `the collection has no rule with the name or id "${reference}"`;
    const severity = document.kind === 'filter' ? 'info' : 'warning';
    yield { code: 'unknown_rule', severity, message, segments: [document.kind, 'rules', number] };
  }
}
