import { createJobsUnderWay, type Knex, type Logger, type Redis, type Repeated, repeat } from '@tripline/service';
import { Queue } from 'bullmq';

/** How soon the coverage service is told. */
const ROUND_SECONDS = 1;
/** Events of one job, which the coverage service takes in one transaction. */
const AT_ONCE = 250;
/** How long a job waits that could not be taken; it is tried until it can. */
const RETRY_MS = 5_000;

/** What a relay needs of its process. */
export interface OutboxRelayDeps {
  readonly db: Knex;
  readonly log: Logger;
  /** A worker's connection. */
  readonly redis: Redis;
}

/** An event of an outbox, with the number of its row. */
interface OutboxEvent {
  readonly seq: string;
}

/** An outbox, and the queue that it is handed over to. */
export interface Outbox<Event extends OutboxEvent> {
  /** The table, with a column `seq`. */
  readonly table: string;
  readonly queue: { readonly name: string; readonly prefix: string };
  /** What it tells of, for the log. */
  readonly what: string;
  /** The events that are not handed over yet, oldest first. */
  readonly undelivered: (db: Knex, limit: number) => Promise<Event[]>;
}

/**
 * Hands an outbox over to the coverage service's queue, and empties it of what the queue has. A process that dies in between sends an
 * event twice, and two processes may send in another order: the coverage service goes by the numbers of the events. While Redis is away they stay.
 */
export function startOutboxRelay<Event extends OutboxEvent>(
  { db, log, redis }: OutboxRelayDeps,
  { queue: { name, prefix }, table, undelivered, what }: Outbox<Event>,
): Repeated {
  const underWay = createJobsUnderWay(redis);
  const queue = new Queue(name, { connection: redis, prefix });
  // The connection itself logs when Redis is lost or back.
  queue.on('error', (error) => log.debug({ err: error, queue: name }, 'the queue of an outbox reported an error'));
  const relay = repeat(ROUND_SECONDS, what, log, async () => {
    for (;;) {
      // A worker's commands wait for Redis, and this loop has nothing to keep it open for.
      if (redis.status !== 'ready') return;
      const events = await undelivered(db, AT_ONCE);
      if (events.length === 0) return;
      await queue.add('changed', { events }, jobOptions(events));
      const delivered = events.map(({ seq }) => seq);
      await db(table).whereIn('seq', delivered).delete();
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
const jobOptions = (events: readonly OutboxEvent[]) => ({
  jobId: `${events[0]?.seq}-${events.at(-1)?.seq}-${events.length}`,
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'fixed', delay: RETRY_MS },
  removeOnComplete: true,
  removeOnFail: true,
});
