import type { RouteObject } from 'react-router';

/** Pages of cloud accounts. `parts` are further pages of one account, with paths below the account's. */
export const cloudAccountRoutes = (parts: RouteObject[]): RouteObject[] => [
  { path: '/coverage', lazy: () => import('./accounts-page.js') },
  { path: '/coverage/new', lazy: () => import('./new-account-page.js') },
  { path: '/coverage/changes', lazy: () => import('./events-page.js') },
  { path: '/organizations/:id', lazy: () => import('./organization-page.js') },
  {
    path: '/coverage/:id',
    lazy: () => import('./account-frame.js'),
    children: [
      { index: true, lazy: () => import('./overview-page.js') },
      { path: 'connect', lazy: () => import('./connect-page.js') },
      { path: 'scans', lazy: () => import('./scans-page.js') },
      { path: 'scans/:scan', lazy: () => import('./scan-page.js') },
      { path: 'detections', lazy: () => import('./detections-page.js') },
      { path: 'detections/:detection', lazy: () => import('./detection-page.js') },
      { path: 'changes', lazy: () => import('./changes-page.js') },
      { path: 'decisions', lazy: () => import('./decisions-page.js') },
      { path: 'settings', lazy: () => import('./settings-page.js') },
      ...parts,
    ],
  },
];
