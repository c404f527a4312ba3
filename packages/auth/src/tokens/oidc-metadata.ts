import type { Logger } from '@tripline/service';
import { askProvider } from './oidc-fetch.js';
import { createRefreshed, type Refreshed } from './oidc-refreshed.js';

/** What a provider says of itself (OpenID Connect Discovery 1.0), as far as it matters here. */
export interface ProviderMetadata {
  keySetUrl: string;
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string | undefined;
  /** Whether the token endpoint takes the client's secret in the Authorization header; else it goes into the body. */
  takesBasicAuth: boolean;
  /** Whether every answer of the authorization endpoint names the issuer (RFC 9207). */
  namesIssuer: boolean;
}

/** Holds the discovery document of an issuer. */
export function createProviderMetadata(issuer: string, log: Logger): Refreshed<ProviderMetadata> {
  return createRefreshed("the identity provider's discovery document", () => readMetadata(issuer), log);
}

async function readMetadata(issuer: string): Promise<ProviderMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await askProvider(url);
  if (status !== 200) throw new Error(`${url} answered with status ${status}`);
  if (body['issuer'] !== issuer) {
    throw new Error(`${url} is of the issuer ${String(body['issuer'])}, not of OIDC_ISSUER (${issuer})`);
  }
  const endpoint = (name: string): string => {
    const value = body[name];
    // A provider reached by https must not lead its users, or our secret, over an open line.
    const scheme = issuer.startsWith('https:') ? /^https:\/\// : /^https?:\/\//;
    if (typeof value !== 'string' || !scheme.test(value)) throw new Error(`${url} has no usable ${name}`);
    return value;
  };
  const methods = body['token_endpoint_auth_methods_supported'];
  return {
    keySetUrl: endpoint('jwks_uri'),
    authorizationUrl: endpoint('authorization_endpoint'),
    tokenUrl: endpoint('token_endpoint'),
    userInfoUrl: body['userinfo_endpoint'] === undefined ? undefined : endpoint('userinfo_endpoint'),
    takesBasicAuth: !Array.isArray(methods) || methods.includes('client_secret_basic'),
    namesIssuer: body['authorization_response_iss_parameter_supported'] === true,
  };
}
