import type { RouteObject } from 'react-router';

/** Pages that somebody without a session may open: an invitation's. */
export const openTeamRoutes: RouteObject[] = [];

export const teamRoutes: RouteObject[] = [];
