import { guardedPost, type PostResult } from '@tripline/fetch';
import type { Knex, Logger } from '@tripline/service';
import { type WebhookWorkerConfig, webhookKeys } from '../config.js';
import { openSecret, signedHeaders } from '../secrets.js';
import { type Attempt, type ClaimedDelivery, claimDelivery, noteAttempt } from '../store/due-store.js';
import { changeWebhook } from '../store/webhook-store.js';
import type { WebhookSchema } from '../store/webhook-tables.js';

/** Called with what came of each attempt, for metrics. */
type ObserveDelivery = (outcome: Attempt['state']) => void;

/** What the sender of one service needs. */
export interface WebhookSenderDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly schema: WebhookSchema;
  readonly config: WebhookWorkerConfig;
  readonly observe: ObserveDelivery;
}

/** An answer that says that the receiver is gone for good (RFC 9110, 15.5.11). */
const GONE = 410;

/** Gives what makes one attempt at a delivery; nothing when it is not due or another sender has it. A failure is stored, and it is due again later. */
export function createWebhookSender(deps: WebhookSenderDeps): (deliveryId: string) => Promise<void> {
  const { config, db, log, observe, schema } = deps;
  return async (deliveryId) => {
    const claimed = await claimDelivery(db, schema, deliveryId, config.LIMIT_WEBHOOK_HOURS);
    if (claimed === undefined) return;
    const attempt = attemptOf(await deliver(claimed, config), claimed.isLast);
    await noteAttempt(db, schema, claimed, attempt, config.LIMIT_WEBHOOK_RETRY_SECONDS);
    if (attempt.responseStatus === GONE) await changeWebhook(db, schema, claimed.webhookId, { active: false });
    observe(attempt.state);
    if (attempt.state === 'delivered') return;
    const { attempts, webhookId } = claimed;
    const why = { webhookId, deliveryId, attempts, state: attempt.state, error: attempt.error };
    log.info(why, 'a webhook could not be delivered');
  };
}

async function deliver(claimed: ClaimedDelivery, config: WebhookWorkerConfig): Promise<PostResult> {
  const sealed = claimed.previousSecret === null ? [claimed.secret] : [claimed.secret, claimed.previousSecret];
  const keys = webhookKeys(config);
  const secrets = sealed.map((one) => openSecret(one, keys)).filter((one) => one !== undefined);
  // Without the newest there is no signature that a receiver of today could check.
  if (secrets.length < sealed.length) {
    return { failure: 'The secret of this webhook can no longer be read here; rotate it.' };
  }
  const headers = {
    ...signedHeaders(claimed.id, new Date(), claimed.body, secrets),
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Tripline/1.0 (webhook)',
  };
  return guardedPost(
    claimed.url,
    { headers, body: claimed.body },
    {
      allowHosts: config.WEBHOOK_ALLOW_HOSTS,
      denyNetworks: config.FETCH_DENY_NETWORKS,
      totalMs: config.LIMIT_WEBHOOK_SECONDS * 1000,
    },
  );
}

function attemptOf(result: PostResult, isLast: boolean): Attempt {
  const status = 'status' in result ? result.status : null;
  if (status !== null && status >= 200 && status <= 299) {
    return { state: 'delivered', responseStatus: status, error: null };
  }
  const isOver = isLast || status === GONE;
  const why = 'failure' in result ? result.failure : saidBy(result.status);
  return { state: isOver ? 'failed' : 'pending', responseStatus: status, error: why };
}

function saidBy(status: number): string {
  if (status === GONE) return 'It answered with status 410, which says that it is gone: the webhook was switched off.';
  if (status >= 300 && status <= 399) return `It answered with status ${status}; redirects are not followed.`;
  return `It answered with status ${status}.`;
}
