import { CallFailure } from '../cloud/provider.js';
import type { CollectorContext } from './collector.js';
import { callerIdentity } from './worker-identity.js';

/** The error for a host name that does not exist; a resolver that fails gives `EAI_AGAIN`. */
const NO_SUCH_HOST = 'ENOTFOUND';

/**
 * Whether a failure only means that AWS does not offer a service in a region (Macie in most of the newer ones): its host name does not
 * exist, while other services of the region answer.
 */
export async function isNotOffered({ session, region, signal }: CollectorContext, failure: unknown): Promise<boolean> {
  if (!(failure instanceof CallFailure) || failure.error.code !== NO_SUCH_HOST) return false;
  // STS is in every region and denies this call to nobody.
  return session.shared(`answers ${region}`, () =>
    callerIdentity(session, region, signal).then(
      () => true,
      () => {
        signal.throwIfAborted();
        return false;
      },
    ),
  );
}
