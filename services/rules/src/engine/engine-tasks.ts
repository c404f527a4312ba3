import type { MessagePort } from 'node:worker_threads';
import type {
  AdvisoryDocument,
  Covering,
  GenerationProgress,
  GenerationResult,
  RuleBefore,
  Tlp,
} from '@tripline/advisory';
import type { PlatformId } from '@tripline/sigma';
import type { RefusedDocument } from '../rule/converted-rule.js';
import type { Bundle, CheckedForm } from './tasks/bundle-rules.js';
import type { ConversionSettings, PipelineText } from './tasks/conversion-settings.js';
import type { FaultyPipeline, MadeConversions, MadeSettings } from './tasks/convert-made.js';
import type { ConversionInput, SavedConversions } from './tasks/convert-saved.js';
import type { SigmaToConvert } from './tasks/convert-sigma.js';
import type { RulesToCover } from './tasks/cover-rules.js';
import type { ExportedRule, ExportFormat, ExportOutcome } from './tasks/export-rules.js';
import type { PipelineOutcome } from './tasks/prove-pipeline.js';
import type { ProvenRule } from './tasks/proven-rule.js';
import type { BroughtQuery, QueryOutcome } from './tasks/read-query.js';
import type { Revision, RevisionOutcome } from './tasks/revise-rule.js';

/** Whether work is for a tier that is paid for: work that is not has threads of its own, which step back behind the others. */
export type Lane = 'paid' | 'free';

/** The caller's `options` for the engine. An absent option has the engine's default. */
export interface EngineOptions {
  readonly platforms?: readonly PlatformId[];
  readonly logs?: readonly string[];
  readonly minConfidence?: number;
  readonly maxRules?: number;
}

/** A task that makes rules, and converts them as they are saved and shown. */
interface MakingTask {
  /** The built-in maps and the six backends alone, where it is left out. */
  readonly made?: MadeSettings;
}

/** What else there is of the rules that a task made, in their order. */
export interface MadeAnswer {
  readonly made: readonly MadeConversions[];
  /** What covers each of the rules that were compared, in the order in which they were named for it. */
  readonly covering?: readonly (readonly Covering[])[];
}

/** What rules are drafted with. */
export interface DraftSettings extends MakingTask {
  /** The day on which its owner first read the document, for the `date` of rules. */
  readonly readOn: string;
  /** The rules that it gave its owner before. */
  readonly before: readonly RuleBefore[];
}

/** A document to read and draft from. */
export interface AdvisoryTask extends Partial<DraftSettings> {
  readonly kind: 'advisory';
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly url?: string;
  readonly title?: string;
  /** The mark that was given with it. */
  readonly tlp?: Tlp;
  readonly options: EngineOptions;
}

/** A technique to write rules for from knowledge alone. */
interface TechniqueTask extends DraftSettings {
  readonly kind: 'technique';
  readonly techniqueId: string;
  readonly options: EngineOptions;
}

/** A caller's Sigma, to be converted. */
interface SigmaTask extends SigmaToConvert {
  readonly kind: 'sigma';
}

/** What became of a caller's Sigma. */
interface SigmaAnswer {
  /** How many rules were converted. */
  readonly converted: number;
  readonly refused: readonly RefusedDocument[];
  /**
   * The documents in their order, converted or refused, as a JSON array in UTF-8. They come to megabytes, and whatever the serving thread
   * writes itself keeps every other caller waiting.
   */
  readonly json: Uint8Array;
}

/** A caller's Sigma, to be saved: it is proven and converted to all targets. */
interface ProofTask extends MakingTask {
  readonly kind: 'proof';
  readonly yaml: string;
}

/** A caller's query, to be saved as a rule: it is read, proven and converted to all targets. */
interface QueryTask extends BroughtQuery, MakingTask {
  readonly kind: 'query';
}

/** A saved rule that was edited. */
interface RevisionTask extends Revision {
  readonly kind: 'revision';
}

/** Saved rules to write in other forms: one rule in one form as a file, or many rules in many forms as a zip. */
export interface ExportTask {
  readonly kind: 'export';
  readonly rules: readonly ExportedRule[];
  readonly formats: readonly ExportFormat[];
  /** The outcomes of a zip are those that it does not hold. */
  readonly zip: boolean;
  /** Whether the zip is a part of a larger one. */
  readonly part?: boolean;
}

/** Saved rules to write as the one thing that a product takes. */
interface BundleTask {
  readonly kind: 'bundle';
  readonly rules: readonly ExportedRule[];
  readonly format: ExportFormat;
}

/** Saved rules of which somebody asks what forms they can have. */
interface ExportCheckTask {
  readonly kind: 'export-check';
  readonly rules: readonly ExportedRule[];
  readonly formats: readonly ExportFormat[];
}

/** Rules of the library, to be converted again with other settings. */
interface ConversionTask {
  readonly kind: 'conversion';
  readonly rules: readonly ConversionInput[];
  readonly settings: ConversionSettings;
}

/** A processing pipeline, to be read and tried. */
interface PipelineTask extends PipelineText {
  readonly kind: 'pipeline';
}

/** The answer for each kind of task. */
export interface EngineAnswers {
  readonly advisory: { readonly document: AdvisoryDocument; readonly result: GenerationResult } & MadeAnswer;
  readonly technique: { readonly result: GenerationResult } & MadeAnswer;
  readonly sigma: SigmaAnswer;
  readonly proof: { readonly rules: readonly ProvenRule[]; readonly refused: readonly RefusedDocument[] } & MadeAnswer;
  readonly query: QueryOutcome & MadeAnswer;
  readonly revision: RevisionOutcome;
  readonly conversion: readonly (SavedConversions | null)[];
  readonly pipeline: PipelineOutcome;
  readonly bundle: Bundle;
  readonly 'export-check': readonly CheckedForm[];
  readonly export: { readonly outcomes: readonly ExportOutcome[]; readonly zip?: Uint8Array };
}

/** Options of a task. */
export interface RunOptions<Kind extends keyof EngineAnswers = keyof EngineAnswers> {
  /** The user the work is for: threads are shared fairly between the users of a lane. */
  readonly user: string;
  readonly lane: Lane;
  readonly onProgress?: (progress: GenerationProgress) => void;
  /** What an advisory's rules are drafted with, where it is not known yet: the advisory is read while it comes. Where this fails, the task fails so. */
  readonly settings?: Promise<DraftSettings>;
  /**
   * Called with the answer while the task keeps its thread, and says which of its rules to compare with which others; undefined for none. What
   * covers them is then in the answer. Where the comparison takes more time or memory than a task has, the answer was given here all the
   * same. What this throws, the task throws.
   */
  readonly toCompare?: (answer: EngineAnswers[Kind]) => Promise<RulesToCover | undefined>;
  /** Aborting stops the thread: for callers who have left. */
  readonly signal?: AbortSignal;
  /**
   * Called with how long the task has kept others from its thread, in milliseconds, once the thread is ready for the next task; after a
   * task that was stopped, once the new thread is warm. Called with 0 for a task that had no thread.
   */
  readonly onThreadReady?: (milliseconds: number) => void;
}

/** Has a thread load the engine. */
interface LoadTask {
  readonly kind: 'load';
  /** Whether it reads and answers a sample as well, so that its first caller does not wait for one-time work. */
  readonly sampled: boolean;
}

export type EngineTask =
  | AdvisoryTask
  | TechniqueTask
  | SigmaTask
  | ProofTask
  | QueryTask
  | RevisionTask
  | ConversionTask
  | PipelineTask
  | BundleTask
  | ExportCheckTask
  | ExportTask;

/** A step of a task in its thread; times are milliseconds since 1970. */
export interface ThreadStep {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A document or pipeline that cannot be read is an answer, so that a thrown error is always a fault of ours. Where the answer has gone over the
 * task's port before, what comes last is what covers the rules.
 */
export type EngineOutcome<Kind extends keyof EngineAnswers> =
  | { readonly ok: true; readonly answer: EngineAnswers[Kind]; readonly steps: readonly ThreadStep[] }
  | { readonly ok: true; readonly covering: MadeAnswer['covering']; readonly steps: readonly ThreadStep[] }
  | { readonly ok: false; readonly message: string }
  | { readonly ok: false; readonly pipeline: FaultyPipeline };

/** A task as sent to a thread, and how far the thread steps back on the processor (nice(1)) for good. */
export type PostedTask = (EngineTask | LoadTask) & {
  /**
   * Takes a {@link ThreadMessage}. Where settings follow it gives {@link DraftSettings} first, undefined to end the task; and where rules are
   * compared, {@link RulesToCover} or undefined once it was given the answer.
   */
  readonly port?: MessagePort;
  /** Whether somebody is told of its progress over the port: each step wakes the serving thread. */
  readonly reports?: boolean;
  readonly settingsFollow?: boolean;
  /** Whether the answer goes over the port, to be told which of its rules to compare with which others. */
  readonly compares?: boolean;
  readonly niceness?: number;
};

/** What a task's thread says before it has ended. */
export type ThreadMessage =
  | { readonly progress: GenerationProgress }
  | { readonly answer: EngineAnswers[keyof EngineAnswers] };
