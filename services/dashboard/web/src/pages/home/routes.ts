import type { RouteObject } from 'react-router';

/** The page that somebody who signs in comes to. */
export const homeRoutes: RouteObject[] = [{ path: '/', lazy: () => import('./home-page.js') }];
