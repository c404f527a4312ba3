import { type Actor, appendAudit, holdOwner, type OwnerScope } from '@tripline/auth';
import { ConflictError, type Knex, NotFoundError, TooManyRequestsError } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { Lane } from '../engine/engine-tasks.js';
import { requirePipelines } from '../pipelines/pipeline-service.js';
import { keptReason } from '../rule/rule-decision.js';
import type { BulkJobResource, NotDoneReason } from './bulk-resource.js';
import type { BulkRequest } from './bulk-schemas.js';
import {
  countOpenJobs,
  findJob,
  findKeyOfTwo,
  insertJob,
  listNotDone,
  type StoredJob,
  sizeOfFile,
} from './bulk-store.js';
import { MOST_ZIP_FILES } from './zip-parts.js';

/** Most rules of one job. */
const MOST_RULES = 100_000;
/** Most jobs of a user that have not ended. */
const MOST_OPEN = 10;
const RETRY_SECONDS = 10;
const MOST_EXAMPLES = 10;

/** Who asks for a job. */
interface BulkCaller {
  readonly scope: OwnerScope;
  readonly actor: Actor;
  readonly lane: Lane;
}

/**
 * Stores a job with the rules that it is for. The work is done by `createBulkRunner`.
 * @throws ConflictError where the filter shows another number of rules than the caller saw, or more than one job may have, or an export two of one key
 * @throws NotFoundError for a pipeline that is not the caller's
 * @throws TooManyRequestsError where too many jobs of the caller have not ended
 * @returns the job's id
 */
export async function startJob(
  db: Knex,
  { actor, lane, scope: asked }: BulkCaller,
  request: BulkRequest,
): Promise<string> {
  const { action, expected = 0, filter = {}, options: settings, reason, state } = request;
  const named = request.rules ?? request.ruleKeys?.map((ruleKey) => ({ ruleKey }));
  const formats = action === 'export' ? (request.formats ?? (['sigma'] as const)) : undefined;
  return db.transaction(async (trx) => {
    const scope = await holdOwner(asked, trx);
    await requirePipelines(scope, trx, savedPipelines(settings?.pipelines));
    if ((await countOpenJobs(scope, trx)) >= MOST_OPEN) {
      throw new TooManyRequestsError(
        `${MOST_OPEN} of your jobs have not ended. Start another one when one of them has.`,
        RETRY_SECONDS,
      );
    }
    const id = uuidv7();
    const chosen = named === undefined ? { filter } : { rules: named };
    const options = {
      lane,
      ...(state === undefined ? {} : { state }),
      ...(reason === undefined ? {} : { reason }),
      ...(formats === undefined ? {} : { formats }),
      ...(settings === undefined ? {} : { settings }),
      ...(named === undefined ? { filter } : {}),
    };
    const total = await insertJob(scope, trx, { id, action, options, actor }, chosen, new Date());
    if (named === undefined && total !== expected) {
      throw new ConflictError(
        `The filter shows ${total} rules now, and you saw ${expected}. Look at the list again before you decide.`,
        { details: [{ path: 'expected', message: `is ${expected}; the filter shows ${total}` }] },
      );
    }
    if (total > MOST_RULES) {
      throw new ConflictError(`A job may have ${MOST_RULES} rules, and this would have ${total}. Narrow the filter.`);
    }
    const files = total * (formats?.length ?? 0);
    if (files >= MOST_ZIP_FILES) {
      throw new ConflictError(
        `A zip may have ${MOST_ZIP_FILES - 1} files, and this would have ${files}. Ask for fewer forms, or narrow the filter.`,
      );
    }
    const shared = action === 'export' ? await findKeyOfTwo(scope, trx, id) : undefined;
    if (shared !== undefined) {
      throw new ConflictError(
        `The zip would have two rules of the key ${shared}, yours and your team's, whose files have one name. Export yours and the team's apart: with owner in the filter, or in rules.`,
      );
    }
    return id;
  });
}

/** The ids of the saved pipelines among those that a caller names. */
const savedPipelines = (named: NonNullable<BulkRequest['options']>['pipelines'] = []): readonly string[] =>
  named.filter((one) => typeof one === 'string');

/** A job of the caller. @throws NotFoundError for another's and an unknown id alike */
export async function requireJob(db: Knex, scope: OwnerScope, id: string): Promise<StoredJob> {
  const job = await findJob(scope, db, id);
  if (job === undefined) {
    throw new NotFoundError(`There is no job ${id}. A job can be read for seven days after its end.`);
  }
  return job;
}

/** A job of the caller as it is answered. @throws NotFoundError for another's and an unknown id alike */
export async function readJob(db: Knex, scope: OwnerScope, id: string): Promise<BulkJobResource> {
  const job = await requireJob(db, scope, id);
  const refused = await listNotDone(scope, db, id, MOST_EXAMPLES);
  const reasons = [...new Set(refused.map(({ reason }) => reason))];
  return {
    jobId: id,
    action: job.action,
    state: stateOf(job),
    newState: job.options.state ?? null,
    formats: job.options.formats ?? null,
    total: job.total,
    done: job.done,
    notDone: reasons.map((reason) => {
      const rules = refused.filter((rule) => rule.reason === reason);
      return {
        reason,
        message: messageOf(reason, job),
        count: rules[0]?.count ?? 0,
        rules: rules.map(({ key, message, title }) => ({ ruleKey: key, title, message })),
      };
    }),
    file: hasFile(job) ? { fileName: FILE_NAME, bytes: await sizeOfFile(db, id) } : null,
    createdAt: job.createdAt,
    endedAt: job.endedAt,
  };
}

/** The name of an export's file. */
export const FILE_NAME = 'tripline-rules.zip';

/** Whether a job's file is whole. */
export const hasFile = ({ action, endedAt, failed }: StoredJob): boolean =>
  action === 'export' && endedAt !== null && !failed;

function stateOf({ endedAt, failed, movedAt }: StoredJob): BulkJobResource['state'] {
  if (endedAt !== null) return failed ? 'failed' : 'done';
  return movedAt === null ? 'waiting' : 'running';
}

function messageOf(reason: NotDoneReason, { options }: StoredJob): string {
  switch (reason) {
    case 'gone':
      return 'There is no such rule of yours any more.';
    case 'already':
      return `It was ${options.state} already.`;
    case 'form_refused':
      return 'It cannot have the form.';
    case 'engine_limit':
      return 'It takes more time or memory than one rule may use.';
  }
}

const AUDITED: Readonly<Record<StoredJob['action'], string>> = {
  delete: 'rule.deleted',
  state: 'rule.state_changed',
  export: 'rule.exported',
};

/** Records what a job did that has ended: one event, however many rules there were. */
export async function recordJob(trx: Knex.Transaction, job: StoredJob): Promise<void> {
  const { filter, formats, reason, state } = job.options;
  await appendAudit(trx, {
    action: AUDITED[job.action],
    actor: job.actor,
    outcome: job.failed ? 'failure' : 'success',
    details: {
      jobId: job.id,
      rules: job.done,
      notDone: job.total - job.done,
      ...(state === undefined ? {} : { to: state }),
      ...(reason === undefined ? {} : { reason: keptReason(reason) }),
      ...(formats === undefined ? {} : { formats }),
      ...(filter === undefined ? {} : { filter }),
    },
  });
}
