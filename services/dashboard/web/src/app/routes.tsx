import { Navigate, type RouteObject } from 'react-router';
import { accountRoutes, openAccountRoutes } from '../pages/account/routes.js';
import { coverageRoutes } from '../pages/coverage/routes.js';
import { generateRoutes } from '../pages/generate/routes.js';
import { libraryRoutes } from '../pages/library/routes.js';
import { openTeamRoutes, teamRoutes } from '../pages/team/routes.js';
import { Loading } from '../ui/states.js';
import { FaultPage, NotFoundPage } from './fault-page.js';
import { Layout } from './layout.js';
import { NeedsSession } from './needs-session.js';
import { OpenLayout } from './open-layout.js';

/** Every address of the page. Each area lists its own; its pages are loaded when they are first opened. */
export const routes: RouteObject[] = [
  {
    errorElement: <FaultPage />,
    HydrateFallback: () => <Loading label="Loading the page" />,
    children: [
      { Component: OpenLayout, children: [...openAccountRoutes, ...openTeamRoutes] },
      {
        Component: NeedsSession,
        children: [
          {
            Component: Layout,
            children: [
              { index: true, element: <Navigate to="/generate" replace /> },
              ...generateRoutes,
              ...libraryRoutes,
              ...coverageRoutes,
              ...teamRoutes,
              ...accountRoutes,
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
];
