import { setMaxListeners } from 'node:events';
import { createJobsUnderWay, type Redis, repeat } from '@tripline/service';
import { type Job, WaitingError, Worker } from 'bullmq';
import { tellChanges } from '../changes/tell-changes.js';
import { recountOutdated } from '../counting/recount-outdated.js';
import { endExpired } from '../exclusions/exclusion-service.js';
import { FIRST_SCAN_QUEUE, SCAN_QUEUE, type ScanJobData, type ScanQueue } from '../scans/scan-queue.js';
import { createCallShares } from './call-shares.js';
import { scansUnderWay } from './held-scan.js';
import { recount } from './recount.js';
import type { ScanRunnerDeps } from './run-scan.js';
import { workOnNextScan } from './scan-job.js';
import { startScheduledScan, syncSchedules } from './scheduled-scans.js';
import { sweepScans } from './sweep.js';

/** What a worker needs. The code that creates these also closes them. */
export interface ScanWorkerDeps extends Omit<ScanRunnerDeps, 'shares'> {
  readonly queue: ScanQueue;
  /** A connection for this worker's commands. The worker opens another to wait for jobs. */
  readonly redis: Redis;
  /** Simultaneous scans. There is one place more, for owners who have none under way. */
  readonly concurrency: number;
}

/** A worker that takes scans from the queue. */
export interface ScanWorker {
  /** Takes no more scans, and releases those under way at once for other workers. */
  close(): Promise<void>;
}

/** Sweeps during the time after which a scan counts as abandoned. */
const SWEEPS_PER_STALL = 3;
/** Interval between comparisons of the schedules and looks for expired exclusions, in stall times: both are seldom needed. */
const SYNC_STALLS = 2;

/** Interval between looks for accounts that are to be counted anew. */
const RECOUNT_SECONDS = 1;

/** Interval between looks at whose scans other workers run. A scan of a small account takes a second or two. */
const SHARES_SECONDS = 0.5;

/** Starts the worker: it takes jobs from the queues, and adds jobs that are missing there. */
export function startScanWorker(options: ScanWorkerDeps): ScanWorker {
  const deps = { ...options, shares: createCallShares(options.callsAtOnce) };
  const { db, log, metrics, queue, stallSeconds } = deps;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const underWay = createJobsUnderWay(deps.redis);
  const workers = takeScans(deps, stopping.signal, underWay.track);
  const ofQueue = [
    repeat(stallSeconds / SWEEPS_PER_STALL, 'scans that the queue has lost', log, async () =>
      metrics.sweptUp(await sweepScans(db, queue, stallSeconds)),
    ),
    repeat(stallSeconds * SYNC_STALLS, 'schedules of scans', log, () => syncSchedules(db, queue)),
  ];
  const ofPostgres = [
    repeat(stallSeconds * SYNC_STALLS, 'expired exclusions', log, async () => void (await endExpired(db))),
    repeat(RECOUNT_SECONDS, 'accounts that hang on others, and what changed', log, async () => {
      await recount(db);
      await db.transaction((trx) => tellChanges(trx));
    }),
    repeat(SHARES_SECONDS, 'whose scans other workers run', log, async () => {
      if (deps.shares.isBusy()) deps.shares.learn(await scansUnderWay(db, stallSeconds));
    }),
  ];
  const recounting = recountOutdated(db, stopping.signal).then(
    (accounts) => {
      if (accounts > 0) log.info({ accounts }, 'accounts were counted anew by the method of this release');
    },
    (error: unknown) => log.warn({ err: error }, 'accounts could not be counted anew; the next start tries again'),
  );
  return {
    async close() {
      const ended = ofPostgres.map((round) => round.close());
      // A round that waits for Redis ends no sooner than the workers do.
      const closed = Promise.all([...workers, ...ofQueue].map((each) => each.close()));
      stopping.abort(new Error('the worker is stopping'));
      await Promise.all([underWay.ended(closed), recounting, ...ended]);
    },
  };
}

/** Takes scans from the queues until `stopping`; each is a job that `track` follows. */
function takeScans(
  deps: ScanWorkerDeps & ScanRunnerDeps,
  stopping: AbortSignal,
  track: ReturnType<typeof createJobsUnderWay>['track'],
): readonly Worker<ScanJobData, void>[] {
  const { log, stallSeconds } = deps;
  const take = (
    { name, prefix }: typeof SCAN_QUEUE | typeof FIRST_SCAN_QUEUE,
    concurrency: number,
    run: (job: Job<ScanJobData>, token: string | undefined) => Promise<void>,
  ): Worker<ScanJobData, void> => {
    const worker = new Worker<ScanJobData, void>(name, run, {
      connection: deps.redis,
      prefix,
      concurrency,
      lockDuration: stallSeconds * 1000,
      stalledInterval: (stallSeconds * 1000) / 2,
      // BullMQ's own limit is switched off, because Postgres counts the attempts.
      maxStalledCount: 1_000_000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    // The connection logs when Redis goes away and comes back; a failed job has log lines of its own.
    return worker.on('error', (error) => log.debug({ err: error }, 'the scan worker reported an error'));
  };
  const work = async (job: Job<ScanJobData>, token: string | undefined, whose: 'anybody' | 'newcomers') => {
    if (stopping.aborted || (await track(workOnNextScan(deps, stopping, whose))) === 'handed_over') {
      await job.moveToWait(token);
      throw new WaitingError();
    }
  };
  return [
    take(SCAN_QUEUE, deps.concurrency, async (job, token) => {
      const { accountId } = job.data;
      if (accountId === undefined) await work(job, token, 'anybody');
      else await track(beginScheduled(deps, accountId));
    }),
    // Nobody's first scan waits until another owner's scans have ended.
    take(FIRST_SCAN_QUEUE, 1, (job, token) => work(job, token, 'newcomers')),
  ];
}

/** Begins the scan that a schedule asks for, which then takes its turn. */
async function beginScheduled({ db, metrics, queue }: ScanWorkerDeps, accountId: string): Promise<void> {
  const begun = await startScheduledScan(db, accountId);
  if (begun === undefined) await queue.schedule(accountId, null);
  else if (begun === 'skipped') metrics.scheduleRun('skipped');
  else {
    metrics.scheduleRun('started');
    await queue.enqueue([{ id: begun.started, fence: 0 }]);
  }
}
