import { actorOf, type CallerWatch, callerOf, keepNoAnswer, type Once, scopeOf } from '@tripline/auth';
import {
  BadRequestError,
  createJsonReader,
  defineRoutes,
  endpoint,
  type Knex,
  type Logger,
  logFailure,
  requestIdOf,
  storableText,
  toAppError,
} from '@tripline/service';
import { createSession } from 'better-sse';
import type { Request, RequestHandler, Response, Router } from 'express';
import { whileCallerWaits } from '../engine/caller-presence.js';
import { errorBody, succeed } from '../envelope.js';
import type { RefreshFor } from '../rules/fresh-conversions.js';
import type { RuleViewDeps } from '../rules/rule-views.js';
import { decodeCursor, encodeCursor } from '../store/cursor.js';
import type { GenerationGate } from './generation-gate.js';
import type { GenerationMetrics } from './generation-metrics.js';
import { generationOperations } from './generation-operations.js';
import type { GenerationDeps } from './generation-saving.js';
import {
  GENERATION_BODY_BYTES,
  type GenerationInput,
  type GenerationOptions,
  parseGenerationBody,
} from './generation-schema.js';
import {
  generateRules,
  readDocument,
  readGeneration,
  removeGeneration,
  retitleGeneration,
  toGenerationData,
} from './generation-service.js';
import { listGenerations } from './generation-store.js';
import { isUpload, readUpload } from './upload.js';

/** What the generation routes need. */
export interface GenerationRouterDeps extends GenerationDeps, Pick<RuleViewDeps, 'emailsOf'> {
  readonly db: Knex;
  readonly log: Logger;
  readonly gate: GenerationGate;
  readonly metrics: GenerationMetrics;
  readonly once: Once;
  readonly refreshFor: RefreshFor;
  /** Whether a stream's caller may still have it. */
  readonly watchCaller: (req: Request) => CallerWatch;
  /** An API key or a JWT. */
  readonly guard: readonly RequestHandler[];
  /** The same, for a call that counts as work. */
  readonly workGuard: readonly RequestHandler[];
}

/** `POST /v1/generate`, `GET /v1/generations`, `GET`, `PATCH` and `DELETE /v1/generations/{id}`, and its document. */
export function createGenerationRouter(deps: GenerationRouterDeps): Router {
  const readJson = createJsonReader(GENERATION_BODY_BYTES);
  return defineRoutes([
    endpoint(generationOperations.generateRules, {
      // One of six forms, or a file.
      readsItself: 'body',
      guard: deps.workGuard,
      handle: async (_input, req, res) => {
        const { input, options } = isUpload(req)
          ? await readUpload(req)
          : parseGenerationBody(await readJson(req, res));
        if (wantsEvents(req)) refuseIdempotencyKey(req);
        await deps.once(req, res, { input, options }, () =>
          whileCallerWaits({ log: deps.log, req, res }, (gone) =>
            answerGeneration(deps, { req, res, gone }, input, options),
          ),
        );
      },
    }),
    endpoint(generationOperations.listGenerations, {
      guard: deps.guard,
      handle: async ({ query }, req, res) => {
        const after = query.cursor === undefined ? {} : { after: decodeCursor(query.cursor) };
        const rows = await listGenerations(scopeOf(req), deps.db, { limit: query.limit, ...after });
        const page = rows.slice(0, query.limit);
        const last = page.at(-1);
        succeed(res, {
          generations: page,
          nextCursor: rows.length > query.limit && last !== undefined ? encodeCursor(last) : null,
        });
      },
    }),
    endpoint(generationOperations.getGeneration, {
      guard: deps.guard,
      handle: ({ params }, req, res) => answerStored(deps, req, res, params.id),
    }),
    endpoint(generationOperations.updateGeneration, {
      guard: deps.guard,
      handle: async ({ body, params }, req, res) => {
        const who = { scope: scopeOf(req), actor: actorOf(req) };
        await retitleGeneration(deps, who, params.id, storableText(body.title));
        await answerStored(deps, req, res, params.id);
      },
    }),
    endpoint(generationOperations.deleteGeneration, {
      guard: deps.guard,
      handle: async ({ params }, req, res) => {
        const id = params.id;
        await removeGeneration(deps, { scope: scopeOf(req), actor: actorOf(req) }, id);
        succeed(res, { message: `Generation ${id} and its document are deleted. Its rules stay.` });
      },
    }),
    endpoint(generationOperations.getGenerationDocument, {
      guard: deps.guard,
      handle: async ({ params }, req, res) => succeed(res, await readDocument(deps, scopeOf(req), params.id)),
    }),
  ]);
}

/** Answers a stored generation, its rules' conversions as now. */
async function answerStored(deps: GenerationRouterDeps, req: Request, res: Response, id: string): Promise<void> {
  const scope = scopeOf(req);
  const answer = await readGeneration(deps, scope, id, deps.refreshFor(req, res, scope));
  succeed(res, await toGenerationData(deps, scope, answer));
}

async function answerGeneration(
  deps: GenerationRouterDeps,
  { req, res, gone }: { readonly req: Request; readonly res: Response; readonly gone: AbortController },
  input: GenerationInput,
  options: GenerationOptions,
): Promise<void> {
  const caller = callerOf(req);
  const { metrics } = deps;
  const { inputType } = input;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (gone.signal.aborted) metrics.abandoned(inputType);
      else metrics.failed(inputType, error);
      throw error;
    }
  };
  const countsForDay = inputType !== 'sigma' && inputType !== 'query';
  const admission = await counted(deps.gate.enter(caller, countsForDay, res, gone.signal));
  let done = false;
  try {
    const run = async (onProgress?: Parameters<typeof generateRules>[4]['onProgress']) => {
      const scope = scopeOf(req);
      const who = { caller, actor: actorOf(req), scope };
      const hooks = {
        signal: gone.signal,
        run: admission.run,
        admitted: admission.admitted,
        keep: admission.keep,
        ...(onProgress === undefined ? {} : { onProgress }),
      };
      const answer = await counted(generateRules(deps, who, input, options, hooks));
      done = true;
      if (!answer.isKept) keepNoAnswer(res);
      metrics.done(inputType, answer.rules.length);
      return toGenerationData(deps, scope, answer);
    };
    if (wantsEvents(req)) {
      // Its refusal is an answer of its own, and none of the stream.
      await counted(admission.admitted);
      await streamEvents(deps, req, res, gone, run);
    } else succeed(res, await run());
  } finally {
    await admission.leave({ giveBack: !done });
  }
}

/** A stream is read as it comes; it could not be sent again. */
function refuseIdempotencyKey(req: Request): void {
  if (req.get('idempotency-key') === undefined) return;
  throw new BadRequestError(
    'A stream of events takes no Idempotency-Key: leave the key out, or ask for one answer with Accept: application/json.',
  );
}

/** Whether the caller asks for server-sent events rather than one JSON answer. */
function wantsEvents(req: Request): boolean {
  return req.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

/**
 * Streams `progress` events and ends with `result`, or with `error` in the envelope of errors; also when the credential ends before the work,
 * which `giveUp` then stops.
 */
async function streamEvents(
  deps: GenerationRouterDeps,
  req: Request,
  res: Response,
  giveUp: AbortController,
  run: (onProgress: (progress: object) => void) => Promise<object>,
): Promise<void> {
  const session = await createSession(req, res);
  const { refused, stop } = deps.watchCaller(req);
  refused.addEventListener('abort', () => giveUp.abort(refused.reason));
  try {
    const data = await run((progress) => session.isConnected && session.push(progress, 'progress'));
    if (session.isConnected) session.push({ success: true, data }, 'result');
  } catch (thrown) {
    if (!session.isConnected) throw thrown;
    const error = toAppError(refused.aborted ? refused.reason : thrown);
    logFailure(deps.log, error, { requestId: requestIdOf(req) });
    session.push(errorBody(error, requestIdOf(req)), 'error');
  } finally {
    stop();
    res.end();
  }
}
