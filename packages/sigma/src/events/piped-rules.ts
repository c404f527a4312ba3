import { SigmaError } from '../model/error.js';
import type { SigmaCollection, SigmaCorrelation, SigmaDocument, SigmaRule } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';
import { leavesOfSubject } from '../pipeline/leaves.js';
import type { ProcessingPipeline } from '../pipeline/model.js';
import { PipelineSession } from '../pipeline/session.js';

/** Rules as processing pipelines leave them, to run on events. */
export interface PipedRules {
  readonly collection: SigmaCollection;
  /** What became of each document that could be changed. */
  readonly made: ReadonlyMap<SigmaDocument, SigmaDocument>;
  /** Why others could not: a pipeline refuses them, or asks for what only a query can say. */
  readonly refused: ReadonlyMap<SigmaDocument, SigmaError>;
}

/** Runs processing pipelines over a collection, as a conversion does before the built-in maps. */
export function pipeRules(collection: SigmaCollection, pipelines: readonly ProcessingPipeline[]): PipedRules {
  const references = indexReferences(collection.documents);
  const referred = (document: SigmaRule | SigmaCorrelation) =>
    document.kind === 'rule' ? [] : document.rules.flatMap((name) => references.get(name) ?? []);
  const session = new PipelineSession(pipelines, referred, (_, field) => field);
  const made = new Map<SigmaDocument, SigmaDocument>();
  const refused = new Map<SigmaDocument, SigmaError>();
  for (const document of collection.documents) {
    try {
      made.set(document, document.kind === 'filter' ? document : runnable(session.transform(document)));
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error;
      refused.set(document, error);
    }
  }
  return { collection: { documents: [...made.values()], errors: collection.errors }, made, refused };
}

function runnable(document: SigmaRule | SigmaCorrelation): SigmaRule | SigmaCorrelation {
  if (!leavesOfSubject(document).some((leaf) => leaf.kind === 'field' && leaf.expression !== undefined))
    return document;
  throw new SigmaError(
    'UnsupportedPipeline',
    'a pipeline puts an expression of a query language into the rule, which events cannot be tried against',
    {
      document: document.document,
    },
  );
}
