import type { Logger, Redis } from '@tripline/service';
import { Queue } from 'bullmq';

/** The queue's name and the prefix of its keys, which a Redis cluster keeps in one slot. */
export const MAIL_QUEUE = { name: 'mail', prefix: '{tripline}' } as const;

/** Where mails of invitations wait for the worker. A hint: Postgres knows which are due, and the worker's sweep puts in again what is lost here. */
export interface MailQueue {
  /** Puts the mails of invitations into the queue; those in it already stay where they are. */
  enqueue(invitationIds: readonly string[]): Promise<void>;
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
  return {
    async enqueue(invitationIds) {
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
        invitationIds.map((jobId) => ({
          name: 'invitation',
          data: {},
          opts: { jobId, removeOnComplete: true, removeOnFail: true },
        })),
      );
    },
  };
}
