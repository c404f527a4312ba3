import { actorOf, callerOf, type Once, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Request, RequestHandler, Router } from 'express';
import type { Workplace } from '../engine/workplace.js';
import { succeed } from '../envelope.js';
import { type StorageConfig, storageLimit } from '../storage/storage-config.js';
import { pipelineOperations } from './pipeline-operations.js';
import type { PipelineResource, PipelineRowResource, SavedPipelineResource } from './pipeline-resource.js';
import {
  createPipeline,
  deletePipeline,
  type PipelineChanger,
  readPipeline,
  refuseMembers,
  replacePipeline,
  type SavedPipeline,
} from './pipeline-service.js';
import { listPipelines, type Pipeline, type PipelineSummary } from './pipeline-store.js';

/** What the routes of pipelines need. */
export interface PipelineRouterDeps {
  readonly db: Knex;
  readonly workplace: Workplace;
  readonly storage: StorageConfig;
  readonly once: Once;
  readonly emailsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** An API key or a JWT. */
  readonly guard: readonly RequestHandler[];
  /** The same, for a call that counts as work. */
  readonly workGuard: readonly RequestHandler[];
}

/** Every byte of a text may be six in JSON. */
const BODY_BYTES = 1024 * 1024;

const changerOf = (req: Request, storage: StorageConfig): PipelineChanger => ({
  scope: scopeOf(req),
  actor: actorOf(req),
  limitBytes: storageLimit(storage, callerOf(req).tier),
});

const membersRefused: RequestHandler = (req, _res, next) => {
  refuseMembers(req);
  next();
};

/** `/v1/pipelines`: the caller's own processing pipelines and the team's. */
export function createPipelineRouter(deps: PipelineRouterDeps): Router {
  /** The pipeline that a path names, for those who may change it. */
  const pipelineToChange = async (req: Request, { id }: { readonly id: string }): Promise<Pipeline> => {
    const pipeline = await readPipeline(deps.db, scopeOf(req), id);
    if (pipeline.teamId !== null) refuseMembers(req);
    return pipeline;
  };
  const toSaved = async ({ pipeline, trial }: SavedPipeline): Promise<SavedPipelineResource> => ({
    ...toResource(pipeline, await deps.emailsOf([pipeline.createdBy])),
    trial,
  });
  return defineRoutes([
    endpoint(pipelineOperations.listPipelines, {
      guard: deps.guard,
      handle: async (_input, req, res) => {
        const pipelines = await listPipelines(scopeOf(req), deps.db);
        const emails = await deps.emailsOf(pipelines.map(({ createdBy }) => createdBy));
        succeed(res, { pipelines: pipelines.map((pipeline) => toRow(pipeline, emails)) });
      },
    }),
    endpoint(pipelineOperations.createPipeline, {
      guard: [...deps.workGuard, membersRefused],
      bodyLimitBytes: BODY_BYTES,
      handle: async ({ body }, req, res) => {
        await deps.once(req, res, body, () =>
          deps.workplace.work('edit', req, res, async (run) => {
            succeed(res, await toSaved(await createPipeline(deps.db, changerOf(req, deps.storage), body, run)), 201);
          }),
        );
      },
    }),
    endpoint(pipelineOperations.getPipeline, {
      guard: deps.guard,
      handle: async ({ params }, req, res) => {
        const pipeline = await readPipeline(deps.db, scopeOf(req), params.id);
        succeed(res, toResource(pipeline, await deps.emailsOf([pipeline.createdBy])));
      },
    }),
    endpoint(pipelineOperations.replacePipeline, {
      guard: deps.workGuard,
      bodyLimitBytes: BODY_BYTES,
      find: pipelineToChange,
      handle: ({ params, body }, req, res) =>
        deps.workplace.work('edit', req, res, async (run) => {
          succeed(
            res,
            await toSaved(await replacePipeline(deps.db, changerOf(req, deps.storage), params.id, body, run)),
          );
        }),
    }),
    endpoint(pipelineOperations.deletePipeline, {
      guard: deps.guard,
      find: pipelineToChange,
      handle: async ({ params, found }, req, res) => {
        await deletePipeline(deps.db, changerOf(req, deps.storage), params.id);
        succeed(res, { message: `The pipeline "${found.name}" is deleted.` });
      },
    }),
  ]);
}

function toRow(pipeline: PipelineSummary, emails: ReadonlyMap<string, string>): PipelineRowResource {
  const { builtInMaps, bytes, createdAt, createdBy, id, isDefault, name, sha256, teamId, updatedAt } = pipeline;
  return {
    id,
    name,
    default: isDefault,
    builtInMaps,
    owner: teamId === null ? 'user' : 'team',
    sha256,
    bytes,
    createdBy: { userId: createdBy, email: emails.get(createdBy) ?? null },
    createdAt,
    updatedAt,
  };
}

const toResource = (pipeline: Pipeline, emails: ReadonlyMap<string, string>): PipelineResource => ({
  ...toRow(pipeline, emails),
  text: pipeline.text,
});
