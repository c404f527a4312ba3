import { SigmaError } from '../model/error.js';
import type { Logsource } from '../model/rule.js';
import { Fault } from '../parse/fault.js';
import type { ProcessingItem, ProcessingPipeline } from './model.js';
import { postprocess } from './postprocessing.js';
import { fillExpressions } from './query-expressions.js';
import { type GivenNames, PIPELINE_LIMITS, PipelineRun } from './run.js';
import type { Subject } from './subject.js';

/** The pipelines of one conversion at work: transforms each document that it involves once, and its queries afterwards. */
export class PipelineSession {
  readonly names: GivenNames = { mapped: new Set(), added: new Set() };
  private readonly made = new Map<Subject, Subject>();
  private readonly originals = new Map<Subject, Subject>();
  private readonly runs = new Map<Subject, PipelineRun>();
  private readonly pipelines: readonly ProcessingPipeline[];

  constructor(
    pipelines: readonly ProcessingPipeline[],
    private readonly referred: (correlation: Subject) => readonly Subject[],
    /** The place of a field that no pipeline has named. */
    private readonly placeOf: (logsource: Logsource, field: string) => string,
  ) {
    if (pipelines.length > PIPELINE_LIMITS.pipelines) {
      throw new SigmaError('TooLarge', `a conversion takes at most ${PIPELINE_LIMITS.pipelines} pipelines`);
    }
    this.pipelines = [...pipelines].sort((left, right) => left.priority - right.priority);
  }

  /** A document as the pipelines make it. */
  transform(document: Subject): Subject {
    const rewritten = this.made.get(document);
    if (rewritten !== undefined) return rewritten;
    const run = new PipelineRun(
      this.pipelines.map(({ vars }) => vars),
      this.names,
      (subject) => this.referred(this.original(subject)),
    );
    const changed = this.pipelines.reduce((subject, { items }) => applyItems(items, subject, run), document);
    const made = fillExpressions(changed, (field) =>
      this.names.mapped.has(field) || changed.kind !== 'rule' ? field : this.placeOf(changed.logsource, field),
    );
    this.made.set(document, made);
    this.originals.set(made, document);
    this.runs.set(document, run);
    // All names must be known before the first query is written.
    if (document.kind === 'correlation') for (const rule of this.referred(document)) this.transform(rule);
    return made;
  }

  /** A query of a document that `transform` has made, as the pipelines' postprocessing makes it. */
  postprocess(query: string, made: Subject): string {
    const run = this.runs.get(this.original(made));
    if (run === undefined) return query;
    return this.pipelines.reduce((text, { postprocessing }) => postprocess(postprocessing, text, made, run), query);
  }

  /** The documents that `transform` has made. */
  documents(): readonly Subject[] {
    return [...this.made.values()];
  }

  /** The document that `transform` got. */
  original(document: Subject): Subject {
    return this.originals.get(document) ?? document;
  }
}

/** Applies entries in their order, each where its conditions on the rule hold. */
export function applyItems(items: readonly ProcessingItem[], document: Subject, run: PipelineRun): Subject {
  let subject = document;
  for (const item of items) {
    if (!item.rule(subject, run)) continue;
    subject = applyItem(item, subject, run);
    run.applied(item.id);
  }
  return subject;
}

function applyItem(item: ProcessingItem, subject: Subject, run: PipelineRun): Subject {
  try {
    return item.transformation(subject, { run, item });
  } catch (error) {
    // A value that a template made may be faulty; the file's own values were checked when it was read.
    if (error instanceof Fault) throw new SigmaError(error.code, error.message, { document: subject.document });
    throw error;
  }
}
