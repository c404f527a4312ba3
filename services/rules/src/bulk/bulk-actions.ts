import { type OwnerScope, ownedBy } from '@tripline/auth';
import { type Knex, UnprocessableAdvisoryError } from '@tripline/service';
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
import { deleteRules } from '../rules/rule-deletion.js';
import { findNewestTextByIds } from '../rules/rule-reading.js';
import { withSettings } from '../rules/settled-rules.js';
import { insertFilePart, type JobItem, listNotDone, type NotDone, type StoredJob } from './bulk-store.js';

/** What a step did. */
interface Outcome {
  readonly notDone: readonly NotDone[];
  readonly done: number;
}

/** Does a step's work of a job, in the step's transaction; undefined where the engine was not able to do it with so many rules. */
export async function perform(
  engine: Pick<Engine, 'run'> | undefined,
  trx: Knex.Transaction,
  scope: OwnerScope,
  job: StoredJob,
  rules: readonly JobItem[],
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
      return exportPart(engine as Pick<Engine, 'run'>, trx, scope, job, rules);
  }
}

async function exportPart(
  engine: Pick<Engine, 'run'>,
  trx: Knex.Transaction,
  scope: OwnerScope,
  job: StoredJob,
  rules: readonly JobItem[],
): Promise<Outcome | undefined> {
  const { formats = ['sigma'], lane, settings = {} } = job.options;
  const run: RunTask = (task, options) => engine.run(task, { ...options, user: job.createdBy, lane });
  const found = await findNewestTextByIds(
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

function outcomeOf(
  rules: readonly JobItem[],
  reasonOf: (rule: JobItem) => NotDone['reason'] | undefined,
  messageOf: (rule: JobItem) => string | undefined = () => undefined,
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
export async function addListOfRefused(trx: Knex.Transaction, scope: OwnerScope, job: StoredJob): Promise<void> {
  const refused = await listNotDone(scope, trx, job.id, job.total);
  if (refused.length === 0) return;
  const lines = refused.map(({ key, message, reason, title }) => `${key}\t${title ?? ''}\t${message ?? reason}`);
  const zip = zipSync({ [NOT_EXPORTED]: strToU8(`${lines.join('\n')}\n`) }, { mtime: ZIP_TIME });
  await insertFilePart(trx, job.id, job.total, zip);
}
