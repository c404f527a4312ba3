import type { Coverage } from '../../api/clients.js';
import { TechniqueLink } from '../../attack/technique-link.js';
import { Notice } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import styles from './coverage.module.css';
import { stateOf } from './technique-queries.js';
import { StateMark } from './technique-state.js';

/** Whether a technique is likely to be a gap: the room for what closes it is kept until that is known. */
export const isOpen = ({ excluded, status }: Coverage['TechniqueCoverage']): boolean =>
  !excluded && status !== 'covered';

/** How a technique stands, why, and its family. */
export function Standing({
  account,
  all,
  isAsked,
  seen,
  technique,
}: {
  account: string;
  technique: Coverage['TechniqueCoverage'];
  all: readonly Coverage['TechniqueCoverage'][];
  /** Whether what the account sees of it is still to come. */
  isAsked: boolean;
  seen: Coverage['TechniqueVisibility'] | undefined;
}) {
  return (
    <>
      <p>
        {isAsked && isOpen(technique) && technique.status === 'uncovered' ? (
          // Whether its events are seen, or nobody can tell, is in the answer that is still to come.
          <span className={styles.stateMark}>not covered</span>
        ) : (
          <StateMark state={stateShown(technique, seen, isAsked)} unsure={technique.unverified} />
        )}
        {technique.confidence > 0 && `, confidence ${technique.confidence.toFixed(2)}`}
        {technique.proven_at !== null && (
          <>
            , last seen to fire <Time at={technique.proven_at} relative />
          </>
        )}
      </p>
      {seen !== undefined && seen.unknown_because !== null && <Notice kind="warn">{seen.unknown_because}</Notice>}
      {technique.reasons.length > 0 && (
        <ul className={styles.plainList}>
          {technique.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p>
        <a href={`https://attack.mitre.org/techniques/${technique.technique_id.replace('.', '/')}/`} rel="noreferrer">
          {technique.technique_id} at attack.mitre.org
        </a>
      </p>
      <Family account={account} all={all} technique={technique} />
    </>
  );
}

/** The technique that it is a part of, and those that are parts of it. */
function Family({
  account,
  all,
  technique,
}: {
  account: string;
  technique: Coverage['TechniqueCoverage'];
  all: readonly Coverage['TechniqueCoverage'][];
}) {
  const relatives = all.filter(
    ({ parent_id, technique_id }) =>
      technique_id !== technique.technique_id &&
      (parent_id === technique.technique_id || technique_id === technique.parent_id),
  );
  if (relatives.length === 0) return null;
  return (
    <p>
      {technique.is_subtechnique ? 'Part of ' : 'Sub-techniques: '}
      {relatives.map((relative, index) => (
        <span key={relative.technique_id}>
          {index > 0 && ', '}
          <TechniqueLink account={account} technique={relative} />
        </span>
      ))}
    </p>
  );
}

/** The state as its logs tell it; until these are known, as the technique alone does. */
function stateShown(
  technique: Coverage['TechniqueCoverage'],
  seen: Coverage['TechniqueVisibility'] | undefined,
  isAsked: boolean,
) {
  if (isAsked) return stateOf({ ...technique, visible: null });
  return seen === undefined ? 'unknown' : stateOf(judged(seen));
}

/** What the state is told from. */
const judged = ({ excluded, status, unknown_because, unverified, visibility }: Coverage['TechniqueVisibility']) => ({
  excluded,
  status,
  unverified: unknown_because !== null,
  visible: unverified ? null : visibility === 'visible',
});
