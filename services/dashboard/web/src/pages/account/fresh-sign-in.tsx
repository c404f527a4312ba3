import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { done, type Rules, rules, rulesData } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import { beginSession } from '../../api/session.js';
import { Dialog } from '../../ui/dialog.js';
import { PasswordSignIn } from './password-sign-in.js';

/** Runs what needs a fresh sign-in. */
export type Fresh = <T>(work: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly goOn: () => void;
  readonly giveUp: () => void;
}

/**
 * For what needs a sign-in of the last minutes: `run` does it, and where the service wants a fresh sign-in, asks for the password (and the second
 * factor) and does it then. The dialog must be in the page.
 */
export function useFreshSignIn(): { run: Fresh; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting>();
  const { data: profile } = useProfile();
  const run = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'FreshSignInRequired') throw error;
      await new Promise<void>((resolve, reject) =>
        setWaiting({ goOn: resolve, giveUp: () => reject(new Error('It was not done: you did not sign in again.')) }),
      ).finally(() => setWaiting(undefined));
      return work();
    }
  };
  const dialog = (
    <Dialog title="Is it still you?" isOpen={waiting !== undefined} onClose={() => waiting?.giveUp()}>
      <div className="stack">
        <p>What guards your account is changed only shortly after a sign-in. Then it goes on by itself.</p>
        <PasswordSignIn
          knownEmail={profile?.email ?? ''}
          onSession={(session) => void replaceSession(session).then(() => waiting?.goOn())}
        />
      </div>
    </Dialog>
  );
  return { run, dialog };
}

/** The new session takes the place of the one before it, which would otherwise stay in the list of sessions for weeks. */
async function replaceSession(session: Rules['Session']): Promise<void> {
  const before = await rulesData(rules.GET('/v1/me/sessions')).catch(() => undefined);
  beginSession(session);
  const old = before?.sessions.find(({ current }) => current);
  if (old !== undefined)
    await done(rules.DELETE('/v1/me/sessions/{id}', { params: { path: { id: old.id } } })).catch(() => undefined);
}
