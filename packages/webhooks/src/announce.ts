import { type Knex, storableJson } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { WebhookSchema } from './store/webhook-tables.js';

/** Bytes of a body; what would be larger is told by its id alone. */
const MOST_BYTES = 262_144;
/** Deliveries of one webhook that are kept, whatever became of them, and examples beside them: none pushes out what happened. */
const MOST_KEPT = 500;
const MOST_TESTS_KEPT = 20;

/** Something that happened. */
export interface WebhookEvent {
  /** Such as `scan.finished`. */
  readonly type: string;
  readonly at: Date;
  /** What it is about, as the service's API shows such things. */
  readonly data: { readonly id: string; readonly [field: string]: unknown };
  /** An example that somebody asked for: the body and the list of deliveries say so. */
  readonly isTest?: true;
}

/**
 * Tells the webhooks of an owner what happened, in the transaction in which it did: nothing is told of what is rolled back. Where nobody wants to know, that is
 * one look into an index.
 * @param only the webhooks to tell; without it, all that are switched on
 * @returns the number of deliveries
 */
export async function announce(
  trx: Knex,
  schema: WebhookSchema,
  owner: string,
  event: WebhookEvent,
  only?: readonly string[],
): Promise<number> {
  const wanting = webhooksWanting(trx, schema, owner, event.type);
  const rows: readonly { readonly id: string }[] = await (only === undefined
    ? wanting
    : wanting.whereIn('id', [...only]));
  const told = await announceTo(
    trx,
    schema,
    rows.map(({ id }) => id),
    event,
  );
  return told.length;
}

/**
 * The statement that gives the ids of an owner's webhooks that want to know of such events, for a place in a larger one. They stay as they are until the end of the
 * transaction: nothing would ever send what is made for one that is switched off meanwhile.
 */
export const webhooksWanting = (trx: Knex, schema: WebhookSchema, owner: string, type: WebhookEvent['type']) =>
  trx(`${schema}.webhooks`)
    .where({ owner_id: owner, is_active: true })
    .whereRaw('? = any(events)', [type])
    .forShare()
    .select<{ id: string }[]>('id');

/** The rest of {@link announce}, once {@link webhooksWanting} has said whom to tell; gives the ids of the deliveries. */
export async function announceTo(
  trx: Knex,
  schema: WebhookSchema,
  ids: readonly string[],
  event: WebhookEvent,
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const body = bodyOf(event);
  const isTest = event.isTest === true;
  const deliveries = ids.map((webhookId) => ({ id: uuidv7(), webhookId }));
  await trx(`${schema}.webhook_deliveries`).insert(
    deliveries.map(({ id, webhookId }) => ({
      id,
      webhook_id: webhookId,
      type: event.type,
      is_test: isTest,
      body,
      state: 'pending',
      due_at: trx.raw('clock_timestamp()'),
      asked_at: trx.raw('clock_timestamp()'),
      created_at: trx.raw('clock_timestamp()'),
    })),
  );
  await trx.raw(
    `delete from ${schema}.webhook_deliveries where id in (
       select d.id from unnest(cast(? as uuid[])) as w (id) cross join lateral (
         select id from ${schema}.webhook_deliveries where webhook_id = w.id and is_test = ? order by created_at desc, id desc offset ?) d)`,
    [[...ids], isTest, isTest ? MOST_TESTS_KEPT : MOST_KEPT],
  );
  return deliveries.map(({ id }) => id);
}

function bodyOf({ at, data, isTest, type }: WebhookEvent): string {
  const write = (told: object): string =>
    storableJson({ type, timestamp: at, ...(isTest === true && { test: true }), data: told });
  const whole = write(data);
  return Buffer.byteLength(whole) <= MOST_BYTES ? whole : write({ id: data.id, truncated: true });
}
