import { type OwnerScope, ownedBy, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { WebhookSchema } from './webhook-tables.js';

/** A webhook as it is stored, without its secrets. */
export interface Webhook {
  readonly id: string;
  readonly ownerId: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly active: boolean;
  /** Until when the secret before the one in use is good; null where there is none. */
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
}

/** What its owner may change. */
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'description' | 'events' | 'active'>>;

const COLUMNS = {
  id: 'id',
  ownerId: 'owner_id',
  url: 'url',
  description: 'description',
  events: 'events',
  active: 'is_active',
  previousUntil: 'previous_until',
  createdAt: 'created_at',
} as const;

/** The webhooks of a scope's owners, newest first. */
export async function listWebhooks(scope: OwnerScope, db: Knex, schema: WebhookSchema): Promise<Webhook[]> {
  return db(`${schema}.webhooks`)
    .where(ownedBy(scope))
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select(COLUMNS);
}

/** A webhook of a scope's owners; undefined where they have none of this id. */
export async function findWebhook(
  scope: OwnerScope,
  db: Knex,
  schema: WebhookSchema,
  id: string,
): Promise<Webhook | undefined> {
  return db(`${schema}.webhooks`).where({ id }).where(ownedBy(scope)).first(COLUMNS);
}

/** Keeps a webhook as it is until the end of the transaction, if it is switched on; whether it is. */
export async function holdActive(trx: Knex, schema: WebhookSchema, id: string): Promise<boolean> {
  const row = await trx(`${schema}.webhooks`).where({ id, is_active: true }).forNoKeyUpdate().first('id');
  return row !== undefined;
}

/** How many webhooks the owner of new rows has, counted by one transaction at a time. */
export async function countWebhooks(scope: OwnerScope, trx: Knex, schema: WebhookSchema): Promise<number> {
  const owner = ownerId(scope);
  await trx.raw('select pg_advisory_xact_lock(hashtext(?), hashtext(?))', [`${schema}.webhooks`, owner]);
  const row = await trx(`${schema}.webhooks`).where({ owner_id: owner }).count({ total: '*' }).first();
  return Number(row?.['total'] ?? 0);
}

/** Stores a webhook of the scope's owner. @param sealed its secret */
export async function insertWebhook(
  scope: OwnerScope,
  trx: Knex,
  schema: WebhookSchema,
  webhook: Omit<Webhook, 'ownerId' | 'previousUntil'>,
  sealed: Buffer,
): Promise<void> {
  await trx(`${schema}.webhooks`).insert({
    id: webhook.id,
    owner_id: ownerId(scope),
    created_by: scope.userId,
    url: webhook.url,
    description: webhook.description,
    events: [...webhook.events],
    is_active: webhook.active,
    secret: sealed,
    created_at: webhook.createdAt,
  });
}

/** Changes a webhook. One that is switched off is no longer tried: what waits for it has failed. */
export async function changeWebhook(
  trx: Knex,
  schema: WebhookSchema,
  id: string,
  change: WebhookChange,
): Promise<void> {
  const { active, description, events, url } = change;
  await trx(`${schema}.webhooks`)
    .where({ id })
    .update({
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { events: [...events] }),
      ...(active !== undefined && { is_active: active }),
    });
  if (active === false) await failPending(trx, schema, id, 'The webhook was switched off.');
}

/** What waits for a webhook has failed. */
async function failPending(trx: Knex, schema: WebhookSchema, webhookId: string, error: string): Promise<void> {
  await trx(`${schema}.webhook_deliveries`)
    .where({ webhook_id: webhookId, state: 'pending' })
    .update({ state: 'failed', due_at: null, claimed_until: null, error, ended_at: trx.raw('clock_timestamp()') });
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(trx: Knex, schema: WebhookSchema, id: string): Promise<void> {
  await trx(`${schema}.webhooks`).where({ id }).delete();
}

/** Puts a secret in the place of the one in use, which stays good until `previousUntil`. */
export async function replaceSecret(
  trx: Knex,
  schema: WebhookSchema,
  id: string,
  sealed: Buffer,
  previousUntil: Date,
): Promise<void> {
  await trx(`${schema}.webhooks`)
    .where({ id })
    .update({ previous_secret: trx.ref('secret'), previous_until: previousUntil, secret: sealed });
}
