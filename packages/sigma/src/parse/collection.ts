import { SigmaError, type SigmaErrorPlace } from '../model/error.js';
import type { SigmaCollection, SigmaDocument } from '../model/rule.js';
import { ActionMerger } from './actions.js';
import { readCorrelation } from './correlation.js';
import type { ReadBudget } from './detection.js';
import { Fault } from './fault.js';
import { applyFilters, findIdleFilters, findOvergrown, readFilter } from './filter.js';
import { LIMITS } from './limits.js';
import { Locator } from './locate.js';
import { findCircular } from './references.js';
import { readRule } from './rule.js';
import { noteWritten } from './written.js';
import { isMapping, type Mapping, readYaml } from './yaml.js';

/** Options of parsing; everything has a default. */
export interface ParseOptions {
  /** Values for the placeholders of `expand`, by name without percent signs; other names stay `placeholder` tests. */
  readonly placeholders?: Readonly<Record<string, readonly string[]>>;
  /** Longer texts are refused; 1 MiB by default. */
  readonly maxBytes?: number;
  /** Further documents are refused; 1000 by default. */
  readonly maxDocuments?: number;
}

/** Several texts as one collection, and what each of them contributes to it. */
export interface SigmaTexts {
  /** All documents of all texts, in order. Conversion and checks look references up here. */
  readonly collection: SigmaCollection;
  /** Per text, in order: its own documents (the same objects) and its errors. */
  readonly parts: readonly SigmaCollection[];
}

/**
 * Parses a Sigma text of one or many YAML documents: rules, correlations and filters, with `action:` collections. Never throws: faults are
 * in `errors` with their places, and a broken document does not affect the others.
 */
export function parseSigma(text: string, options: ParseOptions = {}): SigmaCollection {
  return parseSigmaTexts([text], options).collection;
}

/**
 * Parses several texts, such as the files of a repository, as one collection: filters narrow the rules of all texts, and correlations find
 * theirs in all. The bounds of `parseSigma` hold for each text. Never throws.
 */
export function parseSigmaTexts(texts: Iterable<string>, options: ParseOptions = {}): SigmaTexts {
  return join(Array.from(texts, (text) => readText(text, options)));
}

/** The documents of one text before those of others are known. */
interface ReadText {
  readonly documents: SigmaDocument[];
  readonly errors: SigmaError[];
  readonly locator: Locator;
}

function readText(text: string, options: ParseOptions): ReadText {
  const locator = new Locator(text);
  const maxBytes = options.maxBytes ?? LIMITS.textBytes;
  if (text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes)) {
    return { documents: [], errors: [new SigmaError('TooLarge', `the text has more than ${maxBytes} bytes`)], locator };
  }
  const { documents: rawDocuments, errors } = readYaml(text, options.maxDocuments ?? LIMITS.documents);
  const budget: ReadBudget = {
    placeholders: new Map(Object.entries(options.placeholders ?? {})),
    values: 0,
    regexes: 0,
  };
  const actions = new ActionMerger();
  const documents: SigmaDocument[] = [];
  for (const { document, value } of rawDocuments) {
    try {
      if (!isMapping(value)) throw new Fault('InvalidDocument', 'a rule must be a map of fields');
      const merged = actions.merge(value);
      if (merged === undefined) continue;
      const read = readDocument(merged, document, budget);
      noteWritten(read, merged);
      documents.push(read);
    } catch (error) {
      errors.push(reportFault(error, locator, document));
    }
  }
  if (documents.length === 0 && errors.length === 0) {
    errors.push(new SigmaError('InvalidDocument', 'the text holds no rule', { line: 1, column: 1 }));
  }
  return { documents, errors, locator };
}

/** Applies what documents say about each other, within a text and across texts. */
function join(texts: readonly ReadText[]): SigmaTexts {
  const all = texts.flatMap(({ documents }) => documents);
  const filters = all.filter((document) => document.kind === 'filter');
  const faults = new Map<SigmaDocument, Fault>([
    ...findCircular(all),
    ...findIdleFilters(all, filters),
    ...findOvergrown(all, filters),
  ]);
  const parts = texts.map(({ documents, errors, locator }): SigmaCollection => {
    const faulty = faults.size === 0 ? [] : documents.filter((document) => faults.has(document));
    const sound = faulty.length === 0 ? documents : documents.filter((document) => !faults.has(document));
    const found = faulty.map((document) => reportFault(faults.get(document), locator, document.document));
    return { documents: applyFilters(sound, filters), errors: [...errors, ...found] };
  });
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { collection: only, parts };
  const documents = parts.flatMap((part) => part.documents);
  return { collection: { documents, errors: parts.flatMap((part) => part.errors) }, parts };
}

/** Reads one document. Throws a `Fault`. */
export function readDocument(raw: Mapping, document: number, budget: ReadBudget): SigmaDocument {
  if (Object.hasOwn(raw, 'correlation')) return readCorrelation(raw, document);
  return Object.hasOwn(raw, 'filter') ? readFilter(raw, document, budget) : readRule(raw, document, budget);
}

/** Turns a fault into the error to report, with its line and column. Anything else is our own mistake and thrown again. */
export function reportFault(error: unknown, locator: Locator, document: number): SigmaError {
  if (!(error instanceof Fault)) throw error;
  const place: SigmaErrorPlace = {
    document,
    ...(error.segments.length === 0 ? {} : { path: error.segments.join('.') }),
    ...locator.find(document, error.segments, error.offset),
  };
  return new SigmaError(error.code, error.message, place);
}
