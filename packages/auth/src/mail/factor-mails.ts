import type { FactorMailKind } from '../outbox/outbox-store.js';
import { linkMail } from './account-mails.js';
import type { Mail } from './mailer.js';

const NEWS: Readonly<Record<FactorMailKind, { subject: string; before: string }>> = {
  'factor-added': {
    subject: 'A second factor was added to your Tripline account',
    before:
      'A second factor (an authenticator app or a passkey) was added to your account at Tripline. You find it here:',
  },
  'factor-removed': {
    subject: 'A second factor was removed from your Tripline account',
    before:
      'A second factor (an authenticator app or a passkey) was removed from your account at Tripline. What is left you find here:',
  },
  'recovery-codes-made': {
    subject: 'New recovery codes for your Tripline account',
    before:
      'Recovery codes were made anew for your account at Tripline. The earlier ones are good for nothing any more. Your account:',
  },
  'recovery-code-used': {
    subject: 'A recovery code of your Tripline account was used',
    before:
      'Someone signed in to your account at Tripline with your password and a recovery code. How many are left you find here:',
  },
};

/** Tells somebody that what guards their account has changed. */
export const factorMail = (to: string, publicUrl: string, kind: FactorMailKind): Mail =>
  linkMail(to, NEWS[kind].subject, {
    before: NEWS[kind].before,
    url: new URL(publicUrl).href,
    after: 'If it was not you, set a new password at once and end all sessions.',
  });
