import type { RouteObject } from 'react-router';

export const generateRoutes: RouteObject[] = [
  { path: '/generate', lazy: () => import('./generate-page.js') },
  { path: '/reports', lazy: () => import('./generations-page.js') },
  { path: '/reports/:id', lazy: () => import('./generation-page.js') },
  { path: '/convert', lazy: () => import('./convert-page.js') },
];
