import type { Placeholders } from '../placeholders.js';
import type { FileNames } from '../rule-files.js';

/** The options of `tripline check` as the command line gives them. */
export interface CheckCommandOptions {
  readonly format: 'text' | 'json' | 'sarif';
  /** The file for the findings, in place of standard output. */
  readonly output?: string;
  /** Codes of findings that are left out. */
  readonly exclude: readonly string[];
  /** The names of rule files in folders. */
  readonly filePattern?: FileNames;
  readonly placeholder: Placeholders;
  /** Makes a probable mistake in a field's name an error. */
  readonly strict: boolean;
  /** Writes what is plain into the files. */
  readonly fix: boolean;
  readonly failOn: 'error' | 'warning' | 'info';
}
