import type { GenerationProgress } from '@tripline/advisory';

/** A line that shows how far a document is; nothing where standard error is no terminal. */
export interface ProgressLine {
  readonly report: (progress: GenerationProgress) => void;
  /** Takes the line away. May be called twice. */
  end(): void;
}

const STEPS: Readonly<Record<GenerationProgress['step'], string>> = {
  read: 'reading',
  evidence: 'looking for evidence',
  draft: 'drafting',
  prove: 'proving',
};
const TO_START_AND_CLEAR = '\r\u001b[K';

/** Begins the line of one document. */
export function showProgress(path: string): ProgressLine {
  if (!process.stderr.isTTY) return { report: () => undefined, end: () => undefined };
  return {
    report: ({ step, done, total }) => {
      const count = total > 1 ? ` ${done}/${total}` : '';
      process.stderr.write(`${TO_START_AND_CLEAR}${path}: ${STEPS[step]}${count}`);
    },
    end: () => void process.stderr.write(TO_START_AND_CLEAR),
  };
}
