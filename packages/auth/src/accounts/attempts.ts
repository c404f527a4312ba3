import { addressSubject } from '../limits/client-address.js';
import type { RateLimit } from '../limits/rate-limit.js';

/** Who tries, as far as failures are counted. */
export type Attempter =
  /** Somebody of whom nothing is known but where they are and which account they name. */
  | { readonly ip: string | undefined; readonly email: string }
  /** A device that was signed in on before, or a session: its failures are its own. */
  | { readonly device: string; readonly userId: string };

/** Bounds guessing. Nobody's failures keep out anybody who is elsewhere, or whose device is known. */
export interface Attempts {
  /**
   * Runs an attempt and tells whether it succeeded. It is counted before, so that a burst of guesses cannot outrun the count; a success is forgotten.
   * @throws TooManyRequestsError after too many failures
   */
  guard(attempter: Attempter, attempt: () => Promise<boolean>): Promise<boolean>;
}

/** Builds it over a limit of failures at one account by one attempter, and one of failures at any account from one address. */
export function createAttempts(limits: { perAccount: RateLimit; perAddress: RateLimit }): Attempts {
  const { perAccount, perAddress } = limits;
  return {
    async guard(attempter, attempt) {
      const address = 'device' in attempter ? undefined : addressSubject(attempter.ip);
      const account =
        'device' in attempter
          ? `device ${attempter.device} ${attempter.userId}`
          : // An address and an account together: who guesses elsewhere is not whom the account belongs to.
            `${address} ${attempter.email}`;
      if (address !== undefined) await perAddress.take(address);
      await perAccount.take(account);
      const succeeds = await attempt();
      if (succeeds) {
        await Promise.all([
          perAccount.clear(account),
          ...(address === undefined ? [] : [perAddress.giveBack(address)]),
        ]);
      }
      return succeeds;
    },
  };
}
