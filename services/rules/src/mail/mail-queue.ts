import { type Logger, QUEUES, type Redis } from '@tripline/service';
import { Queue } from 'bullmq';

/** The queue's name and prefix. */
export const MAIL_QUEUE = QUEUES.mail;

/** Where the ids of mails wait for the worker. A hint: the outbox knows which are due, and the worker's sweep puts in again what is lost here. */
export interface MailQueue {
  /** Puts mails into the queue; those in it already stay where they are. */
  enqueue(mailIds: readonly string[]): Promise<void>;
  /** The same for one mail, without waiting: what fails is logged, and the sweep finds the mail. */
  hint(mailId: string): void;
}

/** Opens the queue over a connection that whoever made it closes. */
export function createMailQueue({ redis, log }: { readonly redis: Redis; readonly log: Logger }): MailQueue {
  let opened: Queue | undefined;
  const open = (): Queue => {
    const queue = new Queue(MAIL_QUEUE.name, { connection: redis, prefix: MAIL_QUEUE.prefix });
    // The connection itself says when Redis goes and comes.
    queue.on('error', (error) => log.debug({ err: error }, 'the mail queue reports'));
    return queue;
  };
  const enqueue = async (mailIds: readonly string[]): Promise<void> => {
    opened ??= open();
    const queue = opened;
    try {
      await queue.waitUntilReady();
    } catch (error) {
      // One that could not be opened, since Redis went away just then, stays shut: the next call opens another.
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
