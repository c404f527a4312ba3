import { inTime, type Knex, type Metrics } from '@tripline/service';
import { Counter, Gauge } from 'prom-client';
import { type Attempt, readWebhookBacklog } from '../store/due-store.js';
import type { WebhookSchema } from '../store/webhook-tables.js';

/** Registers the metrics of a service's webhooks, and gives what counts attempts. What waits is read from Postgres at each scrape: every worker says the same. */
export function observeWebhooks(
  { registry }: Metrics,
  db: Knex,
  schema: WebhookSchema,
): (outcome: Attempt['state']) => void {
  const registers = [registry];
  const deliveries = new Counter({
    name: 'tripline_webhook_deliveries_total',
    help: 'Attempts at calling webhooks, by what came of it.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const waiting = new Gauge({
    name: 'tripline_webhook_deliveries_waiting',
    help: 'Deliveries to webhooks that are still to be made.',
    registers,
    async collect() {
      for (const gauge of [waiting, oldest]) gauge.reset();
      const backlog = await inTime(readWebhookBacklog(db, schema));
      if (backlog === undefined) return;
      waiting.set(backlog.waiting);
      oldest.set(backlog.oldestUntriedSeconds);
    },
  });
  // The collector above sets this gauge too: one statement serves both.
  const oldest = new Gauge({
    name: 'tripline_webhook_oldest_untried_seconds',
    help: 'Age of the oldest delivery to a webhook that was never tried; 0 when there is none.',
    registers,
  });
  return (outcome) => deliveries.inc({ outcome });
}
