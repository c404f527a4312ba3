import type { Known } from '@tripline/client/typed-client';
import { wordsFor } from '../api/open-list.js';
import { useProfile } from '../api/profile.js';
import { Time } from '../ui/time.js';
import { type Decision, reasonWords } from './decision.js';
import styles from './decision-line.module.css';

const DID: Readonly<Record<Known<Decision['state']>, string>> = {
  draft: 'set back',
  accepted: 'accepted',
  rejected: 'rejected',
  deployed: 'marked as deployed',
};

/** Who decided on a rule, when, and why: "You rejected it on 3 Mar 2026, 09:30: too noisy". */
export function DecisionLine({ decision: { at, by, reason, state } }: { decision: Decision }) {
  const { data: profile } = useProfile();
  const who = by.userId === profile?.id ? 'You' : (by.email ?? 'Somebody who has left');
  const why = reasonWords(reason);
  return (
    <p className={styles.decision} data-state={state}>
      {who} {wordsFor(DID, state)} it on <Time at={at} />
      {why !== undefined && (
        <>
          : <bdi>{why}</bdi>
        </>
      )}
    </p>
  );
}
