import type { RouteObject } from 'react-router';

/** Addresses of development builds alone: `vite web`, and the builds that `npm run pictures -- --against REF` compares. */
export const partsRoutes: RouteObject[] =
  import.meta.env.MODE === 'development' ? [{ path: '/dev/parts', lazy: () => import('./parts-page.js') }] : [];
