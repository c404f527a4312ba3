import type { Auth, Caller } from '@tripline/auth';

/** The limits a generation passes before any work is done for it. */
export interface GenerationGate {
  /**
   * Takes one of the caller's places at work, and one of today's generations where the kind of input counts.
   * @returns what to call at the end, however it ends; `giveBack` returns the day's share, because the work failed
   * @throws TooManyRequestsError
   */
  enter(caller: Caller, counted: boolean): Promise<(outcome: { readonly giveBack: boolean }) => Promise<void>>;
}

/** The gate over the limits of packages/auth. The place at work comes first: a refusal there must not cost a day's share. */
export function createGenerationGate({ slots, quota }: Pick<Auth, 'slots' | 'quota'>): GenerationGate {
  return {
    async enter(caller, counted) {
      const slot = await slots.acquire(caller);
      try {
        const reservation = counted ? await quota.reserve(caller) : undefined;
        return async ({ giveBack }) => {
          try {
            if (giveBack) await reservation?.giveBack();
          } finally {
            await slot.release();
          }
        };
      } catch (error) {
        await slot.release();
        throw error;
      }
    },
  };
}
