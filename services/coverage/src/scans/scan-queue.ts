import { type Logger, QUEUES, type Redis } from '@tripline/service';
import { Queue } from 'bullmq';
import { cronOf } from './schedule.js';

/** The queue's name and prefix. */
export const SCAN_QUEUE = QUEUES.scans;

/** A job named `scan` says that a scan is due; one named `schedule` begins a scan of this account, whose time has come. */
export interface ScanJobData {
  readonly accountId?: string;
}

/** A scan that a worker may take. Its fence rises with every claim, so that the two together name this time of being due and no other. */
export interface DueScan {
  readonly id: string;
  readonly fence: number;
}

/**
 * Tells workers that scans wait. It is a hint: Postgres knows which scans are due and whose turn it is, and whatever is lost here is put in again
 * by the workers' sweeper. There is a job for each time that a scan is due; a worker that takes one claims whichever scan is next.
 */
export interface ScanQueue {
  /** Puts a job into the queue for each scan, unless it is there already. */
  enqueue(scans: readonly DueScan[]): Promise<void>;
  /** Sets, changes or (`null`) ends an account's schedule; see {@link cronOf}. */
  schedule(accountId: string, schedule: string | null): Promise<void>;
  /** The cron expression per account, as the queue knows them. */
  schedules(): Promise<ReadonlyMap<string, string>>;
  /** Jobs that wait for a worker. */
  depth(): Promise<number>;
}

/** Behind jobs without a priority: a schedule's does little, and must not wait behind a thousand scans of somebody else. */
const SCAN_PRIORITY = 1;
const FORGET = { removeOnComplete: true, removeOnFail: true } as const;

/** Opens the queue over a connection that whoever made it closes. Commands fail as the connection's do when Redis is away. */
export function createScanQueue({ redis, log }: { readonly redis: Redis; readonly log: Logger }): ScanQueue {
  let opened: Queue<ScanJobData, void> | undefined;
  const open = (): Queue<ScanJobData, void> => {
    const queue = new Queue<ScanJobData, void>(SCAN_QUEUE.name, { connection: redis, prefix: SCAN_QUEUE.prefix });
    // The connection itself says when Redis goes and comes.
    queue.on('error', (error) => log.debug({ err: error }, 'the scan queue reports'));
    return queue;
  };
  /** A queue that could not be opened, since Redis went away just then, stays shut: the next call opens another. */
  const ready = async (): Promise<Queue<ScanJobData, void>> => {
    opened ??= open();
    const queue = opened;
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      if (opened === queue) opened = undefined;
      throw error;
    }
  };
  return {
    async enqueue(scans) {
      const queue = await ready();
      await queue.addBulk(
        scans.map(({ fence, id }) => ({
          name: 'scan',
          data: {},
          opts: { ...FORGET, jobId: `${id}.${fence}`, priority: SCAN_PRIORITY },
        })),
      );
    },
    async schedule(accountId, schedule) {
      const queue = await ready();
      if (schedule === null) {
        await queue.removeJobScheduler(accountId);
        return;
      }
      await queue.upsertJobScheduler(
        accountId,
        { pattern: cronOf(schedule, accountId), tz: 'UTC' },
        { name: 'schedule', data: { accountId }, opts: FORGET },
      );
    },
    async schedules() {
      const known = await (await ready()).getJobSchedulers(0, -1);
      return new Map(known.map(({ key, pattern }) => [key, pattern ?? '']));
    },
    depth: async () => (await ready()).getJobCountByTypes('waiting', 'prioritized'),
  };
}
