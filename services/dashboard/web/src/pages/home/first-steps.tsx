import { useProfile } from '../../api/profile.js';
import { ButtonLink } from '../../ui/button.js';
import styles from './home.module.css';

/** How far somebody who is new has come. */
export interface Progress {
  readonly hasReport: boolean;
  /** The account that is connected, else one that is not yet. */
  readonly account: { readonly id: string; readonly status: string } | undefined;
  readonly isScanned: boolean;
}

/** The three steps to the first use, each with what it leads to and whether it is done. */
export function FirstSteps({ progress: { account, hasReport, isScanned } }: { progress: Progress }) {
  const { data: profile } = useProfile();
  const isFree = profile?.effectiveTier === 'free';
  const isConnected = account?.status === 'connected';
  const connect = account === undefined ? '/coverage/new' : `/coverage/${account.id}/connect`;
  const steps = [
    {
      title: 'Generate rules from an advisory',
      about: 'Paste a text or an address, or drop a file. The sample advisory shows how it goes.',
      isDone: hasReport,
      to: '/generate',
      action: 'Generate rules',
    },
    {
      title: 'Connect a cloud account',
      about: isFree
        ? 'Your tier has no cloud accounts: they come with tier individual and above.'
        : 'A role that may only read. The guide has its policies, ready to copy.',
      isDone: isConnected,
      ...(isFree
        ? { to: '/settings/plan', action: 'What each tier allows' }
        : { to: connect, action: account === undefined ? 'Add an account' : 'Connect it' }),
    },
    {
      title: 'Scan it',
      about: 'The scan finds the detections that are there, what they cover, and the gaps.',
      isDone: isScanned,
      to: account === undefined ? '/coverage' : `/coverage/${account.id}`,
      // Without an account there is nothing to open.
      action: isFree || account === undefined ? undefined : 'Open the account',
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section className="card stack">
      <h2>
        First steps: {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ about, action, isDone, title, to }, index) => (
          <li key={title} data-done={isDone}>
            <strong>{title}</strong> {isDone && <span className={styles.done}>done</span>}
            <p className="dim">{about}</p>
            {!isDone && action !== undefined && (
              <ButtonLink to={to} kind={index === next ? 'main' : 'plain'}>
                {action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
