import { type Logger, QUEUES, type Redis, requireRedisInTime } from '@tripline/service';
import { Queue } from 'bullmq';
import { cronOf } from '../accounts/schedule.js';

/** The queue's name and prefix. */
export const SCAN_QUEUE = QUEUES.scans;
/** The same of the queue that tells workers of owners who had no scan open. */
export const FIRST_SCAN_QUEUE = QUEUES.firstScans;

/** A job named `scan` says that a scan is due. A job named `schedule` asks to start the scheduled scan of this account. */
export interface ScanJobData {
  readonly accountId?: string;
}

/**
 * A scan that a worker may claim. Its fence rises with every claim and release, so id and fence together identify this one time that the
 * scan is due.
 */
export interface DueScan {
  readonly id: string;
  readonly fence: number;
}

/**
 * Tells workers that scans wait. A job is only a hint: Postgres records which scans are due and whose turn it is, and the workers' sweeper
 * adds jobs that Redis has lost. There is a job for each time that a scan is due; a worker that takes a job claims whichever scan is next.
 */
export interface ScanQueue {
  /** Adds a job for each scan that has none in the queue yet. */
  enqueue(scans: readonly DueScan[]): Promise<void>;
  /** Adds a job also for the place that workers keep for owners who had no scan open. */
  enqueueFirst(scan: DueScan): Promise<void>;
  /** Sets or changes an account's schedule, or ends it (`null`); see {@link cronOf}. */
  schedule(accountId: string, schedule: string | null): Promise<void>;
  /** The cron expression of each account that the queue has a schedule for. */
  schedules(): Promise<ReadonlyMap<string, string>>;
  /** Number of jobs that wait for a worker. */
  depth(): Promise<number>;
}

/**
 * BullMQ serves jobs without a priority first: a job of a schedule takes little time, and must not wait behind a thousand scans of other
 * owners.
 */
const SCAN_PRIORITY = 1;
const FORGET = { removeOnComplete: true, removeOnFail: true } as const;

/** Opens the queue on a connection that the caller closes. While Redis is away, its commands fail as those of the connection do. */
export function createScanQueue(deps: QueueDeps): ScanQueue {
  const ready = opener(SCAN_QUEUE, deps);
  const readyFirst = opener(FIRST_SCAN_QUEUE, deps);
  return {
    async enqueue(scans) {
      await (await ready()).addBulk(scans.map(toJob));
    },
    async enqueueFirst(scan) {
      await (await readyFirst()).addBulk([toJob(scan)]);
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

interface QueueDeps {
  readonly redis: Redis;
  readonly log: Logger;
}

const toJob = ({ fence, id }: DueScan) => ({
  name: 'scan',
  data: {},
  opts: { ...FORGET, jobId: `${id}.${fence}`, priority: SCAN_PRIORITY },
});

/** What opens a queue, once. One that failed to open because Redis was away stays closed; the next call therefore opens another. */
function opener(
  { name, prefix }: typeof SCAN_QUEUE | typeof FIRST_SCAN_QUEUE,
  { redis, log }: QueueDeps,
): () => Promise<Queue<ScanJobData, void>> {
  let opened: Queue<ScanJobData, void> | undefined;
  const open = (): Queue<ScanJobData, void> => {
    const queue = new Queue<ScanJobData, void>(name, { connection: redis, prefix });
    // The connection logs when Redis goes away and comes back.
    queue.on('error', (error) => log.debug({ err: error }, 'the scan queue reported an error'));
    return queue;
  };
  return async () => {
    requireRedisInTime(redis);
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
}
