import { defineRoutes, endpoint } from '@tripline/service';
import type { Request, Response, Router } from 'express';
import type { Auth } from '../../auth.js';
import { originOf } from '../../guards/middleware.js';
import type { Session } from '../../sign-in/session-service.js';
import type { Succeed } from '../succeed.js';
import { accountOperations } from './account-operations.js';
import { createRefreshTransport, type RefreshTransport } from './browser-session.js';

/** What the session routes need. */
export interface SessionsRouterDeps {
  readonly auth: Pick<Auth, 'sessions'>;
  /** Where browsers reach the service: the origin they must come from. */
  readonly publicUrl: string | undefined;
  readonly succeed: Succeed;
}

/** A session's tokens, as an answer shows them; the refresh token goes where this client keeps it. */
export function sessionBody(transport: RefreshTransport, req: Request, res: Response, session: Session): object {
  const { accessToken, expiresAt, refreshToken } = session;
  return { accessToken, expiresAt, ...transport.give(req, res, refreshToken) };
}

/** `/v1/auth/refresh` and `/logout`: sessions, however they began. */
export function createSessionsRouter({ auth, publicUrl, succeed }: SessionsRouterDeps): Router {
  const transport = createRefreshTransport(publicUrl);
  return defineRoutes([
    endpoint(accountOperations.refreshSession, {
      handle: async ({ body }, req, res) => {
        const session = await auth.sessions.refresh(transport.read(req, body), originOf(req));
        succeed(res, sessionBody(transport, req, res, session));
      },
    }),
    endpoint(accountOperations.signOut, {
      handle: async ({ body }, req, res) => {
        await auth.sessions.logout(transport.read(req, body));
        transport.clear(req, res);
        succeed(res, { message: 'Signed out.' });
      },
    }),
  ]);
}
