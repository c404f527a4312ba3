import type { RouteObject } from 'react-router';

export const coverageRoutes: RouteObject[] = [];
