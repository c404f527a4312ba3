import { Link } from 'react-router';
import type { Rules } from '../../api/clients.js';
import { bytesInWords } from '../../ui/bytes.js';
import { Notice } from '../../ui/states.js';

/** Of all that is allowed, from where on it is told. */
const NEAR = 0.8;
const NUMBER = new Intl.NumberFormat('en');

type Profile = Pick<Rules['Profile'], 'limits' | 'storage' | 'usage'>;

/** Each limit that is nearly reached, in words. */
const nearLimits = ({ limits, storage, usage }: Profile): string[] => {
  const numbers = [
    ['generationsToday', 'generationsPerDay', 'of the reports of today'],
    ['generationsTodayAllCredentials', 'generationsPerDayAllCredentials', 'of the reports of today, with those by key'],
    ['engineSecondsThisHour', 'engineSecondsPerHour', 'seconds of this hour’s compute time'],
  ] as const;
  const said = numbers.flatMap(([used, allowed, what]) => {
    const [value, most] = [usage[used] ?? 0, limits[allowed]];
    return most === undefined || value < NEAR * most
      ? []
      : [`${NUMBER.format(value)} of ${NUMBER.format(most)} ${what}`];
  });
  const { limitBytes, usedBytes } = storage;
  return usedBytes < NEAR * limitBytes
    ? said
    : [...said, `${bytesInWords(usedBytes)} of ${bytesInWords(limitBytes)} of what may be stored`];
};

/** The limits that somebody comes near; nothing while there is none. */
export function NearLimits({ profile }: { profile: Profile }) {
  const near = nearLimits(profile);
  if (near.length === 0) return null;
  return (
    <Notice kind="warn">
      <p>
        Used: {near.join('; ')}. <Link to="/settings/plan">Plan and limits</Link>
      </p>
    </Notice>
  );
}
