import { type Caller, callerOf, showBound, type WorkPlaces } from '@tripline/auth';
import type { Logger } from '@tripline/service';
import type { Request, Response } from 'express';
import type { Engine, RunOptions } from '../engine/engine-pool.js';
import type { EngineAnswers, EngineTask } from '../engine/engine-tasks.js';
import { whileCallerWaits } from './caller-presence.js';

/** The kinds of work that callers have: what a refusal names as being at work. */
type WorkKind = 'generate' | 'convert' | 'edit' | 'export';

/** Runs a task in the engine for the caller who has the place. */
export type RunTask = <Kind extends keyof EngineAnswers>(
  task: Extract<EngineTask, { kind: Kind }>,
  options?: Pick<RunOptions, 'onProgress'>,
) => Promise<EngineAnswers[Kind]>;

/** A place at work, with the engine as whoever has it may use it. */
interface EnginePlace {
  readonly run: RunTask;
  /** To be called at the end, however it ends; it need not be waited for. */
  leave(): Promise<void>;
}

/** Where callers' work is done: each kind that needs the engine takes one of the caller's places first. */
export interface Workplace {
  /** Waits for one of the caller's places. @throws TooManyRequestsError; the signal's reason */
  enter(caller: Caller, kind: WorkKind, res: Response, signal: AbortSignal): Promise<EnginePlace>;
  /** Does work in one of the request's caller's places, until it is done or they leave. */
  work(kind: WorkKind, req: Request, res: Response, work: (run: RunTask) => Promise<void>): Promise<void>;
}

/** Builds the workplace over the engine and the bounds of tiers. */
export function createWorkplace(deps: {
  readonly engine: Engine;
  readonly places: WorkPlaces;
  readonly log: Logger;
}): Workplace {
  const enter: Workplace['enter'] = async ({ tier, userId }, kind, res, signal) => {
    const place = await deps.places.take({ tier, userId }, kind, signal);
    showBound(res, place.engineTime);
    const times: Promise<number>[] = [];
    return {
      run(task, options = {}) {
        const { promise, resolve } = withResolver<number>();
        times.push(promise);
        return deps.engine.run(task, { ...options, user: userId, signal, onThreadReady: resolve });
      },
      async leave() {
        // A task that was stopped goes on to cost until its thread is replaced: till then the place is taken.
        const spent = await Promise.all(times);
        await place.release(spent.reduce((sum, milliseconds) => sum + milliseconds, 0));
      },
    };
  };
  return {
    enter,
    work: (kind, req, res, work) =>
      whileCallerWaits({ log: deps.log, req, res }, async ({ signal }) => {
        const place = await enter(callerOf(req), kind, res, signal);
        try {
          await work(place.run);
        } finally {
          void place.leave();
        }
      }),
  };
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
