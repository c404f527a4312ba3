import type { DetectionSubject } from '../cloud/detection-model.js';
import type { Forward } from '../cloud/forward.js';
import { type CollectorContext, isDenied, unlessRefusedWith } from './collector.js';

/** What the administrator account's detections of a service hear of its members in a region. */
export const administratorInbox = (service: string, region: string): string => `${service}:${region}`;

/** What a member's findings are, and the account that gets them, as `GetAdministratorAccount` and its like say it. */
interface Administration {
  readonly service: string;
  /** What the member's service finds. */
  readonly subject: DetectionSubject;
  /** Asks for the administrator; undefined where there is none whose membership is in force. */
  readonly ask: () => Promise<string | undefined>;
}

/** AWS's code for an account that is no member, where it does not leave the administrator out of the answer. */
const NO_MEMBER: readonly string[] = ['ResourceNotFoundException'];

/**
 * What goes from a member to the account that administers a service for it. A role that may not ask hides that account and nothing else:
 * what is found here counts all the same, and the check of the connection names the action that is missing.
 */
export async function toAdministrator(
  { externalAccountId, region }: CollectorContext,
  { ask, service, subject }: Administration,
): Promise<readonly Forward[]> {
  const account = await unlessRefusedWith(NO_MEMBER, ask()).catch((error: unknown) => {
    if (isDenied(error)) return undefined;
    throw error;
  });
  if (account === undefined || account === externalAccountId) return [];
  const into = administratorInbox(service, region);
  return [{ account, scope: region, reader: service, into, via: `${service}_administrator`, subject }];
}
