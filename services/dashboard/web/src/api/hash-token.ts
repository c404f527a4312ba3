import { useLocation } from 'react-router';

/** The one-time token of a mailed link. It stands after the `#`, which reaches this page only: no server's log, and no other site. */
export const useHashToken = (): string | undefined => tokenIn(useLocation().hash);

function tokenIn(hash: string): string | undefined {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  return token === null || token === '' ? undefined : token;
}
