import { UnauthorizedError, UnavailableError } from '@tripline/service';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  fetchUserInfo,
  None,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { fetchFromProvider } from '../tokens/oidc-fetch.js';
import type { ProviderMetadata } from '../tokens/oidc-metadata.js';
import { CLOCK_SKEW_SECONDS } from '../tokens/oidc-verifier.js';
import { codeChallenge, type SignInTicket } from './sign-in-ticket.js';

/** This service as a client of the provider. */
export interface OidcClient {
  id: string;
  /** Without one, the client is public, and only PKCE protects the exchange. */
  secret: string | undefined;
  redirectUri: string;
}

/** What the provider gives for a code. */
interface IssuedTokens {
  idToken: string;
  accessToken: string;
}

const RETRY_SECONDS = 10;

/** Where to send the browser that begins a sign-in. */
export function authorizationUrl(provider: ProviderMetadata, client: OidcClient, ticket: SignInTicket): string {
  const url = buildAuthorizationUrl(configurationOf(provider, client), {
    redirect_uri: client.redirectUri,
    scope: 'openid email',
    state: ticket.state,
    nonce: ticket.nonce,
    code_challenge: codeChallenge(ticket.codeVerifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/**
 * Exchanges the code of the provider's answer (RFC 6749, 4.1.3, with PKCE) for tokens. Of the ID token the claims are checked, the nonce among them;
 * its signature is not.
 * @param answer the query of the redirect back, whose `state` is the ticket's
 * @throws UnauthorizedError when the provider does not take the code, or the ID token is not for this sign-in
 * @throws UnavailableError when it cannot be reached, refuses this service as its client, or gives no ID token that can be read
 */
export async function exchangeCode(
  provider: ProviderMetadata,
  client: OidcClient,
  answer: Readonly<Record<string, string>>,
  ticket: SignInTicket,
): Promise<IssuedTokens> {
  const url = new URL(client.redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  try {
    const tokens = await authorizationCodeGrant(configurationOf(provider, client), url, {
      pkceCodeVerifier: ticket.codeVerifier,
      expectedState: ticket.state,
      expectedNonce: ticket.nonce,
    });
    return { idToken: tokens.id_token ?? '', accessToken: tokens.access_token };
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
      throw new UnauthorizedError('The identity provider no longer accepts the code; start the sign-in again.', {
        cause: error,
      });
    }
    if (isAboutIdToken(error)) {
      throw new UnauthorizedError('The ID token is not valid for this sign-in.', { cause: error });
    }
    throw unavailable(error);
  }
}

/**
 * The answer of the provider's userinfo endpoint about a person (OpenID Connect Core 1.0, 5.3): many providers give the address only there.
 * Empty where there is no such endpoint, it refuses, or it answers for another person.
 * @throws UnavailableError when it cannot be reached
 */
export async function readUserInfo(
  provider: ProviderMetadata,
  client: OidcClient,
  { accessToken }: IssuedTokens,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (provider.userinfo_endpoint === undefined) return {};
  try {
    return await fetchUserInfo(configurationOf(provider, client), accessToken, subject);
  } catch (error) {
    if (error instanceof WWWAuthenticateChallengeError || isAboutAnswer(error)) return {};
    throw unavailable(error);
  }
}

/** The library also wraps errors of the call itself; only errors about an answer have a code. */
const isAboutAnswer = (error: unknown): boolean =>
  error instanceof ClientError && error.code !== undefined && error.code !== 'OAUTH_TIMEOUT';

/** Codes for a wrong ID token; the first is also used for an answer without one, then with its body. */
const ID_TOKEN_FAULTS: ReadonlySet<string | undefined> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

function isAboutIdToken(error: unknown): boolean {
  if (!(error instanceof ClientError) || !ID_TOKEN_FAULTS.has(error.code)) return false;
  const { cause } = error.cause as { cause?: unknown };
  return !(typeof cause === 'object' && cause !== null && 'body' in cause);
}

function configurationOf(provider: ProviderMetadata, client: OidcClient): Configuration {
  const configuration = new Configuration(
    provider,
    client.id,
    { [clockTolerance]: CLOCK_SKEW_SECONDS },
    authOf(provider, client),
  );
  configuration[customFetch] = (url, question) => {
    // The library takes the address from a URL, whose spelling may differ from the registered one.
    if (question.body instanceof URLSearchParams && question.body.has('redirect_uri')) {
      question.body.set('redirect_uri', client.redirectUri);
    }
    return fetchFromProvider(url, question);
  };
  if (provider.issuer.startsWith('http:')) allowInsecureRequests(configuration);
  return configuration;
}

/** The secret goes into the Authorization header unless the provider wants it in the body. */
function authOf(
  { token_endpoint_auth_methods_supported: methods }: ProviderMetadata,
  { secret }: OidcClient,
): ClientAuth {
  if (secret === undefined) return None();
  return methods === undefined || methods.includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret);
}

const unavailable = (cause: unknown): UnavailableError =>
  new UnavailableError('The identity provider cannot complete the sign-in right now; try again.', RETRY_SECONDS, {
    cause,
  });
