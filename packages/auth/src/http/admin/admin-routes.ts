import { defineRoutes, endpoint, UnauthorizedError } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import type { Auth } from '../../auth.js';
import { readBearer } from '../../guards/authenticate.js';
import { originOf } from '../../guards/middleware.js';
import type { Succeed } from '../succeed.js';
import { adminOperations } from './admin-operations.js';
import { isAdminToken } from './admin-token.js';

/** What the operator's routes need. */
export interface AdminRouterDeps {
  readonly auth: Pick<Auth, 'setTier'>;
  /** Without it nobody is admitted. */
  readonly adminToken: string | undefined;
  readonly succeed: Succeed;
}

/** `/v1/admin`: what the operator does with the admin token; audited as `admin`. */
export function createAdminRouter({ auth, adminToken, succeed }: AdminRouterDeps): Router {
  return defineRoutes([
    endpoint(adminOperations.setUserTier, {
      guard: [requireAdmin(adminToken)],
      handle: async ({ params, body }, req, res) => {
        const userId = params.id;
        const expiresAt = typeof body.expiresAt === 'string' ? new Date(body.expiresAt) : null;
        const actor = { id: 'admin', email: null, ...originOf(req) };
        const account = await auth.setTier(userId, body.tier, { expiresAt, actor });
        succeed(res, {
          id: account.userId,
          email: account.email,
          tier: account.ownTier,
          effectiveTier: account.tier,
          expiresAt,
        });
      },
    }),
  ]);
}

function requireAdmin(adminToken: string | undefined): RequestHandler {
  return (req, _res, next) => {
    const given = readBearer(req.headers.authorization);
    if (adminToken === undefined || !isAdminToken(given, adminToken)) {
      throw new UnauthorizedError('This path takes the admin token: Authorization: Bearer <ADMIN_TOKEN>.');
    }
    next();
  };
}
