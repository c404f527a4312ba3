import type { RouteObject } from 'react-router';
import { accountRoutes, openAccountRoutes } from '../pages/account/routes.js';
import { cloudAccountRoutes } from '../pages/accounts/routes.js';
import { coverageRoutes } from '../pages/coverage/routes.js';
import { generateRoutes } from '../pages/generate/routes.js';
import { homeRoutes } from '../pages/home/routes.js';
import { libraryRoutes } from '../pages/library/routes.js';
import { siemRoutes } from '../pages/siems/routes.js';
import { openTeamRoutes, teamRoutes } from '../pages/team/routes.js';

/** Addresses that somebody without a session may open. A page is loaded when it is first opened, so that this table is plain data. */
export const openRoutes: RouteObject[] = [...openAccountRoutes, ...openTeamRoutes];

/** Addresses that ask for a session. */
export const signedInRoutes: RouteObject[] = [
  ...homeRoutes,
  ...generateRoutes,
  ...libraryRoutes,
  ...cloudAccountRoutes(coverageRoutes),
  ...siemRoutes,
  ...teamRoutes,
  ...accountRoutes,
];
