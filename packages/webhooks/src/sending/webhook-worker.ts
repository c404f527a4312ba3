import { createJobsUnderWay, type Metrics, QUEUES, type Redis, repeat } from '@tripline/service';
import { Queue, Worker } from 'bullmq';
import { webhookKeys } from '../config.js';
import { deleteOld, findDue } from '../store/due-store.js';
import { observeWebhooks } from './webhook-metrics.js';
import { createWebhookSender, type WebhookSenderDeps } from './webhook-sender.js';

/** Calls that one process makes at once. */
const AT_ONCE = 10;
/** How long deliveries of a dead worker stay active in the queue, and how often these are looked for. */
const LOCK_MS = 30_000;
const STALLED_MS = 5_000;
/** How soon a delivery that is due is found, in seconds. */
const SWEEP_SECONDS = 1;

/** What calls the webhooks of a service. */
export interface WebhookWorker {
  /** Ends the calls under way and begins no other. */
  close(): Promise<void>;
}

/** What a worker needs. */
export interface WebhookWorkerDeps extends Omit<WebhookSenderDeps, 'observe'> {
  /** A worker's connection. */
  readonly redis: Redis;
  readonly metrics: Metrics;
}

/**
 * Starts calling the webhooks of a service: those in the queue, and those that Postgres says should be in it. A job is a hint, so that nothing is lost with
 * the queue. Without the operator's key none is called.
 */
export function startWebhookWorker(deps: WebhookWorkerDeps): WebhookWorker {
  const { config, db, log, redis, schema } = deps;
  if (webhookKeys(config).length === 0) {
    log.info('WEBHOOK_KEY is not set: no webhook is called');
    return { close: async () => undefined };
  }
  const { name, prefix } = QUEUES[schema === 'rules' ? 'rulesWebhooks' : 'coverageWebhooks'];
  const send = createWebhookSender({ ...deps, observe: observeWebhooks(deps.metrics, db, schema) });
  const underWay = createJobsUnderWay(redis);
  const queue = new Queue(name, { connection: redis, prefix });
  const worker = new Worker(
    name,
    async ({ id }) => {
      if (id !== undefined) await underWay.track(send(id));
    },
    { connection: redis, prefix, concurrency: AT_ONCE, lockDuration: LOCK_MS, stalledInterval: STALLED_MS },
  );
  // The connection itself logs when Redis is lost or back.
  const quietly = (error: Error): void => log.debug({ err: error }, 'the queue of webhooks reported an error');
  queue.on('error', quietly);
  worker.on('error', quietly);
  worker.on('failed', (job, error) =>
    log.warn({ err: error, deliveryId: job?.id }, 'a job of the queue of webhooks failed; its delivery is found again'),
  );
  const sweep = repeat(SWEEP_SECONDS, 'webhooks that are due', log, async () => {
    await deleteOld(db, schema);
    // A worker's commands wait for Redis, and this loop has nothing to keep it open for.
    if (redis.status !== 'ready') return;
    const due = await findDue(db, schema);
    await queue.addBulk(
      due.map((jobId) => ({ name: 'deliver', data: {}, opts: { jobId, removeOnComplete: true, removeOnFail: true } })),
    );
  });
  return {
    async close() {
      await underWay.ended(Promise.all([sweep.close(), worker.close()]).then(() => queue.close()));
    },
  };
}
