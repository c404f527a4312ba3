import type { AwsCredentialIdentity, AwsCredentialIdentityProvider } from '@smithy/types';

/** The credentials of a session, and how it gets new ones when AWS says that they have expired early. */
export interface SessionCredentials {
  readonly provider: AwsCredentialIdentityProvider;
  /** Number of the current credentials; it rises with each renewal. */
  generation(): number;
  /** Notes that AWS accepted the credentials of this generation. */
  accepted(generation: number): void;
  /**
   * Fetches new credentials, once for all calls that ask because of the same generation.
   * @returns whether there are newer ones now
   */
  renew(generation: number): Promise<boolean>;
}

/**
 * How long before their end credentials are renewed, so that none expire between signing and arrival; earlier when they are valid for less.
 */
const EARLY_MS = 120_000;

/** When to renew, in milliseconds since 1970. Never when they have no end, or one in the past, which means that our clock is fast. */
function renewalTime({ expiration }: AwsCredentialIdentity): number {
  const lifeMs = expiration === undefined ? 0 : +expiration - Date.now();
  return lifeMs <= 0 ? Number.POSITIVE_INFINITY : Date.now() + lifeMs - Math.min(EARLY_MS, lifeMs / 2);
}

/** The worker's own credentials, which the SDK renews. */
export function fixedCredentials(provider: AwsCredentialIdentityProvider): SessionCredentials {
  return { provider, generation: () => 0, accepted: () => undefined, renew: async () => false };
}

/**
 * Credentials of an assumed role. `first` are the current ones, `assume` gives new ones. Credentials that AWS never accepted are not
 * renewed: new ones would be refused as well, and a scan must not answer every refusal with a call to STS.
 */
export function roleCredentials(
  first: AwsCredentialIdentity,
  assume: () => Promise<AwsCredentialIdentity>,
): SessionCredentials {
  let current = first;
  let renewAt = renewalTime(first);
  let generation = 1;
  // The current ones were accepted when the account was opened.
  let accepted = true;
  let renewal: Promise<boolean> | undefined;
  const renew = (): Promise<boolean> => {
    renewal ??= assume()
      .then((identity) => {
        current = identity;
        renewAt = renewalTime(identity);
        generation += 1;
        accepted = false;
        return true;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };
  const provider = async (): Promise<AwsCredentialIdentity> => {
    if (Date.now() >= renewAt) await renew();
    return current;
  };
  return {
    // With this mark the SDK asks before every request, instead of keeping the first answer.
    provider: Object.assign(provider, { memoized: true }),
    generation: () => generation,
    accepted(of) {
      if (of === generation) accepted = true;
    },
    renew: async (of) => of !== generation || (accepted && (await renew())),
  };
}
