import { setPriority } from 'node:os';
import { platform } from 'node:process';
import type { MessagePort } from 'node:worker_threads';
import { AdvisoryError, type GenerateOptions, generate, generateFromTechnique, read } from '@tripline/advisory';
import type {
  AdvisoryTask,
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
  if (task.kind === 'warm-up') {
    await warmUp();
    return undefined;
  }
  stepBack(task.niceness ?? 0);
  const { port } = task;
  const steps = createStepClock();
  try {
    const faulty = 'made' in task && task.made !== undefined ? firstFaulty(task.made.texts) : undefined;
    if (faulty !== undefined) return { ok: false, pipeline: faulty };
    const answer = await perform(task, (progress) => say(port, { progress }), steps.end);
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
  const reply = new Promise<RulesToCover | undefined>((resolve) => port.once('message', resolve));
  say(port, { answer });
  return reply;
}

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

async function perform(
  task: EngineTask,
  onProgress: OnProgress,
  stepEnded: (name: string) => void,
): Promise<EngineAnswers[keyof EngineAnswers]> {
  if (task.kind === 'advisory') return runAdvisory(task, onProgress, stepEnded);
  const answer = performAtOnce(task, onProgress);
  stepEnded(task.kind);
  return answer;
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
  task: AdvisoryTask,
  onProgress: OnProgress,
  stepEnded: (name: string) => void,
): Promise<EngineAnswers['advisory']> {
  const { before, bytes, contentType, made, url, title, tlp, readOn, options } = task;
  onProgress({ step: 'read', done: 0, total: 1 });
  const document = await read(bytes, {
    ...(contentType === undefined ? {} : { contentType }),
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
    ...(tlp === undefined ? {} : { tlp }),
  });
  onProgress({ step: 'read', done: 1, total: 1 });
  stepEnded('read');
  const result = generate(document, { ...options, before, readOn, onProgress });
  stepEnded('draft');
  const conversions = madeOf(result.rules, made);
  stepEnded('convert');
  return { document, result, made: conversions };
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
