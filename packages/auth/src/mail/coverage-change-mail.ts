import type { CoverageChanges } from '../outbox/outbox-store.js';
import { linkMail } from './account-mails.js';
import type { Mail } from './mailer.js';

/** Tells somebody who asked for it what a scan found to be worse. */
export function coverageChangeMail(to: string, publicUrl: string, { account, changes, total }: CoverageChanges): Mail {
  const more = total > changes.length ? ` And ${total - changes.length} more, which the account's changes list.` : '';
  return linkMail(to, `Detection coverage of ${account} has changed`, {
    before: `The last scan of the cloud account ${account} found: ${changes.join(' ')}${more} See the account here:`,
    url: new URL(publicUrl).href,
    after: 'You get this mail because you asked for it; the account’s changes are also where you end it.',
  });
}
