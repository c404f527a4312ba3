import type { Auth, Caller } from '@tripline/auth';
import type { Knex } from '@tripline/service';

/** A generation that passed the limits. */
interface Admission {
  /** Keeps the day's share for good, in the transaction that saves the generation. */
  keep(trx: Knex.Transaction): Promise<void>;
  /** To be called at the end, however it ends; `giveBack` returns the day's share, because the work failed. */
  leave(outcome: { readonly giveBack: boolean }): Promise<void>;
}

/** The limits a generation passes before any work is done for it. */
export interface GenerationGate {
  /**
   * Takes one of the caller's places at work, and one of today's generations where the kind of input counts.
   * @throws TooManyRequestsError
   */
  enter(caller: Caller, counted: boolean): Promise<Admission>;
}

/** The gate over the limits of packages/auth. The place at work comes first: a refusal there must not cost a day's share. */
export function createGenerationGate({ slots, quota }: Pick<Auth, 'slots' | 'quota'>): GenerationGate {
  return {
    async enter(caller, counted) {
      const slot = await slots.acquire(caller);
      try {
        const reservation = counted ? await quota.reserve(caller) : undefined;
        return {
          keep: async (trx) => reservation?.keep(trx),
          async leave({ giveBack }) {
            try {
              if (giveBack) await reservation?.giveBack();
              else reservation?.kept();
            } finally {
              await slot.release();
            }
          },
        };
      } catch (error) {
        await slot.release();
        throw error;
      }
    },
  };
}
