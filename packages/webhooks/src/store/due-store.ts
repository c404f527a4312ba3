import type { Knex } from '@tripline/service';
import type { WebhookSchema } from './webhook-tables.js';

/** Longer than any attempt takes. After it, a delivery whose sender died is due again. */
const CLAIMED_SECONDS = 90;
/** Deliveries of one webhook that are made at once: one that never answers keeps few of a worker's places. */
const AT_ONCE_OF_ONE = 2;
const BATCH = 200;
const LONGEST_PAUSE_SECONDS = 21_600;
/** How long deliveries that have ended can be seen and made again. */
const KEPT_DAYS = 30;

/** A delivery that one attempt has claimed, with its webhook. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly body: string;
  readonly secret: Buffer;
  /** The secret before it, while it is good. */
  readonly previousSecret: Buffer | null;
  /** This attempt's number, from 1; its result counts only while no later attempt has begun. */
  readonly attempts: number;
  /** Whether its time is over after this attempt. */
  readonly isLast: boolean;
}

/** Deliveries that are due, of each webhook as many as may be made at once. */
export async function findDue(db: Knex, schema: WebhookSchema): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select d.id from (select distinct webhook_id from ${schema}.webhook_deliveries where due_at <= clock_timestamp()) w
     cross join lateral (
       select id, due_at from ${schema}.webhook_deliveries where webhook_id = w.webhook_id and due_at <= clock_timestamp()
       order by due_at, id limit greatest(0, ${AT_ONCE_OF_ONE} - (
         select count(*) from ${schema}.webhook_deliveries c where c.webhook_id = w.webhook_id and c.claimed_until > clock_timestamp()))
     ) d order by d.due_at limit ${BATCH}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Claims a due delivery for one attempt, so that nobody else makes it meanwhile; undefined when it is not due.
 * @param hours how long it is tried
 */
export async function claimDelivery(
  db: Knex,
  schema: WebhookSchema,
  id: string,
  hours: number,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await db.raw<{ rows: ClaimedDelivery[] }>(
    `update ${schema}.webhook_deliveries d set attempts = d.attempts + 1,
       due_at = clock_timestamp() + make_interval(secs => ${CLAIMED_SECONDS}), claimed_until = clock_timestamp() + make_interval(secs => ${CLAIMED_SECONDS})
     from ${schema}.webhooks w where d.id = ? and w.id = d.webhook_id and w.is_active and d.due_at <= clock_timestamp()
     returning d.id, d.webhook_id as "webhookId", w.url, d.body, w.secret, d.attempts, d.asked_at + make_interval(hours => ?) <= clock_timestamp() as "isLast",
       case when w.previous_until > clock_timestamp() then w.previous_secret end as "previousSecret"`,
    [id, hours],
  );
  return rows[0];
}

/** How an attempt ended. */
export interface Attempt {
  readonly state: 'delivered' | 'failed' | 'pending';
  readonly responseStatus: number | null;
  readonly error: string | null;
}

/** Notes how an attempt ended. One that is to be repeated is due after a pause: `baseSeconds` after the first, twice as long after each further. */
export async function noteAttempt(
  db: Knex,
  schema: WebhookSchema,
  { attempts, id }: ClaimedDelivery,
  { error, responseStatus, state }: Attempt,
  baseSeconds: number,
): Promise<void> {
  const pause = `clock_timestamp() + make_interval(secs => least(${LONGEST_PAUSE_SECONDS}, ? * power(2, least(?, 20) - 1)))`;
  const isOver = state !== 'pending';
  await db(`${schema}.webhook_deliveries`)
    .where({ id, attempts, state: 'pending' })
    .update({
      ...{ state, error, response_status: responseStatus, claimed_until: null },
      due_at: isOver ? null : db.raw(pause, [baseSeconds, attempts]),
      ended_at: isOver ? db.raw('clock_timestamp()') : null,
    });
}

/** Deletes deliveries that are older than they are kept, and secrets that are no longer good. */
export async function deleteOld(db: Knex, schema: WebhookSchema): Promise<void> {
  // What tells several owners holds the webhooks of one after those of another: waiting for one here while others are held could deadlock with it.
  await db.raw(
    `update ${schema}.webhooks set previous_secret = null, previous_until = null where id in (
       select id from ${schema}.webhooks where previous_until <= clock_timestamp() for no key update skip locked)`,
  );
  await db.raw(
    `delete from ${schema}.webhook_deliveries where id in (
       select id from ${schema}.webhook_deliveries where created_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})
       order by created_at limit ${BATCH})`,
  );
}

/** Figures of what waits. */
export interface WebhookBacklog {
  readonly waiting: number;
  /** Age in seconds of the oldest delivery that was never tried; 0 when there is none. */
  readonly oldestUntriedSeconds: number;
}

/** Counts what waits to be delivered. */
export async function readWebhookBacklog(db: Knex, schema: WebhookSchema): Promise<WebhookBacklog> {
  const { rows } = await db.raw<{ rows: [WebhookBacklog] }>(
    `select count(*)::int as waiting,
       coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where attempts = 0)), 0)::float8 as "oldestUntriedSeconds"
     from ${schema}.webhook_deliveries where due_at is not null`,
  );
  return rows[0];
}
