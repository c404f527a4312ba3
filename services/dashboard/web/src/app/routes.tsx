import type { RouteObject } from 'react-router';
import { partsRoutes } from '../pages/parts/routes.js';
import { NotFoundPage } from '../ui/not-found-page.js';
import { Loading } from '../ui/states.js';
import { FaultPage } from './fault-page.js';
import { Layout } from './layout.js';
import { movedRoutes } from './moved-routes.js';
import { NeedsSession } from './needs-session.js';
import { OpenLayout } from './open-layout.js';
import { openRoutes, signedInRoutes } from './route-table.js';

/** Every address of the page, in its frame. */
export const routes: RouteObject[] = [
  {
    errorElement: <FaultPage />,
    HydrateFallback: () => <Loading label="Loading the page" />,
    children: [
      ...partsRoutes,
      { Component: OpenLayout, children: openRoutes },
      {
        Component: NeedsSession,
        children: [
          {
            Component: Layout,
            children: [...movedRoutes, ...signedInRoutes, { path: '*', Component: NotFoundPage }],
          },
        ],
      },
    ],
  },
];
