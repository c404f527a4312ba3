import { createJobsUnderWay, type Knex, type Logger, type Redis } from '@tripline/service';
import { type Job, Worker } from 'bullmq';
import Joi from 'joi';

/** How long jobs of a dead worker stay active, and how often these are looked for. */
const LOCK_MS = 30_000;
const STALLED_MS = 5_000;

/** What a worker of a queue needs of its process. */
export interface EventWorkerDeps {
  readonly db: Knex;
  readonly log: Logger;
  /** A worker's connection. */
  readonly redis: Redis;
}

/** Takes what the rules service tells. */
export interface EventWorker {
  close(): Promise<void>;
}

/** A kind of event that the rules service tells of. */
export interface ToldEvents<Event> {
  readonly queue: { readonly name: string; readonly prefix: string };
  /** What an event is; fields that it does not name are ignored. */
  readonly event: Joi.ObjectSchema<Event>;
  /** Keeps the newest of them; an event may come twice, and after a later one. */
  readonly keep: (db: Knex, events: readonly Event[]) => Promise<void>;
}

/** The number of an event: 64 bits in decimal digits. */
export const seqSchema = Joi.string()
  .pattern(/^\d{1,18}$/)
  .required();

export const uuidSchema = Joi.string()
  .pattern(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  .required();

export const techniqueSchema = Joi.string().pattern(/^T\d{4}(\.\d{3})?$/);

/** Starts it. What Postgres does not take now is tried again; a message that is none of ours is logged and left. */
export function startEventWorker<Event>(
  { db, log, redis }: EventWorkerDeps,
  { event, keep, queue: { name, prefix } }: ToldEvents<Event>,
): EventWorker {
  const underWay = createJobsUnderWay(redis);
  const message = Joi.object<{ events: Event[] }>({ events: Joi.array().items(event.unknown()).required() })
    .unknown()
    .required();
  const take = async ({ data, id }: Job<unknown>): Promise<void> => {
    const { error, value } = message.validate(data, { convert: false });
    if (error !== undefined) {
      const fields = { err: error, jobId: id, queue: name };
      log.error(fields, 'a message of the rules service cannot be read and is left out');
      return;
    }
    await keep(db, value.events);
  };
  const worker = new Worker<unknown, void>(name, (job) => underWay.track(take(job)), {
    connection: redis,
    prefix,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_MS,
    // Nothing is given up for having been interrupted.
    maxStalledCount: 1_000_000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  // The connection itself logs when Redis is lost or back.
  worker.on('error', (error) => log.debug({ err: error, queue: name }, 'the worker of a queue reported an error'));
  worker.on('failed', (job, error) =>
    log.warn(
      { err: error, jobId: job?.id, queue: name },
      'what the rules service told could not be kept; trying again',
    ),
  );
  return { close: () => underWay.ended(worker.close()) };
}
