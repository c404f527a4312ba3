import {
  createJobsUnderWay,
  GAP_RULE_STATES,
  type GapRuleEvent,
  type Knex,
  type Logger,
  QUEUES,
  type Redis,
} from '@tripline/service';
import { type Job, Worker } from 'bullmq';
import Joi from 'joi';
import { keepNewest } from './gap-rule-store.js';

const { name, prefix } = QUEUES.gapRules;
/** How long jobs of a dead worker stay active, and how often these are looked for. */
const LOCK_MS = 30_000;
const STALLED_MS = 5_000;

const uuid = Joi.string()
  .pattern(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  .required();

const messageSchema = Joi.object<{ events: GapRuleEvent[] }>({
  events: Joi.array()
    .items(
      Joi.object({
        seq: Joi.string()
          .pattern(/^\d{1,18}$/)
          .required(),
        ownerId: uuid,
        makerId: uuid,
        accountId: uuid,
        ruleKey: uuid,
        techniqueId: Joi.string()
          .pattern(/^T\d{4}(\.\d{3})?$/)
          .required(),
        state: Joi.string()
          .valid(...GAP_RULE_STATES)
          .required(),
      }).unknown(),
    )
    .required(),
})
  .unknown()
  .required();

/** What a worker of the queue needs. */
export interface GapRuleWorkerDeps {
  readonly db: Knex;
  readonly log: Logger;
  /** A worker's connection. */
  readonly redis: Redis;
}

/** Takes what the rules service tells of rules that were written for gaps. */
export interface GapRuleWorker {
  close(): Promise<void>;
}

/** Starts it. What Postgres does not take now is tried again; a message that is none of ours is logged and left. */
export function startGapRuleWorker({ db, log, redis }: GapRuleWorkerDeps): GapRuleWorker {
  const underWay = createJobsUnderWay(redis);
  const take = async ({ data, id }: Job<unknown>): Promise<void> => {
    const { error, value } = messageSchema.validate(data, { convert: false });
    if (error !== undefined) {
      log.error({ err: error, jobId: id }, 'a message about rules of gaps cannot be read and is left out');
      return;
    }
    await keepNewest(db, value.events);
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
  worker.on('error', (error) => log.debug({ err: error }, 'the worker of gap rules reported an error'));
  worker.on('failed', (job, error) =>
    log.warn({ err: error, jobId: job?.id }, 'rules of gaps could not be noted; trying again'),
  );
  return { close: () => underWay.ended(worker.close()) };
}
