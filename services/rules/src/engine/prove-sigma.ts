import { countNoise } from '@tripline/advisory';
import {
  createMatcher,
  matchCorrelation,
  type SigmaCollection,
  type SigmaCorrelation,
  SigmaError,
  type SigmaRule,
  sampleEvents,
  sampleSequence,
  standaloneDocuments,
  TARGET_IDS,
} from '@tripline/sigma';
import { convertDocument, readSigma, refusedDocuments, type SigmaText, supporting } from './convert-sigma.js';
import type { ProvenRule, RefusedDocument, SelfTest } from './converted-rule.js';

/** Reads, checks, converts to all targets and tests a Sigma text that is to be saved. */
export function proveSigma(yaml: string): {
  rules: readonly ProvenRule[];
  refused: readonly RefusedDocument[];
} {
  const read = readSigma(yaml);
  return {
    rules: standaloneDocuments(read.collection).map((document) => proveDocument(read, document)),
    refused: refusedDocuments(read),
  };
}

/** What is known of a rule before it is proven again. */
export interface EarlierVersion {
  readonly key: string;
  /** Its events stand in where none can be built, as far as they still hold. */
  readonly tests: SelfTest;
}

/** Converts one rule or correlation and gives it its self-test. */
export function proveDocument(
  read: SigmaText,
  document: SigmaRule | SigmaCorrelation,
  earlier?: EarlierVersion,
): ProvenRule {
  return {
    ...convertDocument(read, document, TARGET_IDS, earlier?.key),
    status: document.status ?? 'experimental',
    tests: selfTest(read, document, earlier?.tests ?? { match: [], noMatch: [] }),
    noise: countNoise([document, ...supporting(document, read.collection)]),
  };
}

/** Events one by one; of what counts, one list of events that makes it fire as a whole and one that does not. */
function selfTest({ collection }: SigmaText, document: SigmaRule | SigmaCorrelation, known: SelfTest): SelfTest {
  if (document.kind === 'correlation' || countsEvents(document)) {
    const built = sampleSequence(document, collection);
    if (built.match.length > 0) return built;
    const stillHolds = known.match.length > 0 && fires(document, collection, known.match);
    return stillHolds && !fires(document, collection, known.noMatch) ? known : built;
  }
  const built = sampleEvents(document);
  const { matches } = createMatcher(document);
  return {
    match: built.match.length > 0 ? built.match : known.match.filter(matches),
    noMatch: built.noMatch.length > 0 ? built.noMatch : known.noMatch.filter((event) => !matches(event)),
  };
}

/** Whether a document is decided over several events: a correlation, or a rule with an old aggregation tail. */
export function countsEvents(document: SigmaRule | SigmaCorrelation): boolean {
  return document.kind === 'correlation' || document.conditions.some(({ aggregation }) => aggregation !== undefined);
}

function fires(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  events: SelfTest['match'],
): boolean {
  try {
    return matchCorrelation(document, collection, events).matched;
  } catch (error) {
    // It refers to a rule that the text does not hold; the conversion says so.
    if (error instanceof SigmaError) return false;
    throw error;
  }
}
