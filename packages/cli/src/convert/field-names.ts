import { type ConvertOptions, type ProcessingPipeline, parsePipeline, SigmaError } from '@tripline/sigma';
import { UsageError } from '../exit.js';
import { readRuleFiles } from '../rule-files.js';

/** The names of pipelines that are no files: the built-in maps, or none. */
const BUILT_IN: readonly string[] = ['default', 'none'];

/**
 * Which names the queries use, from the values of `--pipeline`: `default` or `none` for the built-in maps, and files or folders of processing
 * pipelines, which are applied before them. Throws a `UsageError` for a file that cannot be read, with the line of what is wrong in it.
 */
export function readPipelines(values: readonly string[]): Pick<ConvertOptions, 'pipeline' | 'pipelines'> {
  const files = values.filter((value) => !BUILT_IN.includes(value));
  const [named = 'default', other] = new Set(values.filter((value) => BUILT_IN.includes(value)));
  if (other !== undefined) throw new UsageError('--pipeline default and --pipeline none exclude each other');
  const pipeline = named === 'none' ? 'none' : 'default';
  return files.length === 0 ? { pipeline } : { pipeline, pipelines: Array.from(readPipelineFiles(files), parse) };
}

function* readPipelineFiles(paths: readonly string[]): Generator<{ readonly path: string; readonly text: string }> {
  for (const path of paths) {
    try {
      yield* readRuleFiles([path]);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
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
