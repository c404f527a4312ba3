import type { RouteObject } from 'react-router';

/** Pages of one cloud account's coverage, with paths below the account's. */
export const matrixRoutes: RouteObject[] = [];
