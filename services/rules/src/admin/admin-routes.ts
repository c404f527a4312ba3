import { type Auth, originOf, readBearer, TIERS, type Tier } from '@tripline/auth';
import { defineRoutes, endpoint, UnauthorizedError, uuidParam } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import Joi from 'joi';
import { succeed } from '../envelope.js';
import { isAdminToken } from './admin-token.js';

/** What the operator's routes need. */
export interface AdminRouterDeps {
  readonly auth: Pick<Auth, 'setTier'>;
  /** Without it nobody is admitted. */
  readonly adminToken: string | undefined;
}

/** `PATCH /v1/admin/users/{id}`: a new subscription. `expiresAt` is its end; null or missing means none. */
export const userPatchSchema = Joi.object<{ tier: Tier; expiresAt?: string | null }>({
  tier: Joi.string()
    .valid(...TIERS)
    .required(),
  expiresAt: Joi.string()
    .pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/)
    .custom((text: string, helpers) => (Number.isNaN(Date.parse(text)) ? helpers.error('string.pattern.base') : text))
    .messages({ 'string.pattern.base': '{{#label}} must be an ISO 8601 date and time with a zone' })
    .allow(null)
    .example('2027-01-31T00:00:00Z'),
});

/** `/v1/admin`: what the operator does with the admin token; audited as `admin`. */
export function createAdminRouter({ auth, adminToken }: AdminRouterDeps): Router {
  return defineRoutes({
    '/v1/admin/users/:id': {
      patch: endpoint({
        guard: [requireAdmin(adminToken)],
        body: userPatchSchema,
        handle: async ({ body }, req, res) => {
          const userId = uuidParam(req, 'id');
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
    },
  });
}

function requireAdmin(adminToken: string | undefined): RequestHandler {
  return (req, _res, next) => {
    const given = readBearer(req.headers.authorization);
    if (adminToken === undefined || !isAdminToken(given, adminToken)) {
      throw new UnauthorizedError('This path takes the admin token.');
    }
    next();
  };
}
