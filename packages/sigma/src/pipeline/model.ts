import type { PipelineRun } from './run.js';
import type { Leaf, PipelineValue, Subject } from './subject.js';

/**
 * A processing pipeline in pySigma's format, read and checked: what it does to rules before they become queries (`items`), to queries
 * (`postprocessing`) and to all queries together (`finalizers`).
 */
export interface ProcessingPipeline {
  readonly name: string;
  /** Pipelines with lower priorities come first; 0 where the file has none. */
  readonly priority: number;
  /** Values for placeholders and templates. */
  readonly vars: ReadonlyMap<string, PipelineValue>;
  /** The backends it is for (`allowed_backends`), by our ids of targets or pySigma's names; undefined for all. */
  readonly backends: readonly string[] | undefined;
  readonly items: readonly ProcessingItem[];
  readonly postprocessing: readonly PostprocessingItem[];
  readonly finalizers: readonly Finalizer[];
}

/** Whether something holds for a subject while a pipeline runs. */
export type Check<T> = (subject: T, run: PipelineRun) => boolean;

/** One entry of `transformations`: what it does, and when. */
export interface ProcessingItem {
  /** The entry's own `id`, for `processing_item_applied`. */
  readonly id: string | undefined;
  readonly transformation: Transformation;
  readonly rule: Check<Subject>;
  readonly leaf: Check<Leaf>;
  /** A field's name; undefined for a keyword search, which has none. */
  readonly field: Check<string | undefined>;
}

/** Changes a rule or a correlation; `step` says to which of its parts. Throws a `SigmaError` where it refuses the rule. */
export type Transformation = (subject: Subject, step: Step) => Subject;

/** One application of a processing item to one document. */
export interface Step {
  readonly run: PipelineRun;
  readonly item: ProcessingItem;
}

/** One entry of `postprocessing`. */
export interface PostprocessingItem {
  readonly id: string | undefined;
  readonly rule: Check<Subject>;
  readonly change: (query: string, subject: Subject, run: PipelineRun) => string;
}

/** One entry of `finalizers`: makes one text of all queries. */
export type Finalizer = (queries: readonly string[]) => string;
