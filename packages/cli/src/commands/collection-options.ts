import type { Command } from 'commander';
import { collectPlaceholder } from '../placeholders.js';

/** Adds the options that say what belongs to the rules: filters and values of placeholders. */
export function withCollectionOptions(command: Command): Command {
  return command
    .option('--filter <path>', 'file or folder of Sigma filters; may be given several times', collectPath, [])
    .option(
      '--placeholder <name=value>',
      'value of a placeholder, or name=@file with one a line; may be given several times',
      collectPlaceholder,
      {},
    );
}

/** Collects the values of an option that may be given several times. */
export function collectPath(path: string, paths: readonly string[] = []): readonly string[] {
  return [...paths, path];
}
