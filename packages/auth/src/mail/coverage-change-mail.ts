import type { CoverageChanges } from '../outbox/outbox-store.js';
import { linkMail } from './account-mails.js';
import type { Mail } from './mailer.js';

/** Tells somebody who asked for it what scans found to be worse. */
export function coverageChangeMail(
  to: string,
  publicUrl: string,
  { account, accounts = 1, changes, total }: CoverageChanges,
): Mail {
  const one = accounts === 1;
  const more =
    total > changes.length
      ? ` And ${total - changes.length} more, which the ${one ? 'account’s' : 'accounts’'} changes list.`
      : '';
  const found = one
    ? `The last scan of the cloud account ${account} found:`
    : `Scans found in ${accounts} cloud accounts:`;
  return linkMail(to, `Detection coverage of ${one ? account : `${accounts} cloud accounts`} has changed`, {
    before: `${found} ${changes.join(' ')}${more} See ${one ? 'the account' : 'them'} here:`,
    url: new URL(publicUrl).href,
    after: 'You get this mail because you asked for it; the account’s changes are also where you end it.',
  });
}
