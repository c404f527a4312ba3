import { holdOwner, type OwnerScope } from '@tripline/auth';
import { type Knex, type Logger, TooManyRequestsError, UnauthorizedError, UnavailableError } from '@tripline/service';
import type { Engine } from '../engine/engine-pool.js';
import { addListOfRefused, perform } from './bulk-actions.js';
import type { BulkAction } from './bulk-resource.js';
import { recordJob } from './bulk-service.js';
import { claimJob, dueJobs, giveUpJob, moveJob, nextRules, putOff, type StoredJob } from './bulk-store.js';

/** What moving jobs on needs of the process. */
export interface BulkRunnerDeps {
  readonly db: Knex;
  readonly log: Logger;
  /** Writes exports. A process without one does the other jobs. */
  readonly engine?: Pick<Engine, 'run'>;
}

/** Moves jobs on. */
export interface BulkRunner {
  /** Moves the job on that has waited longest, by one step. @returns whether there was one */
  step(): Promise<boolean>;
}

/** Rules of one step: few enough that nobody waits for its transaction. */
const RULES_AT_ONCE = 250;
/** An export's step has a thread of the engine, and may take as long as a request. */
const EXPORTED_AT_ONCE = 50;
/** A job that fails so often without getting on ends. */
const MOST_FAILURES = 5;
/** When a job is tried again that failed; twice as long after each further failure. */
const RETRY_SECONDS = 2;
/** When one is tried again for which the engine had no room. */
const NO_ROOM_SECONDS = 2;
/** A worker that is silent for so long in the middle of a step has gone; Postgres ends its transaction, and another takes the job. */
const SILENCE = '120s';

/**
 * Moves jobs on in steps. A step is one transaction, which holds the job's row: what it did and how far the job is are stored together, so a
 * worker that is killed loses its step whole, and the next one does it. Any number of workers may; two never have the same job.
 */
export function createBulkRunner(deps: BulkRunnerDeps): BulkRunner {
  const actions: readonly BulkAction[] = deps.engine === undefined ? ['delete', 'state'] : ['export'];

  async function step(): Promise<boolean> {
    for (const candidate of await dueJobs(deps.db, actions)) {
      try {
        if (await moveOn(deps, candidate)) return true;
      } catch (error) {
        await postpone(deps, candidate.id, error);
        return true;
      }
    }
    return false;
  }

  return { step };
}

/** Moves a job on by one step. @returns whether it was there to be moved */
function moveOn(
  { db, engine, log }: BulkRunnerDeps,
  candidate: Pick<StoredJob, 'id' | 'createdBy' | 'teamId'>,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    await trx.raw(`set local idle_in_transaction_session_timeout = '${SILENCE}'`);
    // Before the job, as whoever deletes an account or a team holds them.
    const scope = await holdMaker(trx, candidate);
    const job = scope === undefined ? undefined : await claimJob(trx, candidate.id);
    if (scope === undefined || job === undefined) return false;
    if (job.failures >= MOST_FAILURES) {
      log.error({ jobId: job.id }, 'a bulk job was given up because of a fault in this service');
      await giveUpJob(trx, job.id);
      await recordJob(trx, { ...job, failed: true });
      return true;
    }
    const usual = job.action === 'export' ? EXPORTED_AT_ONCE : RULES_AT_ONCE;
    const rules = await nextRules(trx, job, job.batch ?? usual);
    const outcome = await perform(engine, trx, scope, job, rules);
    if (outcome === undefined) {
      // Together they take too much: fewer at once, in a step of its own.
      await moveJob(trx, job, { ...job, done: 0, notDone: [], batch: Math.ceil(rules.length / 8) });
      return true;
    }
    const batch = job.batch === null || job.batch * 2 >= usual ? null : job.batch * 2;
    const moved = await moveJob(trx, job, { ...outcome, position: rules.at(-1)?.position ?? job.total, batch });
    if (moved.endedAt !== null) {
      if (job.action === 'export') await addListOfRefused(trx, scope, moved);
      await recordJob(trx, moved);
    }
    return true;
  });
}

async function postpone({ db, log }: BulkRunnerDeps, id: string, error: unknown): Promise<void> {
  const noRoom = error instanceof UnavailableError || error instanceof TooManyRequestsError;
  if (!noRoom) log.warn({ err: error, jobId: id }, 'a bulk job could not be moved on; it is tried again');
  const row = await db('rules.bulk_jobs').where({ id }).first<{ failures: number } | undefined>('failures');
  const seconds = noRoom ? NO_ROOM_SECONDS : RETRY_SECONDS * 2 ** (row?.failures ?? 0);
  await putOff(db, id, { seconds, failed: !noRoom });
}

/** Whose rules a job may touch by now: its maker may have left the team since. Undefined where the account is gone, and the job with it. */
async function holdMaker(
  trx: Knex.Transaction,
  { createdBy, teamId }: Pick<StoredJob, 'createdBy' | 'teamId'>,
): Promise<OwnerScope | undefined> {
  const member =
    teamId !== null &&
    (await trx('auth.memberships').where({ user_id: createdBy, team_id: teamId }).first('user_id')) !== undefined;
  const serviceAccount =
    teamId !== null &&
    (await trx('auth.service_accounts').where({ user_id: createdBy, team_id: teamId }).first('user_id')) !== undefined;
  const scope = member || serviceAccount ? { userId: createdBy, teamId } : { userId: createdBy };
  try {
    return await holdOwner(scope, trx);
  } catch (error) {
    if (error instanceof UnauthorizedError) return undefined;
    throw error;
  }
}
