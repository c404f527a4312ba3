import { defineRoutes, endpoint } from '@tripline/service';
import type { Request, Router } from 'express';
import type { Auth } from '../../auth.js';
import { callerOf } from '../../callers/request-caller.js';
import type { FactorOwner } from '../../factors/factor-changes.js';
import { actorOf, requireVerifiedEmail } from '../../guards/middleware.js';
import type { Succeed } from '../succeed.js';
import { factorOperations } from './factor-operations.js';

/** What the routes of second factors need. */
export interface FactorRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'factors' | 'passkeys'>;
  readonly succeed: Succeed;
}

/** `/v1/me/factors`: what the caller has beside the password; with an access token only. */
export function createFactorRouter({ auth, succeed }: FactorRouterDeps): Router {
  const { factors, passkeys } = auth;
  const guard = [auth.requireCaller({ accept: ['jwt'], ownAccount: true })];
  // Who registered somebody else's address must not lock its owner out, who may yet set the password anew, with a factor.
  const verified = [...guard, requireVerifiedEmail];
  return defineRoutes([
    endpoint(factorOperations.listFactors, {
      guard,
      handle: async (_input, req, res) => succeed(res, await factors.list(ownerOf(req))),
    }),
    endpoint(factorOperations.enrolTotp, {
      guard: verified,
      handle: async (_input, req, res) => succeed(res, await factors.enrolTotp(ownerOf(req)), 201),
    }),
    endpoint(factorOperations.removeTotp, {
      guard,
      handle: async (_input, req, res) => {
        await factors.removeTotp(ownerOf(req), actorOf(req));
        succeed(res, { message: 'The authenticator app is no factor any more.' });
      },
    }),
    endpoint(factorOperations.confirmTotp, {
      guard: verified,
      handle: async ({ body }, req, res) => {
        const recoveryCodes = await factors.confirmTotp(ownerOf(req), body.code, actorOf(req));
        const message = 'From now on a sign-in needs a code of the app.';
        succeed(res, { message, ...(recoveryCodes === undefined ? {} : { recoveryCodes }) });
      },
    }),
    endpoint(factorOperations.beginPasskey, {
      guard: verified,
      handle: async (_input, req, res) => succeed(res, await passkeys.begin(ownerOf(req)), 201),
    }),
    endpoint(factorOperations.addPasskey, {
      guard: verified,
      handle: async ({ body }, req, res) => {
        const { passkey, recoveryCodes } = await passkeys.add(ownerOf(req), body, actorOf(req));
        succeed(res, { passkey, ...(recoveryCodes === undefined ? {} : { recoveryCodes }) }, 201);
      },
    }),
    endpoint(factorOperations.removePasskey, {
      guard,
      handle: async ({ params }, req, res) => {
        await passkeys.remove(ownerOf(req), params.id, actorOf(req));
        succeed(res, { message: 'The passkey is no factor any more.' });
      },
    }),
    endpoint(factorOperations.renewRecoveryCodes, {
      guard,
      handle: async (_input, req, res) => {
        succeed(res, { recoveryCodes: await factors.renewRecoveryCodes(ownerOf(req), actorOf(req)) }, 201);
      },
    }),
  ]);
}

/** The caller, with the session of their token. */
function ownerOf(req: Request): FactorOwner {
  const caller = callerOf(req);
  return { userId: caller.userId, ...(caller.kind === 'jwt' ? { sessionId: caller.sessionId } : {}) };
}
