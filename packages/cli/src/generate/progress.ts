import type { GenerationProgress } from '@tripline/advisory';

const STEPS: Readonly<Record<GenerationProgress['step'], string>> = {
  read: 'reading',
  evidence: 'looking for evidence',
  draft: 'drafting',
  prove: 'proving',
};

/** The progress of a document, as a line. */
export function progressText(path: string, { step, done, total }: GenerationProgress): string {
  return `${path}: ${STEPS[step]}${total > 1 ? ` ${done}/${total}` : ''}`;
}
