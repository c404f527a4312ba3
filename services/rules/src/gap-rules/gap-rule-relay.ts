import {
  createJobsUnderWay,
  type GapRuleEvent,
  type Knex,
  type Logger,
  QUEUES,
  type Redis,
  type Repeated,
  repeat,
} from '@tripline/service';
import { Queue } from 'bullmq';
import { removeDelivered, undeliveredEvents } from './gap-rule-store.js';

const { name, prefix } = QUEUES.gapRules;
/** How soon the coverage service is told. */
const ROUND_SECONDS = 1;
/** Events of one job, which the coverage service takes in one transaction. */
const AT_ONCE = 250;
/** How long a job waits that could not be taken; it is tried until it can. */
const RETRY_MS = 5_000;

/**
 * Hands the outbox of gap rules over to the coverage service's queue, and empties it of what the queue has. A process that dies in between sends an
 * event twice, and two processes may send in another order: the coverage service goes by the numbers of the events. While Redis is away they stay.
 */
export function startGapRuleRelay({
  db,
  log,
  redis,
}: {
  readonly db: Knex;
  readonly log: Logger;
  /** A worker's connection. */
  readonly redis: Redis;
}): Repeated {
  const underWay = createJobsUnderWay(redis);
  const queue = new Queue(name, { connection: redis, prefix });
  // The connection itself logs when Redis is lost or back.
  queue.on('error', (error) => log.debug({ err: error }, 'the queue of gap rules reported an error'));
  const relay = repeat(ROUND_SECONDS, 'rules written for gaps', log, async () => {
    for (;;) {
      // A worker's commands wait for Redis, and this loop has nothing to keep it open for.
      if (redis.status !== 'ready') return;
      const events = await undeliveredEvents(db, AT_ONCE);
      if (events.length === 0) return;
      await queue.add('changed', { events }, jobOptions(events));
      await removeDelivered(db, events);
      if (events.length < AT_ONCE) return;
    }
  });
  return {
    async close() {
      await underWay.ended(relay.close().then(() => queue.close()));
    },
  };
}

/** The same events are the same job, also where another process sends them. */
const jobOptions = (events: readonly GapRuleEvent[]) => ({
  jobId: `${events[0]?.seq}-${events.at(-1)?.seq}-${events.length}`,
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'fixed', delay: RETRY_MS },
  removeOnComplete: true,
  removeOnFail: true,
});
