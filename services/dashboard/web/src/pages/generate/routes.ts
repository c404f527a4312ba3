import type { RouteObject } from 'react-router';

export const generateRoutes: RouteObject[] = [
  { path: '/generate', lazy: () => import('./form/generate-page.js') },
  { path: '/reports', lazy: () => import('./report/generations-page.js') },
  { path: '/reports/:id', lazy: () => import('./report/generation-page.js') },
  { path: '/convert', lazy: () => import('./convert/convert-page.js') },
];
