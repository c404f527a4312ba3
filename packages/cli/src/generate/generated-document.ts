import type { GenerationResult } from '@tripline/advisory';
import type { RuleFiles } from './rule-folder.js';

/** What one document gave, with the files its rules were written to. */
export interface GeneratedDocument extends GenerationResult {
  readonly path: string;
  readonly title: string;
  readonly rules: readonly (GenerationResult['rules'][number] & { readonly files: RuleFiles })[];
}
