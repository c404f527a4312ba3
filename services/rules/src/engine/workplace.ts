import { type Caller, callerOf, showBound, type WorkPlaces } from '@tripline/auth';
import type { Logger } from '@tripline/service';
import type { Request, Response } from 'express';
import { whileCallerWaits } from './caller-presence.js';
import type { Engine } from './engine-pool.js';
import type { EngineAnswers, EngineTask, Lane, RunOptions } from './engine-tasks.js';

/** The kinds of callers' work, as refusals name them. */
type WorkKind = 'generate' | 'convert' | 'edit' | 'export';

/** Runs a task in the engine in the caller's place. */
export type RunTask = <Kind extends keyof EngineAnswers>(
  task: Extract<EngineTask, { kind: Kind }>,
  options?: Pick<RunOptions<Kind>, 'onProgress' | 'settings' | 'toCompare'>,
) => Promise<EngineAnswers[Kind]>;

/** A place, with the engine for its owner. */
interface EnginePlace {
  readonly run: RunTask;
  /** Call it at the end in every case; it need not be awaited. */
  leave(): Promise<void>;
}

/** Runs callers' work: each piece that needs the engine first takes one of the caller's places. */
export interface Workplace {
  /** Waits for one of the caller's places. @throws TooManyRequestsError; the signal's reason */
  enter(caller: Caller, kind: WorkKind, res: Response, signal: AbortSignal): Promise<EnginePlace>;
  /** Does work in one of the caller's places, until it is done or the caller leaves. */
  work(kind: WorkKind, req: Request, res: Response, work: (run: RunTask) => Promise<void>): Promise<void>;
}

/** Builds the workplace from the engine and the tiers' bounds. */
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
        return deps.engine.run(task, { ...options, user: userId, lane: laneOf(tier), signal, onThreadReady: resolve });
      },
      async leave() {
        // A stopped task still costs until its thread is replaced, so its place stays taken until then.
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

const laneOf = (tier: Caller['tier']): Lane => (tier === 'free' ? 'free' : 'paid');

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
