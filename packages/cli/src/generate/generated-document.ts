import type { ComparedResult } from './covering.js';
import type { SiemCovering } from './in-siems.js';
import type { RuleFiles } from './rule-folder.js';

/** The result for one document, with the files of its rules. */
export interface GeneratedDocument extends ComparedResult {
  readonly path: string;
  readonly title: string;
  readonly rules: readonly (ComparedResult['rules'][number] & {
    readonly files: RuleFiles;
    /** With `--against-siems`: the rules of SIEMs that notice the same. */
    readonly inSiems?: readonly SiemCovering[];
  })[];
}
