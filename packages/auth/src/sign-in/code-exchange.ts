import { UnauthorizedError, UnavailableError } from '@tripline/service';
import { askProvider, type ProviderAnswer, type ProviderQuestion } from '../tokens/oidc-fetch.js';
import type { ProviderMetadata } from '../tokens/oidc-metadata.js';

/** This service as a client of the provider. */
export interface OidcClient {
  id: string;
  /** Without one, the client is public: PKCE alone protects the exchange. */
  secret: string | undefined;
}

/** What the provider gives for a code. */
export interface IssuedTokens {
  idToken: string;
  accessToken: string | undefined;
}

const RETRY_SECONDS = 10;

/**
 * Exchanges an authorization code (RFC 6749, 4.1.3, with PKCE).
 * @throws UnauthorizedError when the provider does not take the code
 * @throws UnavailableError when it cannot be reached, or refuses this service as its client
 */
export async function exchangeCode(
  provider: ProviderMetadata,
  client: OidcClient,
  grant: { code: string; codeVerifier: string; redirectUri: string },
): Promise<IssuedTokens> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: grant.code,
    redirect_uri: grant.redirectUri,
    code_verifier: grant.codeVerifier,
  });
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (client.secret !== undefined && provider.takesBasicAuth) {
    headers['Authorization'] = basicAuth(client.id, client.secret);
  } else {
    form.set('client_id', client.id);
    if (client.secret !== undefined) form.set('client_secret', client.secret);
  }
  const { status, body } = await ask(provider.tokenUrl, { method: 'POST', headers, body: form });
  const { access_token: accessToken, error, id_token: idToken } = body;
  if (error === 'invalid_grant') {
    throw new UnauthorizedError('The identity provider does not take the code any more; start the sign-in again.');
  }
  if (status !== 200 || typeof idToken !== 'string') {
    throw unavailable(
      new Error(`${provider.tokenUrl} answered with status ${status}, ${String(error ?? 'no ID token')}`),
    );
  }
  return { idToken, accessToken: typeof accessToken === 'string' ? accessToken : undefined };
}

/**
 * What the provider's userinfo endpoint tells of the bearer of an access token (OpenID Connect Core 1.0, 5.3): many
 * providers name the address only there. Empty where there is no such endpoint or it refuses.
 * @throws UnavailableError when it cannot be reached
 */
export async function readUserInfo(
  { userInfoUrl }: ProviderMetadata,
  { accessToken }: IssuedTokens,
): Promise<ProviderAnswer['body']> {
  if (userInfoUrl === undefined || accessToken === undefined) return {};
  const { status, body } = await ask(userInfoUrl, { headers: { Authorization: `Bearer ${accessToken}` } });
  return status === 200 ? body : {};
}

async function ask(url: string, init: ProviderQuestion): Promise<ProviderAnswer> {
  try {
    return await askProvider(url, init);
  } catch (error) {
    throw unavailable(error);
  }
}

const unavailable = (cause: unknown): UnavailableError =>
  new UnavailableError('The identity provider cannot complete the sign-in right now; try again.', RETRY_SECONDS, {
    cause,
  });

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function basicAuth(id: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}
