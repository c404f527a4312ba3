import type { Logger, Redis } from '@tripline/service';
import { Queue } from 'bullmq';
import { cronOf } from './schedule.js';

/** The queue's name and the prefix of its keys, which a Redis cluster keeps in one slot. */
export const SCAN_QUEUE = { name: 'scans', prefix: '{tripline}' } as const;

/** `scan` runs the scan that is the job's id; `schedule` begins a scan of an account whose time has come. */
export type ScanJobName = 'scan' | 'schedule';
/** What a `schedule` job says; a `scan` job says nothing but its id. */
export interface ScanJobData {
  readonly accountId?: string;
}

/**
 * Where scans wait for a worker. It is a hint: Postgres knows which scans are due, and whatever is lost here is put in again by the workers'
 * sweeper.
 */
export interface ScanQueue {
  /** Puts scans into the queue; those that are in it already stay where they are. */
  enqueue(scanIds: readonly string[]): Promise<void>;
  /** Sets, changes or (`null`) ends an account's schedule; see {@link cronOf}. */
  schedule(accountId: string, schedule: string | null): Promise<void>;
  /** The cron expression per account, as the queue knows them. */
  schedules(): Promise<ReadonlyMap<string, string>>;
  /** Jobs that wait for a worker. */
  depth(): Promise<number>;
  close(): Promise<void>;
}

const FORGET = { removeOnComplete: true, removeOnFail: true } as const;

/** Opens the queue over a connection that whoever made it closes. Commands fail as the connection's do when Redis is away. */
export function createScanQueue({ redis, log }: { readonly redis: Redis; readonly log: Logger }): ScanQueue {
  const queue = new Queue<ScanJobData, void>(SCAN_QUEUE.name, {
    connection: redis,
    prefix: SCAN_QUEUE.prefix,
    skipWaitingForReady: true,
    defaultJobOptions: FORGET,
  });
  // The connection itself says when Redis goes and comes.
  queue.on('error', (error) => log.debug({ err: error }, 'the scan queue reports'));
  return {
    async enqueue(scanIds) {
      await queue.addBulk(scanIds.map((jobId) => ({ name: 'scan', data: {}, opts: { ...FORGET, jobId } })));
    },
    async schedule(accountId, schedule) {
      if (schedule === null) {
        await queue.removeJobScheduler(accountId);
        return;
      }
      const pattern = cronOf(schedule, accountId);
      await queue.upsertJobScheduler(
        accountId,
        { pattern, tz: 'UTC' },
        { name: 'schedule', data: { accountId }, opts: FORGET },
      );
    },
    async schedules() {
      const known = await queue.getJobSchedulers(0, -1);
      return new Map(known.map(({ key, pattern }) => [key, pattern ?? '']));
    },
    depth: () => queue.getJobCountByTypes('waiting', 'prioritized'),
    close: () => queue.close(),
  };
}
