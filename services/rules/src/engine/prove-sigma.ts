import {
  createMatcher,
  type SigmaCorrelation,
  type SigmaRule,
  sampleEvents,
  standaloneDocuments,
  TARGET_IDS,
} from '@tripline/sigma';
import { convertDocument, readSigma, refusedDocuments, type SigmaText } from './convert-sigma.js';
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
    tests: selfTest(document, earlier?.tests ?? { match: [], noMatch: [] }),
  };
}

/** A correlation has none: it looks at many events, and a test is one. */
function selfTest(document: SigmaRule | SigmaCorrelation, known: SelfTest): SelfTest {
  if (document.kind === 'correlation') return { match: [], noMatch: [] };
  const built = sampleEvents(document);
  const { matches } = createMatcher(document);
  return {
    match: built.match.length > 0 ? built.match : known.match.filter(matches),
    noMatch: built.noMatch.length > 0 ? built.noMatch : known.noMatch.filter((event) => !matches(event)),
  };
}
