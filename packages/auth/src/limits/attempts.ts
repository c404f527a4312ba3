import { addressSubject } from './client-address.js';
import type { RateLimit } from './rate-limit.js';

/** Who tries to sign in, for counting failures. */
export type Attempter =
  /** An unknown client: only its address and the account it names are known. */
  | { readonly ip: string | undefined; readonly email: string }
  /** The same, of whom failures at this account count wherever they come from. */
  | { readonly ip: string | undefined; readonly anywhere: string }
  /** A device that was signed in on before, or a session: its failures are its own. */
  | { readonly device: string; readonly userId: string };

/** Bounds guessing. */
export interface Attempts {
  /**
   * Runs an attempt that says whether it succeeded. It is counted first, so that parallel guesses cannot get past the count; a success
   * resets it.
   * @throws TooManyRequestsError after too many failures
   */
  guard(attempter: Attempter, attempt: () => Promise<boolean>): Promise<boolean>;
}

/** Builds it from two limits: failures at one account by one client, and failures at any account from one address. */
export function createAttempts(limits: { perAccount: RateLimit; perAddress: RateLimit }): Attempts {
  const { perAccount, perAddress } = limits;
  return {
    async guard(attempter, attempt) {
      const address = 'device' in attempter ? undefined : addressSubject(attempter.ip);
      const account = accountSubject(attempter, address);
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

function accountSubject(attempter: Attempter, address: string | undefined): string {
  if ('device' in attempter) return `device ${attempter.device} ${attempter.userId}`;
  if ('anywhere' in attempter) return `account ${attempter.anywhere}`;
  // An address and an account together: who guesses elsewhere is not whom the account belongs to.
  return `${address} ${attempter.email}`;
}
