import type { GenerationResult } from '@tripline/advisory';
import type { RuleFiles } from './rule-folder.js';

/** The result for one document, with the files of its rules. */
export interface GeneratedDocument extends GenerationResult {
  readonly path: string;
  readonly title: string;
  readonly rules: readonly (GenerationResult['rules'][number] & { readonly files: RuleFiles })[];
}
