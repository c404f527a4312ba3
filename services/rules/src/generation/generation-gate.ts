import { type Caller, type DailyQuota, showBound } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Response } from 'express';
import type { RunTask, Workplace } from '../work/workplace.js';

/** A generation that passed the limits. */
interface Admission {
  /** The engine, as the caller's place gives it. */
  readonly run: RunTask;
  /** Keeps the day's share for good, in the transaction that saves the generation. */
  keep(trx: Knex.Transaction): Promise<void>;
  /** To be called at the end, however it ends; `giveBack` returns the day's share, because the work failed. */
  leave(outcome: { readonly giveBack: boolean }): Promise<void>;
}

/** The limits a generation passes before any work is done for it. */
export interface GenerationGate {
  /**
   * Waits for one of the caller's places at work, and takes one of today's generations where the kind of input counts. What is left shows in the answer.
   * @throws TooManyRequestsError; the signal's reason
   */
  enter(caller: Caller, counted: boolean, res: Response, signal: AbortSignal): Promise<Admission>;
}

/** The gate over the caller's places and the day's quota. The place at work comes first: a refusal there must not cost a day's share. */
export function createGenerationGate(deps: {
  readonly workplace: Pick<Workplace, 'enter'>;
  readonly quota: DailyQuota;
}): GenerationGate {
  return {
    async enter(caller, counted, res, signal) {
      const place = await deps.workplace.enter(caller, 'generate', res, signal);
      try {
        const reservation = counted ? await deps.quota.reserve(caller) : undefined;
        for (const bound of reservation?.bounds ?? []) showBound(res, bound);
        return {
          run: place.run,
          keep: async (trx) => reservation?.keep(trx),
          async leave({ giveBack }) {
            try {
              if (giveBack) await reservation?.giveBack();
              else reservation?.kept();
            } finally {
              void place.leave();
            }
          },
        };
      } catch (error) {
        void place.leave();
        throw error;
      }
    },
  };
}
