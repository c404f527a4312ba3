import { type Caller, type DailyQuota, holdOwner, showBound } from '@tripline/auth';
import type { Response } from 'express';
import type { RunTask, Workplace } from '../engine/workplace.js';
import type { KeepCount } from './generation-saving.js';

/** A generation in its caller's place. */
interface Admission {
  /** Once it is one of today's. No work may begin before. @throws TooManyRequestsError where none is left */
  readonly admitted: Promise<void>;
  /** Runs the engine in the caller's place. */
  readonly run: RunTask;
  readonly keep: KeepCount;
  /** Call it at the end in every case; `giveBack` returns the day's count, because the work failed. */
  leave(outcome: { readonly giveBack: boolean }): Promise<void>;
}

/** The limits that a generation passes before any work is done for it. */
export interface GenerationGate {
  /**
   * Waits for one of the caller's places, and asks for one of today's generations where the kind of input counts. The answer shows what is
   * left.
   * @throws TooManyRequestsError; the signal's reason
   */
  enter(caller: Caller, counted: boolean, res: Response, signal: AbortSignal): Promise<Admission>;
}

/** The gate for the caller's places and the day's quota. The place comes first, since a refusal there must not cost a generation. */
export function createGenerationGate(deps: {
  readonly workplace: Pick<Workplace, 'enter'>;
  readonly quota: DailyQuota;
}): GenerationGate {
  return {
    async enter(caller, counted, res, signal) {
      const place = await deps.workplace.enter(caller, 'generate', res, signal);
      const reserving = counted ? deps.quota.reserve(caller) : Promise.resolve(undefined);
      const admitted = reserving.then((reservation) => {
        for (const bound of reservation?.bounds ?? []) showBound(res, bound);
      });
      // Whoever waits for it learns of it; one whose caller left before has nobody to tell.
      admitted.catch(() => undefined);
      return {
        admitted,
        run: place.run,
        keep: async (trx, scope) => (await reserving)?.keep(trx, scope) ?? holdOwner(scope, trx),
        async leave({ giveBack }) {
          try {
            const reservation = await reserving.catch(() => undefined);
            if (giveBack) await reservation?.giveBack();
            else reservation?.kept();
          } finally {
            void place.leave();
          }
        },
      };
    },
  };
}
