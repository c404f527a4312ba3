import {
  type DeployFormat,
  deploy,
  parseSigma,
  ruleVersion,
  type SigmaCollection,
  type SigmaCorrelation,
  SigmaError,
  type SigmaRule,
  standaloneDocuments,
} from '@tripline/sigma';
import { readExport } from '../exports/read-export.js';
import type { SiemKind } from '../siem-kinds.js';
import { type ReadSiemRule, readExportedRule, readSigmaFile } from './read-rule.js';
import { ruleLines } from './rule-lines.js';

/** A rule of ours that may have been exported: its Sigma id and the version of its text. */
interface RuleIdentity {
  readonly id: string;
  readonly version: string;
}

/** A rule of a SIEM that says it was made from one of ours. */
export interface TracedRule {
  readonly ruleId: string;
  readonly kind: SiemKind;
  readonly sigmaId: string;
  readonly version: string | null;
  readonly language: string;
  readonly query: string;
  readonly yaml: string | null;
}

/** The rules of a text: those that may be known again, and how many have no id, so that nothing can be. */
export interface TextIdentities {
  readonly identities: readonly RuleIdentity[];
  readonly withoutId: number;
}

/** How a rule of a SIEM stands to the rule of ours that it was made from. */
export interface Drift {
  readonly ruleId: string;
  /** The id of the rule of ours, as we write it. */
  readonly sigmaId: string;
  /** `same`: as we would export it now; `older`: made from another version of ours; `edited`: made from this version, and changed there. */
  readonly state: 'same' | 'older' | 'edited';
  /** What the rules read differ by; empty where only the version differs. */
  readonly differences: readonly Difference[];
}

/** A line of a rule that only one side has, with its place: `selection.eventName: StopLogging`. */
interface Difference {
  readonly line: string;
  readonly side: 'ours' | 'siem';
}

/** Lines that are told of one rule. */
const MOST_LINES = 50;

/** The forms that we export for a product, by the language that a query was read in. */
const FORMS: Readonly<Record<Exclude<SiemKind, 'sigma'>, Readonly<Record<string, DeployFormat>>>> = {
  splunk: { spl: 'savedsearches' },
  sentinel: { kql: 'sentinel-yaml' },
  elastic: { lucene: 'kibana-lucene', eql: 'kibana-ndjson', esql: 'kibana-esql' },
  opensearch: { lucene: 'opensearch-monitor' },
  google: { yaral: 'yaral' },
};

/** The ids and versions of the rules of texts of Sigma, or what is wrong with one. */
export function identify(
  texts: readonly string[],
): { readonly identities: readonly TextIdentities[] } | { readonly fault: string } {
  const identities: TextIdentities[] = [];
  for (const [index, text] of texts.entries()) {
    const collection = parseSigma(text);
    const [fault] = collection.errors;
    if (fault !== undefined) return { fault: `rules[${index}].sigma is not a Sigma rule: ${fault.message}` };
    const documents = standaloneDocuments(collection);
    const known = documents.flatMap((document) =>
      document.id === undefined ? [] : [{ id: document.id, version: ruleVersion(document, collection) }],
    );
    identities.push({ identities: known, withoutId: documents.length - known.length });
  }
  return { identities };
}

/**
 * Compares a text of Sigma with the rules of SIEMs that were made from it: each with what an import would read of the rule as we export it now,
 * so that nothing counts as a change that exporting and reading alone make of it.
 */
export function findDrift(sigma: string, traced: readonly TracedRule[]): readonly Drift[] {
  const collection = parseSigma(sigma);
  return standaloneDocuments(collection).flatMap((document) =>
    traced
      .filter(({ sigmaId }) => sigmaId.toLowerCase() === document.id?.toLowerCase())
      .map((rule) => driftOf(rule, sigma, document, collection)),
  );
}

function driftOf(
  rule: TracedRule,
  sigma: string,
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
): Drift {
  const isOtherVersion = rule.version !== null && rule.version !== ruleVersion(document, collection);
  const ours = rule.kind === 'sigma' ? asFile(sigma) : exported(rule, document, collection);
  const differences = ours === undefined ? [] : differencesOf(ours, rule);
  const { ruleId, sigmaId } = rule;
  // A text of Sigma has no version but its own: of two that differ, the one that says so is older.
  const isOlder =
    isOtherVersion && (rule.kind !== 'sigma' || differences.length === 0 || isDatedBefore(rule, document));
  return {
    ruleId,
    sigmaId: document.id ?? sigmaId,
    state: isOlder ? 'older' : differences.length > 0 ? 'edited' : 'same',
    differences,
  };
}

function isDatedBefore(rule: TracedRule, document: SigmaRule | SigmaCorrelation): boolean {
  const [theirs] = standaloneDocuments(parseSigma(rule.query));
  const [before, now] = [theirs, document].map((one) => (one?.modified ?? one?.date)?.replaceAll('/', '-'));
  return before !== undefined && now !== undefined && before < now;
}

/** The rule of a text of Sigma with one, as an import keeps it; undefined for several, which are kept apart. */
function asFile(sigma: string): Compared | undefined {
  const { rules } = readSigmaFile({ place: 'rule', text: sigma });
  return rules.length === 1 ? rules[0] : undefined;
}

type Compared = Pick<ReadSiemRule, 'query' | 'yaml'>;

/** What an import reads of the rule as we export it for this product; undefined where it has no such form. */
function exported(
  { kind, language }: TracedRule,
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
): Compared | undefined {
  const format = kind === 'sigma' ? undefined : FORMS[kind][language];
  if (format === undefined || kind === 'sigma') return undefined;
  try {
    const { fileExtension, text } = deploy(document, collection, format);
    const name = format === 'savedsearches' ? 'savedsearches.conf' : `rule${fileExtension}`;
    const [rule] = readExport(kind, [{ name, text }]).rules;
    return rule !== undefined && 'query' in rule ? readExportedRule(rule, {}) : undefined;
  } catch (error) {
    // A rule that cannot have this form was not exported in it as it is now.
    if (error instanceof SigmaError) return undefined;
    throw error;
  }
}

function differencesOf(ours: Compared, theirs: Compared): readonly Difference[] {
  if (oneLine(ours.query) === oneLine(theirs.query)) return [];
  const [own, other] =
    ours.yaml === null || theirs.yaml === null
      ? [[`query: ${oneLine(ours.query)}`], [`query: ${oneLine(theirs.query)}`]]
      : [ruleLines(ours.yaml), ruleLines(theirs.yaml)];
  const [ownSet, otherSet] = [new Set(own), new Set(other)];
  return [
    ...own.filter((line) => !otherSet.has(line)).map((line): Difference => ({ line, side: 'ours' })),
    ...other.filter((line) => !ownSet.has(line)).map((line): Difference => ({ line, side: 'siem' })),
  ].slice(0, MOST_LINES);
}

const oneLine = (query: string): string => query.split(/\s+/).join(' ').trim();
