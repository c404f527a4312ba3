import type { AwsCredentialIdentity, AwsCredentialIdentityProvider } from '@smithy/types';

/** What a session signs with, and how it comes by new credentials when AWS calls them expired before their time. */
export interface SessionCredentials {
  readonly provider: AwsCredentialIdentityProvider;
  /** Number of the credentials in use; rises with each renewal. */
  generation(): number;
  /** Notes that AWS took the credentials of this generation. */
  accepted(generation: number): void;
  /**
   * Has new credentials fetched, once for all calls that ask because of the same generation.
   * @returns whether there are newer ones now
   */
  renew(generation: number): Promise<boolean>;
}

/** Credentials are renewed this long before they end, so that none ends between signing and arrival; sooner when they live for less. */
const EARLY_MS = 120_000;

/** When to renew, in milliseconds since 1970; never when they have no end, or one in the past, as they seem to have on a clock that is fast. */
function renewalTime({ expiration }: AwsCredentialIdentity): number {
  const lifeMs = expiration === undefined ? 0 : +expiration - Date.now();
  return lifeMs <= 0 ? Number.POSITIVE_INFINITY : Date.now() + lifeMs - Math.min(EARLY_MS, lifeMs / 2);
}

/** The worker's own credentials: the SDK keeps them fresh, there is nothing to renew. */
export function fixedCredentials(provider: AwsCredentialIdentityProvider): SessionCredentials {
  return { provider, generation: () => 0, accepted: () => undefined, renew: async () => false };
}

/**
 * Credentials of an assumed role. `first` are those in hand, `assume` gives new ones. Credentials that AWS never took are not renewed: new
 * ones would be refused as well, and a scan must not answer every refusal with a call to STS.
 */
export function roleCredentials(
  first: AwsCredentialIdentity,
  assume: () => Promise<AwsCredentialIdentity>,
): SessionCredentials {
  let current = first;
  let renewAt = renewalTime(first);
  let generation = 1;
  // Those in hand have been good enough to come in with.
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
    // With this mark the SDK asks before every request, instead of keeping what it got the first time.
    provider: Object.assign(provider, { memoized: true }),
    generation: () => generation,
    accepted(of) {
      if (of === generation) accepted = true;
    },
    renew: async (of) => of !== generation || (accepted && (await renew())),
  };
}
