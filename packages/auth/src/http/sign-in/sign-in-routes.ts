import { BadRequestError, defineRoutes, endpoint, NotFoundError, validate } from '@tripline/service';
import type { CookieOptions, Request, Router } from 'express';
import { originOf } from '../../guards/middleware.js';
import type { ProviderRedirect, SignInService } from '../../sign-in/sign-in-service.js';
import { TICKET_SECONDS } from '../../sign-in/sign-in-ticket.js';
import { createRefreshTransport, readCookie } from '../accounts/browser-session.js';
import type { Succeed } from '../succeed.js';
import { signInOperations } from './sign-in-operations.js';
import type { SignInWays } from './sign-in-resource.js';
import { callbackSchema } from './sign-in-schemas.js';

/** What the sign-in routes need. */
export interface SignInRouterDeps {
  /** Undefined where no identity provider is configured for sign-in. */
  readonly signIn: SignInService | undefined;
  /** Where browsers reach the service. */
  readonly publicUrl: string | undefined;
  /** What there is beside it. */
  readonly ways: Omit<SignInWays, 'identityProvider'>;
  readonly succeed: Succeed;
}

const COOKIE = 'tripline_sign_in';

/** `/v1/auth/ways`, and `/v1/auth/oidc/*`: sign-in of browsers through the outside identity provider. */
export function createSignInRouter({ publicUrl, signIn, ways, succeed }: SignInRouterDeps): Router {
  const transport = createRefreshTransport(publicUrl);
  const cookieOptions: CookieOptions = {
    httpOnly: true,
    // The browser comes back from another site, to which a `strict` cookie would not be sent.
    sameSite: 'lax',
    secure: publicUrl?.startsWith('https:') ?? false,
    path: '/v1/auth/oidc',
  };
  const requireSignIn = (): SignInService => {
    if (signIn !== undefined) return signIn;
    throw new NotFoundError('No identity provider is configured for sign-in here (OIDC_CLIENT_ID is not set).');
  };
  return defineRoutes([
    endpoint(signInOperations.listSignInWays, {
      handle: (_input, _req, res) => succeed(res, { ...ways, identityProvider: signIn !== undefined }),
    }),
    endpoint(signInOperations.startOutsideSignIn, {
      handle: async ({ query }, _req, res) => {
        const { ticket, url } = await requireSignIn().start(query.returnTo);
        res.cookie(COOKIE, ticket, { ...cookieOptions, maxAge: TICKET_SECONDS * 1000 });
        res.redirect(303, url);
      },
    }),
    endpoint(signInOperations.finishOutsideSignIn, {
      // Providers send parameters that nobody has described.
      readsItself: 'query',
      handle: async (_input, req, res) => {
        const service = requireSignIn();
        const ticket = readCookie(req, COOKIE);
        // A ticket is valid for one attempt.
        res.clearCookie(COOKIE, cookieOptions);
        const { returnTo, session } = await service.finish(readRedirect(req), ticket, originOf(req));
        transport.giveCookie(res, session.refreshToken);
        res.redirect(303, returnTo);
      },
    }),
  ]);
}

/** The known parameters that the provider sent. @throws BadRequestError when one is given twice or too long */
function readRedirect(req: Request): ProviderRedirect {
  const mark = req.originalUrl.indexOf('?');
  const given = new URLSearchParams(mark === -1 ? '' : req.originalUrl.slice(mark + 1));
  const known: Record<string, string> = {};
  for (const name of ['code', 'state', 'iss', 'error']) {
    const [value, ...more] = given.getAll(name);
    if (more.length > 0) throw new BadRequestError(`Query parameter "${name}" is given twice.`);
    if (value !== undefined) known[name] = value;
  }
  return validate(callbackSchema, known, 'query');
}
