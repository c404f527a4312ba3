import { createHash } from 'node:crypto';

const MINUTES_PER_DAY = 1440;

/**
 * The cron expression (five fields, UTC) of an account's schedule: its own, or for `daily` and `weekly` a time that depends on the account's
 * id, so that not every account is scanned at midnight.
 */
export function cronOf(schedule: string, accountId: string): string {
  if (schedule !== 'daily' && schedule !== 'weekly') return schedule;
  const spread = createHash('sha256').update(accountId).digest().readUInt32BE();
  const minute = spread % MINUTES_PER_DAY;
  const day = schedule === 'weekly' ? String(Math.floor(spread / MINUTES_PER_DAY) % 7) : '*';
  return `${minute % 60} ${Math.floor(minute / 60)} * * ${day}`;
}
