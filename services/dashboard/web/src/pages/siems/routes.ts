import type { RouteObject } from 'react-router';

/** Pages of SIEMs and their rules. */
export const siemRoutes: RouteObject[] = [
  { path: '/siems', lazy: () => import('./siems-page.js') },
  { path: '/siems/new', lazy: () => import('./new-siem-page.js') },
  { path: '/siems/:id', lazy: () => import('./siem-page.js') },
];
