import { Link } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { Dialog } from '../../ui/dialog.js';
import styles from './coverage.module.css';
import { GapCloses } from './gap-closes.js';
import { WorkForm } from './gap-work.js';

/** What is known of a gap, beside the list that it stands in: why it matters, what closes it, what would notice it. */
export const GapPanel = ({ account, gap, onClose }: { account: string; gap: Coverage['Gap']; onClose: () => void }) => (
  <Dialog side isOpen title={`${gap.technique_id} ${gap.name}`} onClose={onClose}>
    <div className="stack">
      <p>
        <Link to={`/coverage/${account}/techniques/${gap.technique_id}`}>Open the technique’s page</Link>
      </p>
      <section>
        <h3>Why it matters</h3>
        <ul className={styles.plainList}>
          {gap.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3>What closes it</h3>
        <GapCloses account={account} gap={gap} />
      </section>
      <section>
        <h3>Who works on it</h3>
        <WorkForm account={account} gap={gap} />
      </section>
      {gap.suggested_detections.length > 0 && (
        <section>
          <h3>What would notice it</h3>
          <ul className={styles.plainList}>
            {gap.suggested_detections.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  </Dialog>
);
