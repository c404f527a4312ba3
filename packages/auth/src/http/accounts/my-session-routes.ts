import { defineRoutes, endpoint } from '@tripline/service';
import type { Request, Router } from 'express';
import type { Auth } from '../../auth.js';
import { callerOf } from '../../callers/request-caller.js';
import { actorOf } from '../../guards/middleware.js';
import type { Succeed } from '../succeed.js';
import { mySessionOperations } from './my-session-operations.js';

/** What the routes of one's own sessions need. */
export interface MySessionsRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'userSessions'>;
  readonly succeed: Succeed;
}

/** `/v1/me/sessions`: where the caller is signed in; with an access token only. */
export function createMySessionsRouter({ auth, succeed }: MySessionsRouterDeps): Router {
  const guard = [auth.requireCaller({ accept: ['jwt'], ownAccount: true })];
  return defineRoutes([
    endpoint(mySessionOperations.listSessions, {
      guard,
      handle: async (_input, req, res) => {
        succeed(res, { sessions: await auth.userSessions.list(signedIn(req)) });
      },
    }),
    endpoint(mySessionOperations.endOtherSessions, {
      guard,
      handle: async (_input, req, res) => {
        await auth.userSessions.endOthers(signedIn(req), actorOf(req));
        succeed(res, { message: 'All your other sessions have ended.' });
      },
    }),
    endpoint(mySessionOperations.endSession, {
      guard,
      handle: async ({ params }, req, res) => {
        await auth.userSessions.end(signedIn(req), params.id, actorOf(req));
        succeed(res, { message: 'The session has ended.' });
      },
    }),
  ]);
}

function signedIn(req: Request): { userId: string; sessionId: string | undefined } {
  const caller = callerOf(req);
  return { userId: caller.userId, sessionId: caller.kind === 'jwt' ? caller.sessionId : undefined };
}
