import type { Finding } from '@tripline/sigma';

/** What was found in one file. */
export interface FileFindings {
  readonly path: string;
  readonly findings: readonly Finding[];
}
