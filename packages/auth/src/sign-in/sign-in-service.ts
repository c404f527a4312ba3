import { BadRequestError, UnauthorizedError } from '@tripline/service';
import type { Origin } from '../audit/audit-log.js';
import { addressSubject } from '../limits/client-address.js';
import type { RateLimit } from '../limits/rate-limit.js';
import type { Seal } from '../secrets/seal.js';
import { verifiedEmail } from '../tokens/oidc-claims.js';
import type { ProviderMetadata } from '../tokens/oidc-metadata.js';
import type { Refreshed } from '../tokens/oidc-refreshed.js';
import type { OidcVerifier, OutsideToken } from '../tokens/oidc-verifier.js';
import type { IdentityService } from './identity-service.js';
import type { OidcClient } from './oidc-client.js';
import type { Session, SessionService } from './session-service.js';
import { createTicket, type SignInTicket } from './sign-in-ticket.js';

/** The provider's answer, from the query of the redirect back. */
export interface ProviderRedirect {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** Signs people in through the outside provider (authorization code with PKCE, done by this service). */
export interface SignInService {
  /**
   * Begins a sign-in: where to send the browser, and the ticket it must bring back within 10 minutes.
   * @param returnTo a path of our own; PUBLIC_URL when missing
   * @throws BadRequestError when it leads elsewhere, UnavailableError when the provider cannot be asked
   */
  start(returnTo: string | undefined): Promise<{ url: string; ticket: string }>;
  /**
   * Ends a sign-in with the provider's answer and the browser's ticket.
   * @returns the session, and the address the browser goes to
   * @throws BadRequestError when the two do not belong together, UnauthorizedError when the provider did not sign the
   *   person in, UnavailableError, TooManyRequestsError after too many failures from one address
   */
  finish(
    redirect: ProviderRedirect,
    ticket: string | undefined,
    origin: Origin,
  ): Promise<{ session: Session; returnTo: string }>;
}

interface Dependencies {
  client: Pick<OidcClient, 'id' | 'secret'>;
  publicUrl: string;
  provider: Refreshed<ProviderMetadata>;
  verifier: OidcVerifier;
  identities: IdentityService;
  sessions: SessionService;
  tickets: Seal<SignInTicket>;
  loginsPerAddress: RateLimit;
}

/** Loaded at the first sign-in, since most processes never need it. */
const loadClient = () => import('./oidc-client.js');

/** Builds the service. */
export function createSignInService(deps: Dependencies): SignInService {
  const { publicUrl, tickets, verifier } = deps;
  const client = { ...deps.client, redirectUri: `${publicUrl.replace(/\/$/, '')}/v1/auth/oidc/callback` };

  const tokenOf = async (
    provider: ProviderMetadata,
    answer: Readonly<Record<string, string>>,
    ticket: SignInTicket,
  ): Promise<OutsideToken> => {
    const { exchangeCode, readUserInfo } = await loadClient();
    const tokens = await exchangeCode(provider, client, answer, ticket);
    const token = await verifier.verifyIdToken(tokens.idToken, client.id);
    if (token.outside.email !== undefined) return token;
    const email = verifiedEmail(await readUserInfo(provider, client, tokens, token.subject));
    return email === undefined ? token : { ...token, outside: { ...token.outside, email } };
  };

  return {
    async start(returnTo) {
      const ticket = createTicket(returnTo === undefined ? publicUrl : ownAddress(returnTo, publicUrl));
      const [provider, { authorizationUrl }] = await Promise.all([deps.provider.current(), loadClient()]);
      return { url: authorizationUrl(provider, client, ticket), ticket: tickets.seal(ticket) };
    },
    async finish({ code, error, iss, state }, sealed, origin) {
      const ticket = tickets.open(sealed);
      if (ticket === undefined || state !== ticket.state) {
        throw new BadRequestError(
          'This browser did not begin this sign-in within the last 10 minutes; start again at /v1/auth/oidc/start.',
        );
      }
      const provider = await deps.provider.current();
      if (
        iss === undefined ? provider.authorization_response_iss_parameter_supported === true : iss !== verifier.issuer
      ) {
        throw new BadRequestError('The answer does not come from the configured identity provider.');
      }
      if (error !== undefined || code === undefined) {
        const reason = /^\w{1,60}$/.test(error ?? '') ? error : 'no code';
        throw new UnauthorizedError(`The identity provider did not sign you in (${reason}); start again.`);
      }
      const answer = { code, state, ...(iss === undefined ? {} : { iss }) };
      const token = await limited(deps.loginsPerAddress, origin, () => tokenOf(provider, answer, ticket));
      const found = await deps.identities.resolve(token);
      if (found === undefined)
        throw new UnauthorizedError('This account was deleted; sign in again to make a new one.');
      const { account } = found;
      const session = await deps.sessions.beginOutside(account.userId, token.issuer, origin);
      return { session, returnTo: ticket.returnTo };
    },
  };
}

/** Each attempt costs the provider a call; those it refuses count against the client's address. */
async function limited<T>(loginsPerAddress: RateLimit, origin: Origin, attempt: () => Promise<T>): Promise<T> {
  const address = addressSubject(origin.ip);
  await loginsPerAddress.take(address);
  let isRefused = false;
  try {
    return await attempt();
  } catch (error) {
    isRefused = error instanceof UnauthorizedError;
    throw error;
  } finally {
    if (!isRefused) await loginsPerAddress.giveBack(address);
  }
}

/** A path as an address of ours, so that nobody is sent to another site in our name. */
function ownAddress(path: string, publicUrl: string): string {
  const base = new URL(publicUrl);
  const target = URL.canParse(path, base.origin) ? new URL(path, base.origin) : undefined;
  if (!path.startsWith('/') || target?.origin !== base.origin) {
    throw new BadRequestError('returnTo must be a path of this site, such as /dashboard.', {
      details: [{ path: 'returnTo', message: 'returnTo must be a path of this site, such as /dashboard' }],
    });
  }
  return target.href;
}
