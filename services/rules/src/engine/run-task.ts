import { setPriority } from 'node:os';
import { platform } from 'node:process';
import type { MessagePort } from 'node:worker_threads';
import {
  type AdvisoryDocument,
  AdvisoryError,
  type GenerateOptions,
  generate,
  generateFromTechnique,
  read,
} from '@tripline/advisory';
import type {
  AdvisoryTask,
  DraftSettings,
  EngineAnswers,
  EngineOutcome,
  EngineTask,
  ExportTask,
  PostedTask,
  ThreadMessage,
  ThreadStep,
} from './engine-tasks.js';
import { bundleRules, checkRules } from './tasks/bundle-rules.js';
import { convertMade, firstFaulty, type MadeSettings } from './tasks/convert-made.js';
import { convertSaved } from './tasks/convert-saved.js';
import { convertSigma, type SigmaToConvert } from './tasks/convert-sigma.js';
import { coverRules, type RulesToCover } from './tasks/cover-rules.js';
import { exportRule, zipRules } from './tasks/export-rules.js';
import { provePipeline } from './tasks/prove-pipeline.js';
import { proveSigma } from './tasks/prove-sigma.js';
import type { ProvenRule } from './tasks/proven-rule.js';
import { readBroughtQuery } from './tasks/read-query.js';
import { reviseRule } from './tasks/revise-rule.js';
import { warmUp } from './warm-up.js';

/** How far this thread has stepped back. */
let steppedBack = 0;

function stepBack(niceness: number): void {
  // Linux sets the calling thread's priority; elsewhere it would be that of the whole process.
  if (niceness <= steppedBack || platform !== 'linux') return;
  steppedBack = niceness;
  setPriority(niceness);
}

/**
 * The thread's only function. Everything that reads, drafts or converts runs here, with the pool's limits of time and memory, since any
 * input may be hostile.
 */
export async function runTask(task: PostedTask): Promise<EngineOutcome<keyof EngineAnswers> | undefined> {
  if ('sampled' in task) {
    if (task.sampled) await warmUp();
    return undefined;
  }
  stepBack(task.niceness ?? 0);
  const { port, reports } = task;
  const steps = createStepClock();
  try {
    const onProgress: OnProgress = (progress) => (reports === true ? say(port, { progress }) : undefined);
    const outcome =
      task.kind === 'advisory' ? await runAdvisory(task, onProgress, steps.end) : runOther(task, onProgress, steps.end);
    if (!('answer' in outcome)) return outcome;
    const { answer } = outcome;
    if (port === undefined || task.compares !== true) return { ok: true, answer, steps: steps.taken };
    const compared = await rulesToCompare(port, answer);
    steps.end('library');
    const covering = compared === undefined ? undefined : coverRules(compared);
    steps.end('cover');
    return { ok: true, covering, steps: steps.taken };
  } catch (error) {
    if (error instanceof AdvisoryError) return { ok: false, message: error.message };
    throw error;
  } finally {
    port?.close();
  }
}

const say = (port: MessagePort | undefined, message: ThreadMessage): void => port?.postMessage(message);

/** Hands the answer over while the task keeps its thread, and waits to be told which of its rules to compare with which others. */
async function rulesToCompare(
  port: MessagePort,
  answer: EngineAnswers[keyof EngineAnswers],
): Promise<RulesToCover | undefined> {
  const reply = nextFrom<RulesToCover | undefined>(port);
  say(port, { answer });
  return reply;
}

const nextFrom = <Message>(port: MessagePort): Promise<Message> =>
  new Promise((resolve) => port.once('message', resolve));

/** Records the steps of a task in order, for traces. */
function createStepClock() {
  const taken: ThreadStep[] = [];
  let from = Date.now();
  return {
    taken,
    end(name: string): void {
      const to = Date.now();
      taken.push({ name, from, to });
      from = to;
    },
  };
}

type OnProgress = NonNullable<GenerateOptions['onProgress']>;

/** What a step of a task has come to: its answer, or why there is none. */
type Performed<Kind extends keyof EngineAnswers> =
  | { readonly answer: EngineAnswers[Kind] }
  | Extract<EngineOutcome<Kind>, { readonly ok: false }>;

function runOther(
  task: Exclude<EngineTask, AdvisoryTask>,
  onProgress: OnProgress,
  stepEnded: (name: string) => void,
): Performed<keyof EngineAnswers> {
  const faulty = 'made' in task ? faultOf(task.made) : undefined;
  if (faulty !== undefined) return faulty;
  const answer = performAtOnce(task, onProgress);
  stepEnded(task.kind);
  return { answer };
}

function faultOf(
  made: MadeSettings | undefined,
): Extract<EngineOutcome<never>, { readonly pipeline: unknown }> | undefined {
  const pipeline = made === undefined ? undefined : firstFaulty(made.texts);
  return pipeline === undefined ? undefined : { ok: false, pipeline };
}

function performAtOnce(
  task: Exclude<EngineTask, AdvisoryTask>,
  onProgress: OnProgress,
): EngineAnswers[keyof EngineAnswers] {
  switch (task.kind) {
    case 'technique': {
      const { before, made, options, readOn, techniqueId } = task;
      const result = generateFromTechnique(techniqueId, { ...options, before, readOn, onProgress });
      return { result, made: madeOf(result.rules, made) };
    }
    case 'sigma':
      return runSigma(task);
    case 'proof': {
      const proven = proveSigma(task.yaml);
      return { ...proven, made: madeOf(proven.rules.map(textOf), task.made) };
    }
    case 'query': {
      const outcome = readBroughtQuery(task);
      return { ...outcome, made: outcome.ok ? madeOf(outcome.rules.map(textOf), task.made) : [] };
    }
    case 'revision':
      return reviseRule(task);
    case 'conversion':
      return convertSaved(task.rules, task.settings);
    case 'pipeline':
      return provePipeline(task);
    case 'bundle':
      return bundleRules(task.rules, task.format);
    case 'export-check':
      return checkRules(task.rules, task.formats);
    case 'export':
      return runExport(task);
  }
}

async function runAdvisory(
  task: AdvisoryTask & PostedTask,
  onProgress: OnProgress,
  stepEnded: (name: string) => void,
): Promise<Performed<'advisory'>> {
  const arriving = settingsOf(task);
  const reading = readAdvisory(task, onProgress);
  // What is wrong with the settings is told before what is wrong with the document.
  await Promise.allSettled([reading]);
  stepEnded('read');
  const settings = await arriving;
  if (task.settingsFollow === true) stepEnded('settings');
  if (settings === undefined) return { ok: false, message: 'The task was ended before its rules were drafted.' };
  const { made, ...drafted } = settings;
  const faulty = faultOf(made);
  if (faulty !== undefined) return faulty;
  const document = await reading;
  const result = generate(document, { ...task.options, ...drafted, onProgress });
  stepEnded('draft');
  const conversions = madeOf(result.rules, made);
  stepEnded('convert');
  return { answer: { document, result, made: conversions } };
}

/** What the rules are drafted with: the task's own, or what comes over its port; undefined for nothing more to be done. */
async function settingsOf(task: AdvisoryTask & PostedTask): Promise<Partial<DraftSettings> | undefined> {
  const { before, made, port, readOn, settingsFollow } = task;
  if (settingsFollow === true && port !== undefined) return nextFrom<DraftSettings | undefined>(port);
  return {
    ...(before === undefined ? {} : { before }),
    ...(made === undefined ? {} : { made }),
    ...(readOn === undefined ? {} : { readOn }),
  };
}

async function readAdvisory(task: AdvisoryTask, onProgress: OnProgress): Promise<AdvisoryDocument> {
  const { bytes, contentType, tlp, title, url } = task;
  onProgress({ step: 'read', done: 0, total: 1 });
  const document = await read(bytes, {
    ...(contentType === undefined ? {} : { contentType }),
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
    ...(tlp === undefined ? {} : { tlp }),
  });
  onProgress({ step: 'read', done: 1, total: 1 });
  return document;
}

const madeOf = (rules: Parameters<typeof convertMade>[0], settings: MadeSettings | undefined) =>
  settings === undefined ? [] : convertMade(rules, settings);

const textOf = ({ content, key }: ProvenRule): { readonly key: string; readonly yaml: string } => ({
  key,
  yaml: content.yaml,
});

function runSigma(task: SigmaToConvert): EngineAnswers['sigma'] {
  const { rules, refused } = convertSigma(task);
  const documents = [...rules, ...refused].sort((a, b) => a.document - b.document);
  return { converted: rules.length, refused, json: new TextEncoder().encode(JSON.stringify(documents)) };
}

function runExport({ rules, formats, part = false, zip }: ExportTask): EngineAnswers['export'] {
  if (zip) {
    const zipped = zipRules(rules, formats, part);
    return { outcomes: zipped.refused, zip: zipped.zip };
  }
  return { outcomes: rules.flatMap((rule) => formats.map((format) => exportRule(rule, format))) };
}
