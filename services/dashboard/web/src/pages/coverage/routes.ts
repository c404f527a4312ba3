import type { RouteObject } from 'react-router';

/** Pages of one cloud account's coverage, with paths below the account's. */
export const coverageRoutes: RouteObject[] = [
  { path: 'matrix', lazy: () => import('./matrix-page.js') },
  { path: 'techniques/:technique', lazy: () => import('./technique-page.js') },
  { path: 'gaps', lazy: () => import('./gaps-page.js') },
  { path: 'visibility', lazy: () => import('./visibility-page.js') },
  { path: 'regions', lazy: () => import('./regions-page.js') },
  { path: 'history', lazy: () => import('./history-page.js') },
  { path: 'diff', lazy: () => import('./diff-page.js') },
  { path: 'actors', lazy: () => import('./actors-page.js') },
];
