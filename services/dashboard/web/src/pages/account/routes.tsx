import type { RouteObject } from 'react-router';

/** Pages of somebody who is not signed in yet. */
export const openAccountRoutes: RouteObject[] = [{ path: '/sign-in', lazy: () => import('./sign-in-page.js') }];

export const accountRoutes: RouteObject[] = [];
