import type { RouteObject } from 'react-router';

export const libraryRoutes: RouteObject[] = [
  { path: '/rules', lazy: () => import('./rules-page.js') },
  { path: '/rules/bin', lazy: () => import('./bin-page.js') },
  { path: '/team/rules', lazy: () => import('./team-rules-page.js') },
  // One's own and the team's: both may have a rule of the same key.
  ...['/rules/:key', '/team/rules/:key'].map((path) => ({
    path,
    lazy: () => import('./rule-frame.js'),
    children: [
      { index: true, lazy: () => import('./rule-page.js') },
      { path: 'edit', lazy: () => import('./edit-page.js') },
      { path: 'versions', lazy: () => import('./versions-page.js') },
    ],
  })),
  { path: '/pipelines', lazy: () => import('./pipelines-page.js') },
  { path: '/pipelines/:id', lazy: () => import('./pipeline-page.js') },
];
