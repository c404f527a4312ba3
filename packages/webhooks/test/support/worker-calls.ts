import { randomUUID } from 'node:crypto';
import type { Knex } from '@tripline/service';
import { eventually } from '@tripline/stack';
import type { Call, Receiver } from './receiver.js';

/** The process of a service's worker, just started. */
interface StartedWorker {
  readonly child: { kill(signal: 'SIGTERM'): unknown };
  readonly exited: Promise<number | null>;
  listening(): Promise<{ readonly adminUrl: string }>;
  log(): string;
}

/**
 * Expects a worker to call a webhook of `/hook` that is due, to show it in its metrics, and to end the call when it is told to stop.
 * @param deliveries the service's own table of deliveries
 * @returns the call
 */
export async function expectWorkerCalls(
  { receiver, worker }: { readonly receiver: Receiver; readonly worker: StartedWorker },
  deliveries: () => Knex.QueryBuilder,
  { id, type }: { readonly id: string; readonly type: string },
): Promise<Call> {
  const states = () => deliveries().where({ webhook_id: id }).pluck('state');
  const { adminUrl } = await worker.listening();
  const release = receiver.hold('/hook');
  await deliveries().insert({
    ...{ id: randomUUID(), webhook_id: id, type, body: '{"data":{}}', state: 'pending' },
    ...{ due_at: new Date(), asked_at: new Date(), created_at: new Date() },
  });
  const [told] = await receiver.untilCalled('/hook');
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/^tripline_webhook_deliveries_waiting\{[^}]*\} 1$/m);
  worker.child.kill('SIGTERM');
  await eventually(async () => worker.log().includes('"stopping"'));
  expect(await states()).toEqual(['pending']);
  release();
  expect(await worker.exited).toBe(0);
  expect(await states()).toEqual(['delivered']);
  expect(receiver.callsOf('/hook')).toHaveLength(1);
  return told!;
}
