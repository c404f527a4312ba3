import type { Knex } from '@tripline/service';
import type { WebhookSchema } from './webhook-tables.js';

/** What becomes of a delivery. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** A delivery as its owner sees it. */
export interface Delivery {
  readonly id: string;
  readonly type: string;
  /** Whether it is an example that somebody asked for. */
  readonly test: boolean;
  readonly state: (typeof DELIVERY_STATES)[number];
  readonly attempts: number;
  readonly createdAt: Date;
  /** Null where it is not tried again. */
  readonly nextAttemptAt: Date | null;
  readonly endedAt: Date | null;
  readonly responseStatus: number | null;
  readonly error: string | null;
}

const COLUMNS = {
  id: 'id',
  type: 'type',
  test: 'is_test',
  state: 'state',
  attempts: 'attempts',
  createdAt: 'created_at',
  nextAttemptAt: 'due_at',
  endedAt: 'ended_at',
  responseStatus: 'response_status',
  error: 'error',
} as const;

/** Which deliveries are wanted. */
export interface DeliveryQuery {
  readonly state?: Delivery['state'];
  readonly limit: number;
  readonly offset: number;
}

/** A page of a webhook's deliveries, newest first, and their number. */
export async function listDeliveries(
  db: Knex,
  schema: WebhookSchema,
  webhookId: string,
  { limit, offset, state }: DeliveryQuery,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const matching = { webhook_id: webhookId, ...(state !== undefined && { state }) };
  const newest = ['created_at', 'id'].map((column) => ({ column, order: 'desc' }));
  const table = `${schema}.webhook_deliveries`;
  const [deliveries, count] = await Promise.all([
    db(table).where(matching).orderBy(newest).limit(limit).offset(offset).select(COLUMNS),
    db(table).where(matching).count({ total: '*' }).first(),
  ]);
  return { deliveries, total: Number(count?.['total'] ?? 0) };
}

/** A delivery of a webhook; undefined where it has none of this id. */
export async function findDelivery(
  db: Knex,
  schema: WebhookSchema,
  webhookId: string,
  id: string,
): Promise<Delivery | undefined> {
  return db(`${schema}.webhook_deliveries`).where({ webhook_id: webhookId, id }).first(COLUMNS);
}

/** Has a delivery that has ended made again, at once and with all attempts; whether it had ended. */
export async function deliverAgain(trx: Knex, schema: WebhookSchema, id: string): Promise<boolean> {
  const changed = await trx(`${schema}.webhook_deliveries`)
    .where({ id })
    .whereNot({ state: 'pending' })
    .update({
      state: 'pending',
      attempts: 0,
      due_at: trx.raw('clock_timestamp()'),
      asked_at: trx.raw('clock_timestamp()'),
      ended_at: null,
      response_status: null,
      error: null,
    });
  return changed > 0;
}

/**
 * Ends the example of a webhook that waits for another attempt, so that a new one takes its place; whether none is left, since one was not tried yet or is being tried.
 * The transaction holds the webhook.
 */
export async function endWaitingTest(trx: Knex, schema: WebhookSchema, webhookId: string): Promise<boolean> {
  const pending = () =>
    trx(`${schema}.webhook_deliveries`).where({ webhook_id: webhookId, is_test: true, state: 'pending' });
  await pending()
    .where('attempts', '>', 0)
    .whereRaw('coalesce(claimed_until <= clock_timestamp(), true)')
    .update({
      ...{ state: 'failed', due_at: null, claimed_until: null, error: 'Another test was asked for.' },
      ended_at: trx.raw('clock_timestamp()'),
    });
  return (await pending().first('id')) === undefined;
}
