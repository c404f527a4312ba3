import { holdOwner, type OwnerScope, ownedBy } from '@tripline/auth';
import {
  type Knex,
  type Logger,
  TooManyRequestsError,
  UnauthorizedError,
  UnavailableError,
  UnprocessableAdvisoryError,
} from '@tripline/service';
import { strToU8, zipSync } from 'fflate';
import type { Engine } from '../engine/engine-pool.js';
import { NOT_EXPORTED, ZIP_TIME } from '../engine/tasks/export-rules.js';
import type { RunTask } from '../engine/workplace.js';
import {
  changesDecision,
  DECISION_COLUMNS,
  type DecisionColumns,
  decisionColumns,
  type Rejection,
  toDecision,
} from '../rule/rule-decision.js';
import type { RuleState } from '../rule/rule-resource.js';
import { findNewestYamlByIds } from '../rules/rule-reading.js';
import { deleteRules } from '../rules/rule-store.js';
import { withSettings } from '../rules/settled-rules.js';
import type { BulkAction } from './bulk-resource.js';
import { recordJob } from './bulk-service.js';
import {
  type BulkRule,
  claimJob,
  dueJobs,
  giveUpJob,
  insertFilePart,
  listNotDone,
  moveJob,
  type NotDone,
  nextRules,
  putOff,
  type StoredJob,
} from './bulk-store.js';

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

/** What a step did. */
interface Outcome {
  readonly notDone: readonly NotDone[];
  readonly done: number;
}

/**
 * Moves jobs on in steps. A step is one transaction, which holds the job's row: what it did and how far the job is are stored together, so a
 * worker that is killed loses its step whole, and the next one does it. Any number of workers may; two never have the same job.
 */
export function createBulkRunner({ db, engine, log }: BulkRunnerDeps): BulkRunner {
  const actions: readonly BulkAction[] = engine === undefined ? ['delete', 'state'] : ['export'];

  async function step(): Promise<boolean> {
    for (const candidate of await dueJobs(db, actions)) {
      try {
        if (await moveOn(candidate)) return true;
      } catch (error) {
        await postpone(candidate.id, error);
        return true;
      }
    }
    return false;
  }

  const moveOn = (candidate: Pick<StoredJob, 'id' | 'createdBy' | 'teamId'>): Promise<boolean> =>
    db.transaction(async (trx) => {
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
      const outcome = await perform(trx, scope, job, rules);
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

  /** Does a step's work; undefined where the engine was not able to do it with so many rules. */
  async function perform(
    trx: Knex.Transaction,
    scope: OwnerScope,
    job: StoredJob,
    rules: readonly BulkRule[],
  ): Promise<Outcome | undefined> {
    const ids = rules.flatMap(({ ruleId }) => ruleId ?? []);
    switch (job.action) {
      case 'delete': {
        const deleted = new Set((await deleteRules(scope, trx, ids, job.id)).rules.map(({ id }) => id));
        return outcomeOf(rules, ({ ruleId }) => (ruleId !== null && deleted.has(ruleId) ? undefined : 'gone'));
      }
      case 'state': {
        const { reason, state } = job.options;
        const changed = await setStates(trx, scope, ids, state as RuleState, reason);
        return outcomeOf(rules, ({ ruleId }) => {
          const isChanged = ruleId === null ? undefined : changed.get(ruleId);
          if (isChanged === undefined) return 'gone';
          return isChanged ? undefined : 'already';
        });
      }
      case 'export':
        return exportPart(trx, scope, job, rules);
    }
  }

  async function exportPart(
    trx: Knex.Transaction,
    scope: OwnerScope,
    job: StoredJob,
    rules: readonly BulkRule[],
  ): Promise<Outcome | undefined> {
    const { formats = ['sigma'], lane, settings = {} } = job.options;
    const run: RunTask = (task, options) =>
      (engine as Pick<Engine, 'run'>).run(task, { ...options, user: job.createdBy, lane });
    const found = await findNewestYamlByIds(
      scope,
      trx,
      rules.flatMap(({ ruleId }) => ruleId ?? []),
    );
    const keys = new Set(found.map(({ key }) => key));
    const messages = new Map<string, string>();
    if (found.length > 0) {
      const settled = await withSettings(trx, scope, found, settings, run);
      try {
        const { outcomes, zip } = await run({ kind: 'export', rules: settled, formats, zip: true, part: true });
        for (const outcome of outcomes) {
          if (outcome.ok) continue;
          const before = messages.get(outcome.key);
          const message = `${outcome.format}: ${outcome.message}`;
          messages.set(outcome.key, before === undefined ? message : `${before}; ${message}`);
        }
        if (zip !== undefined) await insertFilePart(trx, job.id, job.position, zip);
      } catch (error) {
        if (!(error instanceof UnprocessableAdvisoryError)) throw error;
        if (rules.length > 1) return undefined;
        return outcomeOf(
          rules,
          () => 'engine_limit',
          () => error.message,
        );
      }
    }
    return outcomeOf(
      rules,
      ({ key }) => (!keys.has(key) ? 'gone' : messages.has(key) ? 'form_refused' : undefined),
      ({ key }) => messages.get(key),
    );
  }

  async function postpone(id: string, error: unknown): Promise<void> {
    const noRoom = error instanceof UnavailableError || error instanceof TooManyRequestsError;
    if (!noRoom) log.warn({ err: error, jobId: id }, 'a bulk job could not be moved on; it is tried again');
    const row = await db('rules.bulk_jobs').where({ id }).first<{ failures: number } | undefined>('failures');
    const seconds = noRoom ? NO_ROOM_SECONDS : RETRY_SECONDS * 2 ** (row?.failures ?? 0);
    await putOff(db, id, { seconds, failed: !noRoom });
  }

  return { step };
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

function outcomeOf(
  rules: readonly BulkRule[],
  reasonOf: (rule: BulkRule) => NotDone['reason'] | undefined,
  messageOf: (rule: BulkRule) => string | undefined = () => undefined,
): Outcome {
  const notDone = rules.flatMap((rule) => {
    const reason = reasonOf(rule);
    const message = messageOf(rule);
    if (reason === undefined) return [];
    return [{ position: rule.position, reason, ...(message === undefined ? {} : { message }) }];
  });
  return { notDone, done: rules.length - notDone.length };
}

/** Sets the state of those of these rules that have another one, or another reason for it. @returns by id of all that are there whether they changed */
async function setStates(
  trx: Knex.Transaction,
  scope: OwnerScope,
  ids: readonly string[],
  state: RuleState,
  reason: Rejection | undefined,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await trx('rules.rules')
    .whereIn('id', [...ids])
    .andWhere(ownedBy(scope))
    // In the order in which generations hold them.
    .orderBy('key')
    .forNoKeyUpdate()
    .select<(DecisionColumns & { id: string; state: RuleState })[]>(['id', 'state', ...DECISION_COLUMNS]);
  const changed = rows.filter((row) => changesDecision({ state: row.state, decision: toDecision(row) }, state, reason));
  const others = new Set(changed.map(({ id }) => id));
  const now = new Date();
  await trx('rules.rules')
    .whereIn('id', [...others])
    .andWhere(ownedBy(scope))
    .update({ state, ...decisionColumns(state, reason, { at: now, by: scope.userId }), updated_at: now });
  return new Map(rows.map(({ id }) => [id, others.has(id)]));
}

/** Every rule that an export does not hold is listed in it. */
async function addListOfRefused(trx: Knex.Transaction, scope: OwnerScope, job: StoredJob): Promise<void> {
  const refused = await listNotDone(scope, trx, job.id, job.total);
  if (refused.length === 0) return;
  const lines = refused.map(({ key, message, reason, title }) => `${key}\t${title ?? ''}\t${message ?? reason}`);
  const zip = zipSync({ [NOT_EXPORTED]: strToU8(`${lines.join('\n')}\n`) }, { mtime: ZIP_TIME });
  await insertFilePart(trx, job.id, job.total, zip);
}
