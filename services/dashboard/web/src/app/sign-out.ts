import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { endSession } from '../api/session.js';

/** Signs out here and in every tab, and leads to the sign-in alone: the address of one person's page is nothing for the next. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    await endSession();
    await navigate('/sign-in', { replace: true });
  }, [navigate]);
}
