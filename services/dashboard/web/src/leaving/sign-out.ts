import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { endSession } from '../api/session.js';
import { maySignOut } from './leaving.js';

/** Signs out here and in every tab, and leads to the sign-in alone: the address of one person's page is nothing for the next. Asks where text would be lost. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    if (!(await maySignOut())) return;
    await endSession();
    await navigate('/sign-in', { replace: true });
  }, [navigate]);
}
