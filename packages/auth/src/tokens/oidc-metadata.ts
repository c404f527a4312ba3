import type { Logger } from '@tripline/service';
import type { ServerMetadata } from 'openid-client';
import { readFromProvider } from './oidc-fetch.js';
import { createRefreshed, type Refreshed } from './oidc-refreshed.js';

/** The parts of a provider's discovery document (OpenID Connect Discovery 1.0) that are used here. */
export interface ProviderMetadata extends ServerMetadata {
  readonly jwks_uri: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

/** Holds the discovery document of an issuer. */
export function createProviderMetadata(issuer: string, log: Logger): Refreshed<ProviderMetadata> {
  return createRefreshed("the identity provider's discovery document", () => readMetadata(issuer), log);
}

async function readMetadata(issuer: string): Promise<ProviderMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await readFromProvider(url);
  if (status !== 200) throw new Error(`${url} answered with status ${status}`);
  if (body['issuer'] !== issuer) {
    throw new Error(`${url} is of the issuer ${String(body['issuer'])}, not of OIDC_ISSUER (${issuer})`);
  }
  const endpoint = (name: string): string => {
    const value = body[name];
    // A provider with https must not send its users, or our secret, over http.
    const scheme = issuer.startsWith('https:') ? /^https:\/\// : /^https?:\/\//;
    if (typeof value !== 'string' || !scheme.test(value)) throw new Error(`${url} has no usable ${name}`);
    return value;
  };
  const methods = body['token_endpoint_auth_methods_supported'];
  return {
    issuer,
    jwks_uri: endpoint('jwks_uri'),
    authorization_endpoint: endpoint('authorization_endpoint'),
    token_endpoint: endpoint('token_endpoint'),
    ...(body['userinfo_endpoint'] === undefined ? {} : { userinfo_endpoint: endpoint('userinfo_endpoint') }),
    ...(Array.isArray(methods) ? { token_endpoint_auth_methods_supported: methods.map(String) } : {}),
    authorization_response_iss_parameter_supported: body['authorization_response_iss_parameter_supported'] === true,
    // Only these, whatever the provider lists: the key set has no others.
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  };
}
