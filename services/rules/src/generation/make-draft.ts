import type { GenerationProgress, GenerationResult, RuleBefore } from '@tripline/advisory';
import { AppError } from '@tripline/service';
import type { DraftSettings, EngineAnswers, EngineTask, MadeAnswer } from '../engine/engine-tasks.js';
import type { MadeConversions, MadeSettings } from '../engine/tasks/convert-made.js';
import type { RulesToCover } from '../engine/tasks/cover-rules.js';
import type { RunTask } from '../engine/workplace.js';
import type { KeyedRule } from '../rule/rule-model.js';
import type { Generation, StoredDocument } from './generation-model.js';
import type { GenerationSource } from './generation-resource.js';

/** The engine's result for an input of any kind. */
export interface Draft {
  readonly source: GenerationSource;
  readonly document?: StoredDocument;
  /** As making them gave them, each with its other conversions. */
  readonly rules: readonly (KeyedRule & { readonly made: MadeConversions })[];
  readonly techniques: GenerationResult['techniques'];
  readonly indicators: GenerationResult['indicators'];
  readonly skipped: Generation['skipped'];
  /** The lines that the document quotes where values of a rule stand, by the rule's key. */
  readonly lines: GenerationResult['quoted'];
  /** What covers each of the rules, in their order; none where they were compared with nothing, or comparing them took too long. */
  readonly covering?: MadeAnswer['covering'];
  readonly stats: Readonly<Record<string, unknown>>;
}

/** What drafting needs while it runs. */
export interface DraftHooks {
  readonly onProgress?: (progress: GenerationProgress | { step: 'fetch'; done: number; total: number }) => void;
  /** The engine, as the caller may use it. Drafting asks it once. */
  readonly run: RunTask;
  /** Once the generation is one of its caller's today: no work begins before. */
  readonly admitted: Promise<void>;
  /** What the rules are converted with, once it is known, the generation is admitted, and the owner has room for more. */
  readonly made: Promise<MadeSettings>;
  /** When the owner first read a document, by its bytes or its address; undefined when never. */
  readonly firstRead: (document: Pick<GenerationSource, 'sha256' | 'url'>) => Promise<Date | undefined>;
  /** The rules that a document gave its owner when it was read before. */
  readonly rulesBefore: (document: Pick<GenerationSource, 'sha256' | 'url'>) => Promise<readonly RuleBefore[]>;
  /** What the rules are compared with, once they are made; undefined for nothing. */
  readonly toCompare: (draft: Draft) => Promise<RulesToCover | undefined>;
  /** Whether there is no draft where comparing its rules takes too long. */
  readonly mustCompare: boolean;
  readonly signal: AbortSignal;
}

/** Makes rules and compares them, in one task. */
export type Make = <Kind extends keyof EngineAnswers>(
  task: Extract<EngineTask, { kind: Kind }>,
  toDraft: (answer: EngineAnswers[Kind]) => Draft,
  /** What an advisory's rules are drafted with, where it is not in the task. */
  settings?: Promise<DraftSettings>,
) => Promise<Draft>;

/** The maker of drafts over the engine. */
export const makerOf =
  ({ mustCompare, onProgress, run, toCompare }: DraftHooks): Make =>
  async (task, toDraft, settings) => {
    const made: { draft?: Draft } = {};
    try {
      const { covering } = (await run(task, {
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(settings === undefined ? {} : { settings }),
        async toCompare(answer) {
          made.draft = toDraft(answer);
          return toCompare(made.draft);
        },
      })) as Partial<MadeAnswer>;
      return { ...(made.draft as Draft), ...(covering === undefined ? {} : { covering }) };
    } catch (error) {
      // Rules that took too long to compare are answered without it.
      if (made.draft === undefined || mustCompare || !(error instanceof AppError)) throw error;
      return made.draft;
    }
  };
