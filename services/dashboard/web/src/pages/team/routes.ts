import type { RouteObject } from 'react-router';

/** Pages that somebody without a session may open: an invitation's. */
export const openTeamRoutes: RouteObject[] = [{ path: '/invitation', lazy: () => import('./invitation-page.js') }];

export const teamRoutes: RouteObject[] = [
  { path: '/team', lazy: () => import('./team-page.js') },
  { path: '/team/audit', lazy: () => import('./audit-page.js') },
  { path: '/team/analytics', lazy: () => import('./analytics-page.js') },
  { path: '/team/service-accounts', lazy: () => import('./service-accounts-page.js') },
  { path: '/team/service-accounts/:id', lazy: () => import('./service-account-page.js') },
];
