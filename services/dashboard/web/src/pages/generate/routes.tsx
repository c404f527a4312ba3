import type { RouteObject } from 'react-router';

export const generateRoutes: RouteObject[] = [];
