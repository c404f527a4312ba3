import type { RouteObject } from 'react-router';

export const matrixRoutes: RouteObject[] = [];
