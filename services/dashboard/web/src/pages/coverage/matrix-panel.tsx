import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { coverage, coverageData } from '../../api/clients.js';
import { Dialog } from '../../ui/dialog.js';
import { Notice, QueryView } from '../../ui/states.js';
import { DetectionBadge } from '../accounts/words.js';
import styles from './coverage.module.css';
import { GapCloses } from './gap-closes.js';
import { useGap } from './gap-rules.js';
import type { Shown } from './matrix-rows.js';
import { STATES } from './technique-queries.js';
import { StateMark } from './technique-state.js';

/** Detections that are named; the technique's page has the others. */
const SHOWN = 10;

/** A technique of the matrix, beside it: how it stands and why, what looks for it, and what closes it where it is open. */
export function MatrixPanel({
  account,
  shown: { state, technique },
  onClose,
}: {
  account: string;
  shown: Shown;
  onClose: () => void;
}) {
  const { name, technique_id: id, unknown_because: unknown, used_by: users } = technique;
  return (
    <Dialog side isOpen title={`${id} ${name}`} onClose={onClose}>
      <div className="stack">
        <div>
          <StateMark state={state} unsure={technique.unverified} />
          <p>
            {STATES[state].meaning}
            {technique.confidence > 0 && `; confidence ${Math.round(technique.confidence * 100)} of 100`}
          </p>
          {users.length > 0 && <p>Used by {users.map((one) => one.name).join(', ')}.</p>}
        </div>
        {unknown !== null && <Notice kind="warn">{unknown}</Notice>}
        <p>
          <Link to={`/coverage/${account}/techniques/${id}`}>Open the technique’s page</Link>
        </p>
        {state !== 'covered' && state !== 'excluded' && <Closing account={account} technique={id} />}
        <section>
          <h3>What looks for it</h3>
          {technique.detection_count === 0 ? (
            <p>No detection looks for it.</p>
          ) : (
            <>
              <p>
                {technique.effective_detection_count} of {technique.detection_count} detections can fire.
              </p>
              <Looking account={account} technique={id} />
            </>
          )}
        </section>
      </div>
    </Dialog>
  );
}

function Closing({ account, technique }: { account: string; technique: string }) {
  const gap = useGap(account, technique);
  return (
    <section>
      <h3>What closes it</h3>
      <QueryView query={gap} lines={6}>
        {(found) => (found === null ? <p>It is no gap.</p> : <GapCloses account={account} gap={found} />)}
      </QueryView>
    </section>
  );
}

function Looking({ account, technique }: { account: string; technique: string }) {
  const query = useQuery({
    queryKey: ['detections', account, 'of', technique],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/detections', {
          params: { path: { id: account }, query: { technique, page_size: SHOWN } },
        }),
      ),
  });
  return (
    <QueryView query={query} lines={3}>
      {({ detections, total }) => (
        <>
          <ul className={styles.plainList} aria-label="Detections">
            {detections.map(({ id, name, region, status }) => (
              <li key={id}>
                <Link to={`/coverage/${account}/detections/${id}`} className="wrap-anywhere" dir="auto">
                  {name}
                </Link>{' '}
                <span className="dim">{region ?? 'everywhere'}</span> <DetectionBadge status={status} />
              </li>
            ))}
          </ul>
          {total > detections.length && <p className="dim">and {total - detections.length} more</p>}
        </>
      )}
    </QueryView>
  );
}
