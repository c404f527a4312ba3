import { Fragment } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession, useSubject, wasSignOutAskedFor } from '../api/session.js';
import { Loading } from '../ui/states.js';

/**
 * Lets whoever is signed in through, and asks everybody else to sign in first; afterwards they come back to the address they wanted. After a sign-out
 * that was asked for there is no way back: the next to sign in may be somebody else. Nor is a page drawn on for another person.
 */
export function NeedsSession() {
  const session = useSession();
  const subject = useSubject();
  const { pathname, search, hash } = useLocation();
  if (session === 'starting') return <Loading label="Signing you in" />;
  if (session === 'signed-out') {
    const back = wasSignOutAskedFor() ? '' : `?to=${encodeURIComponent(pathname + search + hash)}`;
    return <Navigate to={`/sign-in${back}`} replace />;
  }
  return (
    <Fragment key={subject}>
      <Outlet />
    </Fragment>
  );
}
