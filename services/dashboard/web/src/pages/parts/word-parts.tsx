import { TechniqueNames } from '../../attack/technique-name.js';
import { StateBadge } from '../../rule/level-badge.js';
import { Time } from '../../ui/time.js';
import { ConnectionBadge, DetectionBadge, ScanBadge } from '../accounts/words.js';
import { STATES, type TechniqueState } from '../coverage/technique-queries.js';
import { StateMark } from '../coverage/technique-state.js';
import { Part, SOME_TIME } from './part.js';

const TECHNIQUES = ['T1059.001', 'T1110', 'T1078'] as const;

/** Words about the state of things, about techniques and about time. */
export const WordParts = () => (
  <>
    <Part name="technique">
      <TechniqueNames ids={TECHNIQUES} />
      <TechniqueNames ids={TECHNIQUES} short />
      <TechniqueNames ids={['T0000']} />
    </Part>
    <Part name="states">
      <div className="row">
        {(['draft', 'accepted', 'rejected', 'deployed'] as const).map((state) => (
          <StateBadge key={state} state={state} />
        ))}
      </div>
      <div className="row">
        {(['connected', 'pending_connection', 'broken'] as const).map((status) => (
          <ConnectionBadge key={status} status={status} />
        ))}
      </div>
      <div className="row">
        {(['pending', 'running', 'completed', 'completed_with_errors', 'failed', 'cancelled'] as const).map(
          (status) => (
            <ScanBadge key={status} status={status} />
          ),
        )}
      </div>
      <div className="row">
        {(['active', 'degraded', 'disabled', 'unknown', 'removed'] as const).map((status) => (
          <DetectionBadge key={status} status={status} />
        ))}
      </div>
    </Part>
    <Part name="technique-state">
      {(Object.keys(STATES) as TechniqueState[]).map((state) => (
        <div key={state} className="row">
          <StateMark state={state} unsure={false} />
          <StateMark state={state} unsure />
        </div>
      ))}
    </Part>
    <Part name="time">
      <p>
        <Time at={SOME_TIME} relative />, <Time at={SOME_TIME} />, <Time at="2025-01-01T00:00:00.000Z" relative />
      </p>
    </Part>
  </>
);
