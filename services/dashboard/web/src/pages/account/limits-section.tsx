import type { Rules } from '../../api/clients.js';
import { bytesInWords } from '../../ui/bytes.js';
import styles from './account.module.css';

type Profile = Rules['Profile'];

const NUMBER = new Intl.NumberFormat();

/** What is counted against a limit: its name, how much is used, and the limit. */
const usesOf = ({ limits, usage }: Profile): readonly (readonly [string, number | undefined, number | undefined])[] => [
  ['Reports today, signed in', usage['generationsToday'], limits['generationsPerDay']],
  [
    'Reports today, signed in and with keys',
    usage['generationsTodayAllCredentials'],
    limits['generationsPerDayAllCredentials'],
  ],
  ['Compute time this hour, in seconds', usage['engineSecondsThisHour'], limits['engineSecondsPerHour']],
  ['Running now', usage['requestsAtWork'], limits['requestsAtWork']],
];

/** The other limits: their names and how much they allow. */
const boundsOf = ({ limits }: Profile): readonly (readonly [string, number | undefined])[] => [
  ['Active API keys', limits['activeKeys']],
  ['Reports a day with one key', limits['generationsPerDayPerKey']],
  ['Reading calls a minute', limits['readsPerMinute']],
  ['Changing calls a minute', limits['changesPerMinute']],
  ['Calls for work a minute', limits['workPerMinute']],
  ['Seats of a team of your own', limits['teamSeats']],
];

/** What the tier allows, and how much of it is used. */
export function LimitsSection({ profile }: { profile: Profile }) {
  const { storage } = profile;
  return (
    <section className={`card stack ${styles.accountForm}`}>
      <h2>Limits</h2>
      {usesOf(profile).map(
        ([label, value, most]) =>
          value !== undefined &&
          most !== undefined && (
            <Use
              key={label}
              label={label}
              value={value}
              most={most}
              text={`${NUMBER.format(value)} of ${NUMBER.format(most)}`}
            />
          ),
      )}
      <Use
        label={storage.owner === 'team' ? 'Stored by your team' : 'Stored'}
        value={storage.usedBytes}
        most={storage.limitBytes}
        text={`${bytesInWords(storage.usedBytes)} of ${bytesInWords(storage.limitBytes)}`}
      />
      <dl className={styles.accountFacts}>
        {boundsOf(profile).map(
          ([label, most]) =>
            most !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{NUMBER.format(most)}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="dim">Days are UTC days. Deleting rules, reports and documents frees what is stored.</p>
    </section>
  );
}

const Use = ({ label, value, most, text }: { label: string; value: number; most: number; text: string }) => (
  <div className={styles.accountUse}>
    <span>{label}</span>
    <span>{text}</span>
    <meter aria-label={label} min={0} max={Math.max(most, 1)} value={Math.min(value, Math.max(most, 1))}>
      {text}
    </meter>
  </div>
);
