import {
  type ConvertOptions,
  describedTarget,
  listStacks,
  type ProcessingPipeline,
  parsePipeline,
  SigmaError,
  TARGET_IDS,
  type TargetId,
  type TargetSetting,
} from '@tripline/sigma';
import { UsageError } from '../exit.js';
import { knownNames } from '../nearest.js';
import { readRuleFiles } from '../rule-files.js';
import { sigmaCliHint } from '../sigma-cli.js';
import type { ConvertCommandOptions } from './convert-options.js';

/**
 * What each target is told of the data and how to count, from `--stack`, `--index`, `--sourcetype`, `--table` and `--windows`. Several stacks
 * may be named, each for the targets that have it. Throws a `UsageError` for what no target has a use for.
 */
export function targetSettings(
  targets: readonly TargetId[],
  { stack, index, sourcetype, table, windows }: Pick<ConvertCommandOptions, 'stack' | TargetSetting>,
): (target: TargetId) => Pick<ConvertOptions, 'stack' | TargetSetting> {
  const settings = Object.fromEntries(
    Object.entries({ index, sourcetype, table, windows }).filter(([, value]) => value !== undefined),
  ) as Pick<ConvertOptions, TargetSetting>;
  for (const option of Object.keys(settings) as TargetSetting[]) {
    const users = TARGET_IDS.filter((id) => describedTarget(id).settings.includes(option));
    if (users.some((target) => targets.includes(target))) continue;
    throw new UsageError(`--${option} is for ${users.join(', ')}, not for ${targets.join(', ')}`);
  }
  const stacks = stack.length === 0 ? [] : targets.flatMap((target) => listStacks(target));
  for (const id of stack) {
    if (stacks.some((known) => known.id === id)) continue;
    const ids = stacks.map((each) => each.id);
    const known = stacks.map((each) => `${each.id} (${each.target})`).join(', ');
    throw new UsageError(`there is no stack "${id}" for ${targets.join(', ')}; ${knownNames(id, ids, known)}`);
  }
  return (target) => {
    const own = stack.filter((id) => stacks.some((known) => known.id === id && known.target === target));
    if (own.length > 1) throw new UsageError(`${target} can have one stack, not both ${own.join(' and ')}`);
    return own[0] === undefined ? settings : { ...settings, stack: own[0] };
  };
}

/** The names of pipelines that are no files: the built-in maps, or none. */
const BUILT_IN: readonly string[] = ['default', 'none'];

/** What `--pipeline` names, before its files are parsed. */
export interface PipelineTexts {
  readonly pipeline: 'default' | 'none';
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Reads the values of `--pipeline`. Throws a `UsageError` for a file that cannot be read. */
export function readPipelineTexts(values: readonly string[]): PipelineTexts {
  const files = values.filter((value) => !BUILT_IN.includes(value));
  const [named = 'default', other] = new Set(values.filter((value) => BUILT_IN.includes(value)));
  if (other !== undefined) throw new UsageError('--pipeline default and --pipeline none exclude each other');
  return { pipeline: named === 'none' ? 'none' : 'default', files: [...readPipelineFiles(files)] };
}

/** The pipelines of texts. Throws a `UsageError` with the line of what is wrong in one. */
export function parsePipelines({ files }: PipelineTexts): readonly ProcessingPipeline[] {
  return files.map(parse);
}

/**
 * Which names the queries use, from the values of `--pipeline`: `default` or `none` for the built-in maps, and files or folders of processing
 * pipelines, which are applied before them. Throws a `UsageError` for a file that cannot be read, with the line of what is wrong in it.
 */
export function readPipelines(values: readonly string[]): Pick<ConvertOptions, 'pipeline' | 'pipelines'> {
  const texts = readPipelineTexts(values);
  const { pipeline } = texts;
  return texts.files.length === 0 ? { pipeline } : { pipeline, pipelines: parsePipelines(texts) };
}

function* readPipelineFiles(paths: readonly string[]): Generator<{ readonly path: string; readonly text: string }> {
  for (const path of paths) {
    try {
      yield* readRuleFiles([path]);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const hint = sigmaCliHint('pipelines', path);
      if (hint !== undefined) throw new UsageError(`there is no pipeline "${path}"; ${hint}`);
      throw new UsageError(
        `${error.message}; --pipeline takes default, none, or a file of a processing pipeline in pySigma's format`,
      );
    }
  }
}

function parse({ path, text }: { readonly path: string; readonly text: string }): ProcessingPipeline {
  try {
    return parsePipeline(text, { file: path });
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error;
    throw new UsageError(`${path}:${error.line ?? 1}:${error.column ?? 1}: ${error.code}: ${error.message}`);
  }
}
