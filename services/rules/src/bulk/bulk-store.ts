import { type Actor, type OwnerScope, ownedBy, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { SettingsChoice } from '../conversion/settings-schema.js';
import type { Lane } from '../engine/engine-tasks.js';
import type { ExportFormat } from '../engine/tasks/export-rules.js';
import type { Rejection } from '../rule/rule-decision.js';
import type { RuleState } from '../rule/rule-resource.js';
import type { RuleFilter } from '../rules/rule-filter.js';
import { listedRules } from '../rules/rule-list.js';
import type { BulkAction, NotDoneReason } from './bulk-resource.js';
import type { BulkRequest } from './bulk-schemas.js';
import { ZIP_END_BYTES } from './zip-parts.js';

/** What a job was asked to do, beside its rules. */
interface BulkOptions {
  readonly state?: RuleState;
  readonly reason?: Rejection;
  readonly formats?: readonly ExportFormat[];
  readonly settings?: SettingsChoice;
  /** The engine's lane of whoever asked. */
  readonly lane: Lane;
  /** What the rules were chosen by, for the audit log. */
  readonly filter?: RuleFilter;
}

/** A job as it stands in its row. */
export interface StoredJob {
  readonly id: string;
  readonly createdBy: string;
  readonly teamId: string | null;
  readonly action: BulkAction;
  readonly options: BulkOptions;
  readonly actor: Actor;
  readonly total: number;
  /** The last rule that was tried. */
  readonly position: number;
  readonly done: number;
  readonly failures: number;
  /** How many rules the next step takes, where that is not the usual number. */
  readonly batch: number | null;
  readonly createdAt: Date;
  readonly movedAt: Date | null;
  readonly endedAt: Date | null;
  readonly failed: boolean;
}

interface JobRow {
  id: string;
  created_by: string;
  team_id: string | null;
  action: BulkAction;
  options: BulkOptions;
  actor: Actor;
  total: number;
  position: number;
  done: number;
  failures: number;
  batch: number | null;
  created_at: Date;
  moved_at: Date | null;
  ended_at: Date | null;
  failed: boolean;
}

const toJob = (row: JobRow): StoredJob => ({
  id: row.id,
  createdBy: row.created_by,
  teamId: row.team_id,
  action: row.action,
  options: row.options,
  actor: row.actor,
  total: row.total,
  position: row.position,
  done: row.done,
  failures: row.failures,
  batch: row.batch,
  createdAt: row.created_at,
  movedAt: row.moved_at,
  endedAt: row.ended_at,
  failed: row.failed,
});

/** A rule of a job. */
export interface JobItem {
  readonly position: number;
  /** Null where there was no rule of this key. */
  readonly ruleId: string | null;
  readonly key: string;
  readonly title: string | null;
}

/** A rule that was not done, and why. */
export interface NotDone {
  readonly position: number;
  readonly reason: NotDoneReason;
  /** What is particular to this rule. */
  readonly message?: string;
}

/** How many jobs of a user have not ended. */
export async function countOpenJobs({ userId }: OwnerScope, trx: Knex.Transaction): Promise<number> {
  const row = await trx('rules.bulk_jobs')
    .where({ created_by: userId, ended_at: null })
    .count<{ open: string }[]>('* as open')
    .first();
  return Number(row?.open ?? 0);
}

/** Stores a job with the rules that are chosen now: the team's before the caller's own of the same key, unless the owner is named; or those of a filter, newest first. @returns how many */
export async function insertJob(
  scope: OwnerScope,
  trx: Knex.Transaction,
  job: Pick<StoredJob, 'id' | 'action' | 'options' | 'actor'>,
  chosen: Required<Pick<BulkRequest, 'rules'>> | { readonly filter: RuleFilter },
  now: Date,
): Promise<number> {
  await trx('rules.bulk_jobs').insert({
    id: job.id,
    created_by: scope.userId,
    team_id: scope.teamId ?? null,
    action: job.action,
    options: JSON.stringify(job.options),
    actor: JSON.stringify(job.actor),
    total: 0,
    created_at: now,
    due_at: now,
  });
  const into = 'insert into rules.bulk_job_rules (job_id, position, rule_id, key, title)';
  const { rowCount } =
    'filter' in chosen
      ? await trx.raw<{ rowCount: number }>(
          `${into} select ?, row_number() over (order by created_at desc, id desc), id, key, title from (?) as listed`,
          [job.id, listedRules(scope, trx, chosen.filter).select('id', 'key', 'title', 'created_at')],
        )
      : await trx.raw<{ rowCount: number }>(
          `${into}
           select ?, wanted.position, found.id, wanted.key, found.title
           from unnest(?::uuid[], ?::text[]) with ordinality as wanted (key, owner, position)
           left join lateral (?) as found on true`,
          [
            job.id,
            chosen.rules.map(({ ruleKey }) => ruleKey),
            chosen.rules.map(({ owner = '' }) => owner),
            trx('rules.rules')
              .where('key', trx.ref('wanted.key'))
              .andWhere(ownedBy(scope))
              .andWhereRaw(`(wanted.owner = '' or (wanted.owner = 'user') = (owner_id = ?))`, [scope.userId])
              .orderByRaw('owner_id = ? desc', [ownerId(scope)])
              .limit(1)
              .select('id', 'title'),
          ],
        );
  await trx('rules.bulk_jobs').where({ id: job.id }).update({ total: rowCount });
  return rowCount;
}

/** A key of which a job has two rules: the caller's own and their team's. */
export async function findKeyOfTwo(
  _scope: OwnerScope,
  trx: Knex.Transaction,
  jobId: string,
): Promise<string | undefined> {
  const row = await trx('rules.bulk_job_rules')
    .where({ job_id: jobId })
    .groupBy('key')
    .havingRaw('count(*) > 1')
    .first<{ key: string } | undefined>('key');
  return row?.key;
}

/** A job that the scope's user has started. */
export async function findJob({ userId }: OwnerScope, db: Knex, id: string): Promise<StoredJob | undefined> {
  const row = await db('rules.bulk_jobs').where({ id, created_by: userId }).first<JobRow | undefined>();
  return row === undefined ? undefined : toJob(row);
}

/** What a job of the scope's user did not do, by reason, each with its first rules. */
export async function listNotDone(
  { userId }: OwnerScope,
  db: Knex,
  jobId: string,
  examples: number,
): Promise<
  readonly (Pick<JobItem, 'key' | 'title'> & {
    readonly reason: NotDoneReason;
    readonly message: string | null;
    readonly count: number;
  })[]
> {
  const { rows } = await db.raw(
    `select reason, key, title, message, count from (
       select reason, key, title, message, position,
              (count(*) over (partition by reason))::int as count,
              row_number() over (partition by reason order by position) as nth
       from rules.bulk_job_rules
       where job_id = (select id from rules.bulk_jobs where id = ? and created_by = ?) and reason is not null
     ) as refused
     where nth <= ? order by reason, position`,
    [jobId, userId, examples],
  );
  return rows;
}

/** The bytes of a job's file: those of its parts, which have one end together. */
export async function sizeOfFile(db: Knex, jobId: string): Promise<number> {
  const row = await db('rules.bulk_job_files')
    .where({ job_id: jobId })
    .first<{ bytes: string | null; parts: string } | undefined>(
      db.raw('sum(octet_length(bytes)) as bytes'),
      db.raw('count(*) as parts'),
    );
  return Number(row?.bytes ?? 0) + (1 - Number(row?.parts ?? 0)) * ZIP_END_BYTES;
}

/** The parts of a job's file in order, one at a time. */
export async function* readFileParts(db: Knex, jobId: string): AsyncGenerator<Uint8Array> {
  for (let after = -1; ; ) {
    const row: { position: number; bytes: Buffer } | undefined = await db('rules.bulk_job_files')
      .where({ job_id: jobId })
      .andWhere('position', '>', after)
      .orderBy('position')
      .first('position', 'bytes');
    if (row === undefined) return;
    after = row.position;
    yield row.bytes;
  }
}

/** Adds a part to a job's file. */
export async function insertFilePart(
  trx: Knex.Transaction,
  jobId: string,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  await trx('rules.bulk_job_files').insert({ job_id: jobId, position, bytes: Buffer.from(bytes) });
}

/** Jobs that wait to be moved on, those that have waited longest first. Whoever takes one holds its owner before its row. */
export async function dueJobs(
  db: Knex,
  actions: readonly BulkAction[],
): Promise<readonly Pick<StoredJob, 'id' | 'createdBy' | 'teamId'>[]> {
  const rows = await db('rules.bulk_jobs')
    .whereNull('ended_at')
    .whereIn('action', [...actions])
    .andWhere('due_at', '<=', db.raw('clock_timestamp()'))
    .orderBy('due_at')
    .limit(20)
    .select<JobRow[]>('id', 'created_by', 'team_id');
  return rows.map(({ created_by, id, team_id }) => ({ id, createdBy: created_by, teamId: team_id }));
}

/** Holds a job until the transaction ends, unless another worker has it or has just moved it on. */
export async function claimJob(trx: Knex.Transaction, id: string): Promise<StoredJob | undefined> {
  const row = await trx('rules.bulk_jobs')
    .where({ id })
    .whereNull('ended_at')
    .andWhere('due_at', '<=', trx.raw('clock_timestamp()'))
    .forUpdate()
    .skipLocked()
    .first<JobRow | undefined>();
  return row === undefined ? undefined : toJob(row);
}

/** The next rules of a job that the caller holds. */
export async function nextRules(trx: Knex.Transaction, job: StoredJob, limit: number): Promise<readonly JobItem[]> {
  const rows = await trx('rules.bulk_job_rules')
    .where({ job_id: job.id })
    .andWhere('position', '>', job.position)
    .orderBy('position')
    .limit(limit)
    .select<{ position: number; rule_id: string | null; key: string; title: string | null }[]>(
      ...['position', 'rule_id', 'key', 'title'],
    );
  return rows.map(({ rule_id, ...rule }) => ({ ...rule, ruleId: rule_id }));
}

/** Stores how far a job is that the caller holds. @returns the job as it is now */
export async function moveJob(
  trx: Knex.Transaction,
  job: StoredJob,
  step: {
    readonly position: number;
    readonly done: number;
    readonly notDone: readonly NotDone[];
    readonly batch: number | null;
  },
): Promise<StoredJob> {
  if (step.notDone.length > 0) {
    await trx.raw(
      `update rules.bulk_job_rules as rules set reason = refused.reason, message = nullif(refused.message, '')
       from unnest(?::int[], ?::text[], ?::text[]) as refused (position, reason, message)
       where rules.job_id = ? and rules.position = refused.position`,
      [
        step.notDone.map(({ position }) => position),
        step.notDone.map(({ reason }) => reason),
        step.notDone.map(({ message }) => message ?? ''),
        job.id,
      ],
    );
  }
  const now = trx.raw('clock_timestamp()');
  const [row] = await trx('rules.bulk_jobs')
    .where({ id: job.id })
    .update({
      position: step.position,
      done: job.done + step.done,
      failures: 0,
      batch: step.batch,
      moved_at: now,
      due_at: now,
      ...(step.position >= job.total ? { ended_at: now } : {}),
    })
    .returning<JobRow[]>('*');
  return toJob(row as JobRow);
}

/** Puts a job off that could not be moved on. */
export async function putOff(
  db: Knex,
  id: string,
  { seconds, failed }: { readonly seconds: number; readonly failed: boolean },
): Promise<void> {
  await db('rules.bulk_jobs')
    .where({ id })
    .whereNull('ended_at')
    .update({
      due_at: db.raw("clock_timestamp() + ? * interval '1 second'", [seconds]),
      ...(failed ? { failures: db.raw('failures + 1') } : {}),
    });
}

/** Ends a job that the caller holds and that cannot be moved on. */
export async function giveUpJob(trx: Knex.Transaction, id: string): Promise<void> {
  await trx('rules.bulk_jobs')
    .where({ id })
    .update({ ended_at: trx.raw('clock_timestamp()'), failed: true });
}
