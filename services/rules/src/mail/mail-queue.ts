import { type Logger, QUEUES, type Redis, requireRedisInTime } from '@tripline/service';
import { Queue } from 'bullmq';

/** The queue's name and prefix. */
export const MAIL_QUEUE = QUEUES.mail;

/**
 * The queue of mail ids for the worker. A job is a hint: the outbox knows which mails are due, and the worker's sweep adds those that the
 * queue has lost.
 */
export interface MailQueue {
  /** Adds mails to the queue; those already in it stay. */
  enqueue(mailIds: readonly string[]): Promise<void>;
  /** The same for one mail without waiting; a failure is logged, and the sweep finds the mail. */
  hint(mailId: string): void;
}

/** Opens the queue on a connection that its creator closes. */
export function createMailQueue({ redis, log }: { readonly redis: Redis; readonly log: Logger }): MailQueue {
  let opened: Queue | undefined;
  const open = (): Queue => {
    const queue = new Queue(MAIL_QUEUE.name, { connection: redis, prefix: MAIL_QUEUE.prefix });
    // The connection itself logs when Redis is lost or back.
    queue.on('error', (error) => log.debug({ err: error }, 'the mail queue reported an error'));
    return queue;
  };
  const enqueue = async (mailIds: readonly string[]): Promise<void> => {
    requireRedisInTime(redis);
    opened ??= open();
    const queue = opened;
    try {
      await queue.waitUntilReady();
    } catch (error) {
      // A queue that could not be opened because Redis was away stays closed; the next call opens another.
      if (opened === queue) opened = undefined;
      throw error;
    }
    await queue.addBulk(
      mailIds.map((jobId) => ({
        name: 'send',
        data: {},
        opts: { jobId, removeOnComplete: true, removeOnFail: true },
      })),
    );
  };
  return {
    enqueue,
    hint(mailId) {
      enqueue([mailId]).catch((error: unknown) => {
        log.warn({ err: error, mailId }, 'a mail could not be put into the queue; the worker will find it');
      });
    },
  };
}
