import { CallFailure } from '../providers/provider.js';
import type { CollectorContext } from './collector.js';
import { callerIdentity } from './worker-identity.js';

/** A host name that does not exist; a resolver in trouble says `EAI_AGAIN`. */
const NO_SUCH_HOST = 'ENOTFOUND';

/**
 * Whether a failure says only that AWS does not offer a service in a region (Macie in most of the younger ones): its host name does not
 * exist, while the region answers otherwise.
 */
export async function isNotOffered({ session, region, signal }: CollectorContext, failure: unknown): Promise<boolean> {
  if (!(failure instanceof CallFailure) || failure.error.code !== NO_SUCH_HOST) return false;
  // STS is in every region and refuses this call to nobody.
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
