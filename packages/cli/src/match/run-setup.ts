import {
  type EventShape,
  pipeRules,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaDocument,
  SigmaError,
  type SigmaRule,
} from '@tripline/sigma';
import { type PipelineTexts, parsePipelines } from '../convert/field-names.js';
import { UsageError } from '../exit.js';
import type { Placeholders } from '../placeholders.js';
import { collectFiles, type RuleCollection } from '../rule-collection.js';
import type { RuleFile } from '../rule-files.js';
import { RuleRun } from './rule-run.js';

/** All that a thread must know to run rules over events. It can be sent to one. */
export interface RunSetup {
  readonly files: readonly RuleFile[];
  readonly placeholder: Placeholders;
  readonly pipelines: PipelineTexts;
  readonly as: EventShape | undefined;
  /** Whether each event is answered with the reasons of the rules. */
  readonly explain: boolean;
}

/** The rules of a setup, ready to run. */
export interface PreparedRules {
  readonly documents: readonly (SigmaRule | SigmaCorrelation)[];
  /** The file of each document. */
  readonly pathOf: ReadonlyMap<SigmaRule | SigmaCorrelation, string>;
  /** What could not be read, each with its place. */
  readonly faults: readonly { readonly at: string; readonly fault: string }[];
  openRun(): RuleRun<SigmaRule | SigmaCorrelation>;
}

/** Parses the rules of a setup and runs its pipelines over them. Equal setups give equal rules. Throws a `UsageError` for a faulty pipeline. */
export function prepareRules(
  setup: RunSetup,
  read: RuleCollection = collectFiles(setup.files, setup.placeholder),
): PreparedRules {
  const pipelines = parsePipelines(setup.pipelines);
  const piped = pipelines.length === 0 ? undefined : pipeRules(read.collection, pipelines);
  const faults: { at: string; fault: string }[] = [];
  const pathOf = new Map<SigmaRule | SigmaCorrelation, string>();
  for (const { path, errors, documents } of read.files) {
    for (const error of errors) faults.push(faultAt(path, error));
    for (const document of documents) {
      const refusal = piped?.refused.get(document);
      if (refusal !== undefined) faults.push(faultAt(path, refusal));
      else pathOf.set(madeOf(document, piped?.made), path);
    }
  }
  const collection = piped?.collection ?? read.collection;
  const documents = withoutDangling([...pathOf.keys()], collection, (document, error) => {
    faults.push(faultAt(pathOf.get(document) ?? '', error));
    pathOf.delete(document);
  });
  return { documents, pathOf, faults, openRun: () => new RuleRun(documents, collection) };
}

function madeOf<Document extends SigmaDocument>(
  document: Document,
  made: ReadonlyMap<SigmaDocument, SigmaDocument> | undefined,
): Document {
  return (made?.get(document) ?? document) as Document;
}

/** Documents whose references are all there. A correlation without its rules is a fault of its own and stops no other. */
function withoutDangling(
  documents: readonly (SigmaRule | SigmaCorrelation)[],
  collection: SigmaCollection,
  refuse: (document: SigmaRule | SigmaCorrelation, error: SigmaError) => void,
): readonly (SigmaRule | SigmaCorrelation)[] {
  return documents.filter((document) => {
    if (document.kind === 'rule') return true;
    try {
      new RuleRun([document], collection);
      return true;
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error;
      refuse(document, error);
      return false;
    }
  });
}

function faultAt(path: string, { line, column, code, message }: SigmaError): { at: string; fault: string } {
  return { at: `${path}:${line ?? 1}:${column ?? 1}`, fault: `${code}: ${message}` };
}

/** Throws a `UsageError` for the first fault, as `--strict` asks. */
export function refuseFaults({ faults: [fault] }: PreparedRules): void {
  if (fault !== undefined) throw new UsageError(`${fault.at}: ${fault.fault}`);
}
