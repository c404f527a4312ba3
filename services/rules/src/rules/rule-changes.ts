import { type Actor, appendAudit, type OwnerScope } from '@tripline/auth';
import { type Knex, NotFoundError } from '@tripline/service';
import type { RunTask } from '../engine/workplace.js';
import { findDefaultPipeline } from '../pipelines/pipeline-service.js';
import { refusedSigma } from '../refused-sigma.js';
import { changesDecision, keptReason, type Rejection } from '../rule/rule-decision.js';
import { type MadeRule, ownerKindOf, storableContent } from '../rule/rule-model.js';
import type { RuleState } from '../rule/rule-resource.js';
import { keepWithin } from '../storage/storage-bound.js';
import { convertedWith } from './fresh-conversions.js';
import { addVersion } from './rule-saving.js';
import { findContent, findRule, lockRule, setState } from './rule-store.js';

/** Who changes a rule, and what its owner may store. */
export interface RuleChanger {
  readonly scope: OwnerScope;
  readonly actor: Actor;
  readonly limitBytes: number;
}

/** A change to a rule: a new state with its reason, an edited text with the engine that proves it, or both. */
export interface RuleChange {
  readonly state?: RuleState;
  /** Why it is rejected. */
  readonly reason?: Rejection;
  readonly edit?: { readonly yaml: string; readonly run: RunTask };
}

/**
 * Changes a rule of the scope's owner. An edited text is proven and converted before the transaction begins, and becomes the newest version
 * unless its content is the same. State, text and audit log change together or not at all.
 * @throws NotFoundError for another owner's and an unknown key alike
 * @throws BadRequestError with the place of each fault of the text
 * @throws ConflictError where the rule's owner stores all they may
 */
export async function changeRule(
  db: Knex,
  { scope, actor, limitBytes }: RuleChanger,
  key: string,
  { state, reason, edit }: RuleChange,
): Promise<void> {
  const edited = edit === undefined ? undefined : await editedContent(db, scope, key, edit);
  const now = new Date();
  await db.transaction(async (trx) => {
    const rule = await lockRule(scope, trx, key);
    if (rule === undefined) throw noRule(key);
    const target = { type: 'rule', id: key };
    const owner = ownerKindOf(rule);
    let version = rule.version;
    if (edited !== undefined) {
      version = await addVersion(scope, trx, rule, edited, now);
      if (version !== rule.version) {
        await appendAudit(trx, {
          action: 'rule.edited',
          actor,
          target,
          details: { title: edited.content.title, owner, version },
        });
      }
    }
    if (state !== undefined && changesDecision(rule, state, reason)) {
      await setState(scope, trx, rule.id, { state, reason }, now);
      const why = reason === undefined ? {} : { reason: keptReason(reason) };
      const details = { title: rule.title, owner, from: rule.state, to: state, ...why };
      await appendAudit(trx, { action: 'rule.state_changed', actor, target, details });
    }
    if (version !== rule.version) {
      await keepWithin(owner === 'team' ? scope : { userId: rule.ownerId }, trx, limitBytes);
    }
  });
}

async function editedContent(
  db: Knex,
  scope: OwnerScope,
  key: string,
  { run, yaml }: NonNullable<RuleChange['edit']>,
): Promise<MadeRule> {
  const rule = await findRule(scope, db, key);
  const content = rule === undefined ? undefined : await findContent(scope, db, rule);
  if (rule === undefined || content === undefined) throw noRule(key);
  const { evidence, tests, attribution } = content;
  const outcome = await run({ kind: 'revision', key, yaml, earlier: { evidence, tests, attribution } });
  if (!outcome.ok) throw refusedSigma(outcome.faults);
  const owner = rule.ownerId === scope.teamId ? scope : { userId: rule.ownerId };
  const pipeline = await findDefaultPipeline(owner, db);
  const [converted] = await convertedWith([{ key, content: storableContent(outcome.content) }], pipeline, run);
  return converted as MadeRule;
}

function noRule(key: string): NotFoundError {
  return new NotFoundError(`There is no rule ${key}.`);
}
