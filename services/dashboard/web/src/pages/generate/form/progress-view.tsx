import { Button } from '../../../ui/button.js';
import type { From, Progress } from '../generate-request.js';
import styles from './generate-page.module.css';

type Step = Progress['step'];

const STEPS: readonly { readonly id: Step; readonly label: string }[] = [
  { id: 'fetch', label: 'Fetch the advisory' },
  { id: 'read', label: 'Read it' },
  { id: 'evidence', label: 'Find what was done' },
  { id: 'draft', label: 'Draft rules' },
  { id: 'prove', label: 'Prove the rules' },
];

/** How far a generation is, and the way to break it off. */
export function ProgressView({
  from,
  onCancel,
  progress,
}: {
  from: From;
  progress: Progress | undefined;
  onCancel: () => void;
}) {
  const steps = STEPS.filter(({ id }) => from === 'url' || id !== 'fetch');
  const now = progress === undefined ? 0 : steps.findIndex(({ id }) => id === progress.step);
  const share = progress === undefined || progress.total === 0 ? 0 : progress.done / progress.total;
  const counted = progress !== undefined && progress.total > 1 ? `${progress.done} of ${progress.total}` : '';
  return (
    <section className="card stack" aria-label="Progress">
      <h2>Generating rules</h2>
      <progress
        className={styles.progress}
        aria-label="Progress of the generation"
        max={steps.length}
        value={Math.max(0, now) + share}
      />
      <ol className={styles.progressSteps}>
        {steps.map(({ id, label }, index) => {
          const state = index < now ? 'done' : index === now ? 'now' : 'next';
          return (
            <li key={id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span aria-hidden="true">{state === 'done' ? '✓' : state === 'now' ? '▸' : '·'}</span> {label}
              {state === 'now' && counted !== '' && <span className="dim"> {counted}</span>}
              {state === 'done' && <span className="visually-hidden"> (done)</span>}
            </li>
          );
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {steps[now]?.label}
      </p>
      <div className="row">
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </section>
  );
}
