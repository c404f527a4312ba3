import type { MailSender } from '@tripline/auth';
import { createJobsUnderWay, type Logger, type Redis, type Repeated, repeat } from '@tripline/service';
import { Worker } from 'bullmq';
import { createMailQueue, MAIL_QUEUE } from './mail-queue.js';

/** Mails sent at once; mail servers dislike more connections. */
const AT_ONCE = 5;
/** How long mails of a dead worker stay active in the queue, and how often these are looked for. */
const LOCK_MS = 10_000;
const STALLED_MS = 5_000;
/** How soon a due mail that is not in the queue is found. */
const SWEEP_SECONDS = 2;

/** Starts sending the mails of the outbox: those in the queue, and those that Postgres says should be in it. */
export function startMailWorker(deps: { mails: MailSender; redis: Redis; log: Logger }): Repeated {
  const { mails, redis, log } = deps;
  const queue = createMailQueue({ redis, log });
  const underWay = createJobsUnderWay(redis);
  const worker = new Worker(
    MAIL_QUEUE.name,
    async ({ id }) => {
      if (id !== undefined) await underWay.track(mails.send(id));
    },
    {
      connection: redis,
      prefix: MAIL_QUEUE.prefix,
      concurrency: AT_ONCE,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
    },
  );
  // The connection itself logs when Redis is lost or back; a failed mail has a log line of its own.
  worker.on('error', (error) => log.debug({ err: error }, 'the mail worker reported an error'));
  worker.on('failed', (job, error) =>
    log.warn({ err: error, mailId: job?.id }, 'a job of the mail queue failed; the worker will find its mail again'),
  );
  const sweep = repeat(SWEEP_SECONDS, 'mails that are due', log, async () => {
    const due = await mails.due();
    if (due.length > 0) await queue.enqueue(due);
  });
  return {
    async close() {
      await underWay.ended(Promise.all([sweep.close(), worker.close()]));
    },
  };
}
