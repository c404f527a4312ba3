import { measureRule } from '@tripline/advisory';
import {
  createMatcher,
  DEFAULT_TARGET_IDS,
  matchCorrelation,
  type SigmaCollection,
  type SigmaCorrelation,
  SigmaError,
  type SigmaRule,
  sampleEvents,
  sampleSequence,
} from '@tripline/sigma';
import type { RefusedDocument } from '../../rule/converted-rule.js';
import type { RuleContent } from '../../rule/rule-resource.js';
import { BUILT_IN, readSettings } from './conversion-settings.js';
import { convertText } from './convert-sigma.js';
import type { ProvenRule } from './proven-rule.js';
import { rulesWithin, tooLargeToSave, writtenWithin } from './rule-size.js';
import { type ParsedRule, readSigma, refusedDocuments, type SigmaText, supporting } from './sigma-text.js';

/** Reads, checks, converts to all targets and tests a Sigma text that is to be saved. */
export function proveSigma(yaml: string): {
  rules: readonly ProvenRule[];
  refused: readonly RefusedDocument[];
} {
  const read = readSigma(yaml);
  const { texts, refused } = rulesWithin(read);
  const tooLarge = texts.flatMap((text) => {
    const error = tooLargeToSave(text);
    return error === undefined ? [] : [{ document: text.document.document, error }];
  });
  const faults = [...refusedDocuments(read), ...tooLarge, ...refused];
  // When the text has a fault nothing is saved, so nothing is proven.
  if (faults.length > 0) return { rules: [], refused: faults };
  const { rules, refused: grown } = writtenWithin(texts, (text) => {
    const proven = proveDocument(read, text);
    return { ...proven.content, proven };
  });
  return { rules: grown.length > 0 ? [] : rules.map(({ proven }) => proven), refused: grown };
}

/**
 * Converts one rule or correlation and makes its self-test.
 * @param earlier events of the previous version, used where none can be built, as far as they still hold
 */
export function proveDocument(
  read: SigmaText,
  text: ParsedRule,
  earlier: RuleContent['tests'] = { match: [], noMatch: [] },
): ProvenRule {
  const { document } = text;
  const {
    document: _number,
    key,
    errors,
    issues,
    ...converted
  } = convertText(read, text, DEFAULT_TARGET_IDS, readSettings(BUILT_IN));
  const content = {
    ...converted,
    status: document.status ?? 'experimental',
    evidence: [],
    tests: selfTest(read, document, earlier),
    attribution: null,
    ...measureRule([document, ...supporting(document, read.collection)]),
  };
  return { key, content, errors, issues };
}

/** Single events; for a rule that counts, one list of events that fires it and one that does not. */
function selfTest(
  { collection }: SigmaText,
  document: SigmaRule | SigmaCorrelation,
  known: RuleContent['tests'],
): RuleContent['tests'] {
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

/** Whether a document needs several events: a correlation, or a rule with an old aggregation tail. */
export function countsEvents(document: SigmaRule | SigmaCorrelation): boolean {
  return document.kind === 'correlation' || document.conditions.some(({ aggregation }) => aggregation !== undefined);
}

function fires(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  events: RuleContent['tests']['match'],
): boolean {
  try {
    return matchCorrelation(document, collection, events).matched;
  } catch (error) {
    // It refers to a rule that the text does not hold; the conversion says so.
    if (error instanceof SigmaError) return false;
    throw error;
  }
}
