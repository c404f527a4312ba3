import type { RouteObject } from 'react-router';

/** Pages that somebody without a session may open: an invitation's. */
export const openTeamRoutes: RouteObject[] = [{ path: '/invitation', lazy: () => import('./invitation-page.js') }];

export const teamRoutes: RouteObject[] = [{ path: '/team', lazy: () => import('./team-page.js') }];
