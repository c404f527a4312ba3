import { defineRoutes, endpoint } from '@tripline/service';
import type { Request, Response, Router } from 'express';
import type { Auth } from '../../auth.js';
import { callerOf } from '../../callers/request-caller.js';
import { actorOf, originOf } from '../../guards/middleware.js';
import type { SignedIn } from '../../sign-in/session-service.js';
import type { Succeed } from '../succeed.js';
import { accountOperations } from './account-operations.js';
import { createRefreshTransport } from './browser-session.js';
import { createDeviceTransport } from './device-cookie.js';
import { sessionBody } from './session-routes.js';

/** What the account routes need. */
export interface AccountsRouterDeps {
  readonly auth: Pick<Auth, 'registration' | 'sessions' | 'passwords' | 'passkeySignIn' | 'requireCaller'>;
  /** Where browsers reach the service: the origin they must come from. */
  readonly publicUrl: string | undefined;
  readonly succeed: Succeed;
}

/** `/v1/auth/*`: the built-in accounts, except for their sessions. No answer says whether an e-mail address is registered, unless to whoever reads its mail. */
export function createAccountsRouter({ auth, publicUrl, succeed }: AccountsRouterDeps): Router {
  const transport = createRefreshTransport(publicUrl);
  const devices = createDeviceTransport(publicUrl);
  const answerSignedIn = (req: Request, res: Response, session: SignedIn): void => {
    const tokens = sessionBody(transport, req, res, session);
    const { secondFactorRequired } = session;
    succeed(res, {
      ...tokens,
      ...devices.give(req, res, session.deviceToken),
      ...(secondFactorRequired === undefined ? {} : { secondFactorRequired }),
    });
  };
  return defineRoutes([
    endpoint(accountOperations.register, {
      handle: async ({ body }, req, res) => {
        const { emailVerified } = await auth.registration.register(body, originOf(req));
        const message = emailVerified
          ? 'The account is ready; sign in.'
          : 'A mail is on its way to this address; follow its link to verify it.';
        succeed(res, { email: body.email, emailVerified, message }, 201);
      },
    }),
    endpoint(accountOperations.signIn, {
      handle: async ({ body }, req, res) => {
        const deviceToken = devices.read(req, body);
        const begun = await auth.sessions.login({ ...body, deviceToken }, originOf(req));
        if ('secondFactor' in begun) succeed(res, begun);
        else answerSignedIn(req, res, begun);
      },
    }),
    endpoint(accountOperations.signInByLink, {
      handle: async ({ body }, req, res) => {
        const deviceToken = devices.read(req, body);
        const begun = await auth.sessions.loginByLink({ ...body, deviceToken }, originOf(req));
        if ('secondFactor' in begun) succeed(res, begun);
        else answerSignedIn(req, res, begun);
      },
    }),
    endpoint(accountOperations.completeSignIn, {
      handle: async ({ body }, req, res) => {
        const deviceToken = devices.read(req, body);
        answerSignedIn(req, res, await auth.sessions.finishLogin({ ...body, deviceToken }, originOf(req)));
      },
    }),
    endpoint(accountOperations.beginPasskeySignIn, {
      handle: async (_input, _req, res) => succeed(res, await auth.passkeySignIn.offer()),
    }),
    endpoint(accountOperations.signInByPasskey, {
      handle: async ({ body }, req, res) => {
        const deviceToken = devices.read(req, body);
        answerSignedIn(req, res, await auth.sessions.loginByPasskey({ ...body, deviceToken }, originOf(req)));
      },
    }),
    ...passwordEndpoints({ auth, succeed }),
  ]);
}

/** Proving an address, and setting another password. */
const passwordEndpoints = ({ auth, succeed }: Pick<AccountsRouterDeps, 'auth' | 'succeed'>) => [
  endpoint(accountOperations.verifyEmail, {
    handle: async ({ body }, req, res) => {
      await auth.registration.verifyEmail(body.token, originOf(req));
      succeed(res, { message: 'The e-mail address is verified; sign in.' });
    },
  }),
  endpoint(accountOperations.requestPasswordReset, {
    handle: async ({ body }, req, res) => {
      const shown = await auth.passwords.forgot(body.email, originOf(req));
      succeed(res, { message: 'If this address has an account, a mail is on its way to it.', ...shown });
    },
  }),
  endpoint(accountOperations.resetPassword, {
    handle: async ({ body }, req, res) => {
      await auth.passwords.reset(body.token, body.newPassword, originOf(req));
      succeed(res, { message: 'The new password is set, and all sessions have ended; sign in.' });
    },
  }),
  endpoint(accountOperations.changePassword, {
    guard: [auth.requireCaller({ accept: ['jwt'], ownAccount: true })],
    handle: async ({ body }, req, res) => {
      const caller = callerOf(req);
      const sessionId = caller.kind === 'jwt' ? caller.sessionId : undefined;
      const passwords = { current: body.currentPassword, next: body.newPassword };
      await auth.passwords.change({ userId: caller.userId, sessionId }, passwords, actorOf(req));
      succeed(res, { message: 'The new password is set, and your other sessions have ended.' });
    },
  }),
];
