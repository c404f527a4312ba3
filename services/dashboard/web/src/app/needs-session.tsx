import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/session.js';
import { Loading } from '../ui/states.js';

/** Lets whoever is signed in through, and asks everybody else to sign in first; afterwards they come back to the address they wanted. */
export function NeedsSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session === 'starting') return <Loading label="Signing you in" />;
  if (session === 'signed-out')
    return <Navigate to={`/sign-in?to=${encodeURIComponent(pathname + search + hash)}`} replace />;
  return <Outlet />;
}
