import { readPipelineTexts } from '../convert/field-names.js';
import { UsageError } from '../exit.js';
import { joinFiles } from '../rule-collection.js';
import { readRuleFiles } from '../rule-files.js';
import type { EventOptions } from './match-options.js';
import { type PreparedRules, prepareRules, type RunSetup, refuseFaults } from './run-setup.js';

/** Reads the rules of paths, and how events are to be read. Throws a `UsageError` where nothing could run. */
export function readSetup(
  paths: readonly string[],
  options: EventOptions,
  explain: boolean,
): { readonly setup: RunSetup; readonly rules: PreparedRules } {
  const files = [...readRuleFiles([...paths, ...options.filter], options.filePattern)];
  const setup: RunSetup = {
    files,
    placeholder: options.placeholder,
    pipelines: readPipelineTexts(options.pipeline),
    as: options.eventsAs,
    explain,
  };
  const rules = prepareRules(setup, joinFiles(files, options.placeholder));
  if (options.strict) refuseFaults(rules);
  if (rules.documents.length === 0 && rules.faults.length === 0) throw new UsageError(`no rule in ${paths.join(', ')}`);
  return { setup, rules };
}

/** Aborts when somebody ends a run that follows files: by Ctrl-C, or as services are ended. */
export function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
