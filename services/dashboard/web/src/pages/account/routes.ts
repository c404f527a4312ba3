import type { RouteObject } from 'react-router';

/** Pages of somebody who is not signed in yet. */
export const openAccountRoutes: RouteObject[] = [
  { path: '/sign-in', lazy: () => import('./sign-in-page.js') },
  { path: '/sign-in-link', lazy: () => import('./sign-in-link-page.js') },
  { path: '/sign-up', lazy: () => import('./sign-up-page.js') },
  { path: '/verify-email', lazy: () => import('./verify-email-page.js') },
  { path: '/forgot-password', lazy: () => import('./forgot-password-page.js') },
  { path: '/reset-password', lazy: () => import('./reset-password-page.js') },
];

export const accountRoutes: RouteObject[] = [
  { path: '/settings/keys', lazy: () => import('./keys-page.js') },
  { path: '/settings/webhooks', lazy: () => import('./webhooks-page.js') },
  { path: '/settings/security', lazy: () => import('./security-page.js') },
  { path: '/settings/profile', lazy: () => import('./profile-page.js') },
  { path: '/settings/plan', lazy: () => import('./plan-page.js') },
];
