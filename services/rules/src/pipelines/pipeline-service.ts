import { type Actor, appendAudit, callerOf, holdOwner, type OwnerScope } from '@tripline/auth';
import { ConflictError, ForbiddenError, type Knex, NotFoundError } from '@tripline/service';
import type { Request } from 'express';
import type { RunTask } from '../engine/workplace.js';
import type { PlacedIssue } from '../openapi/shared-fields.js';
import { refusedPipeline } from '../refused-sigma.js';
import { keepWithin } from '../storage/storage-bound.js';
import type { PipelineBody } from './pipeline-schemas.js';
import {
  findPipelines,
  insertPipeline,
  MOST_PIPELINES,
  type Pipeline,
  removePipeline,
  updatePipeline,
} from './pipeline-store.js';

/** Who changes pipelines, and what their owner may store. */
export interface PipelineChanger {
  readonly scope: OwnerScope;
  readonly actor: Actor;
  readonly limitBytes: number;
}

/** A pipeline that was just saved, with what its trial showed. */
export interface SavedPipeline {
  readonly pipeline: Pipeline;
  readonly trial: readonly PlacedIssue[];
}

// What rules of an owner are converted with where nobody chooses.
export { findDefaultPipeline, type Pipeline } from './pipeline-store.js';

/** 403 for plain members of a team, since what they make or change would change the conversions of all. */
export function refuseMembers(req: Request): void {
  if (callerOf(req).teamRole === 'member') {
    throw new ForbiddenError(
      "The team's pipelines are made and changed by its owner and admins; you are a member. A conversion takes a pipeline's text in options.pipelines.",
    );
  }
}

/** A pipeline of the scope's owner. @throws NotFoundError for another owner's and an unknown id alike */
export async function readPipeline(db: Knex, scope: OwnerScope, id: string): Promise<Pipeline> {
  const pipeline = (await findPipelines(scope, db, [id])).get(id);
  if (pipeline === undefined) throw noPipeline(id);
  return pipeline;
}

/** Pipelines of the scope's owner by their ids. @throws NotFoundError naming those that are another owner's or unknown */
export async function requirePipelines(
  scope: OwnerScope,
  db: Knex,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pipeline>> {
  const found = await findPipelines(scope, db, ids);
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw noPipeline(missing.join(', '));
  return found;
}

/**
 * Saves a new pipeline of the scope's owner.
 * @throws BadRequestError with the place of what is wrong with it
 * @throws ConflictError where the owner has, or stores, all they may
 */
export async function createPipeline(
  db: Knex,
  { actor, limitBytes, scope }: PipelineChanger,
  body: PipelineBody,
  run: RunTask,
): Promise<SavedPipeline> {
  const trial = await provePipeline(body, run);
  return db.transaction(async (trx) => {
    const owner = await holdOwner(scope, trx);
    const pipeline = await insertPipeline(owner, trx, body, new Date());
    if (pipeline === undefined) {
      throw new ConflictError(
        `There may be ${MOST_PIPELINES} pipelines, and there are. Delete one with DELETE /v1/pipelines/{id} first.`,
      );
    }
    await appendAudit(trx, {
      action: 'pipeline.created',
      actor: { ...actor, teamId: owner.teamId },
      target: { type: 'pipeline', id: pipeline.id },
      details: detailsOf(pipeline),
    });
    await keepWithin(owner, trx, limitBytes);
    return { pipeline, trial };
  });
}

/** Replaces a pipeline; otherwise as {@link createPipeline}. @throws NotFoundError where it has been deleted meanwhile */
export async function replacePipeline(
  db: Knex,
  { actor, limitBytes, scope }: PipelineChanger,
  id: string,
  body: PipelineBody,
  run: RunTask,
): Promise<SavedPipeline> {
  const trial = await provePipeline(body, run);
  return db.transaction(async (trx) => {
    const pipeline = await updatePipeline(scope, trx, id, body, new Date());
    if (pipeline === undefined) throw noPipeline(id);
    const target = { type: 'pipeline', id };
    await appendAudit(trx, { action: 'pipeline.changed', actor, target, details: detailsOf(pipeline) });
    const owner = pipeline.teamId === null ? { userId: pipeline.createdBy } : scope;
    await keepWithin(owner, trx, limitBytes);
    return { pipeline, trial };
  });
}

/** Deletes a pipeline. @throws NotFoundError for another owner's and an unknown id alike */
export async function deletePipeline(
  db: Knex,
  { actor, scope }: Pick<PipelineChanger, 'actor' | 'scope'>,
  id: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const deleted = await removePipeline(scope, trx, id);
    if (deleted === undefined) throw noPipeline(id);
    const target = { type: 'pipeline', id };
    await appendAudit(trx, { action: 'pipeline.deleted', actor, target, details: detailsOf(deleted) });
  });
}

async function provePipeline({ builtInMaps, name, text }: PipelineBody, run: RunTask): Promise<readonly PlacedIssue[]> {
  const outcome = await run({ kind: 'pipeline', name, text, builtInMaps });
  if (!outcome.ok) throw refusedPipeline(outcome.fault);
  return outcome.trial;
}

const detailsOf = ({ isDefault, name, sha256 }: Pick<Pipeline, 'isDefault' | 'name' | 'sha256'>) => ({
  name,
  sha256,
  default: isDefault,
});

const noPipeline = (id: string): NotFoundError => new NotFoundError(`There is no pipeline ${id}.`);
