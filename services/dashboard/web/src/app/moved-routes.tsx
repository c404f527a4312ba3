import { Navigate, type RouteObject, useLocation } from 'react-router';

/** Leads to the address that a page has now, with all that the old one said. */
function Moved({ before, now }: { before: string; now: string }) {
  const { hash, pathname, search } = useLocation();
  return <Navigate to={`${now}${pathname.slice(before.length)}${search}${hash}`} replace />;
}

/** Addresses that pages had. They stand in mails, in tickets and in people's notes. */
export const movedRoutes: RouteObject[] = [
  { path: '/generations/:id?', element: <Moved before="/generations" now="/reports" /> },
];
