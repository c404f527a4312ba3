import type { Logger } from '@tripline/service';
import type { AuthConfig } from '../config.js';
import { createKeySet } from './oidc-key-set.js';
import { createProviderMetadata, type ProviderMetadata } from './oidc-metadata.js';
import type { Refreshed } from './oidc-refreshed.js';
import { createOidcVerifier, type OidcVerifier } from './oidc-verifier.js';

/** The configured identity provider. */
export interface OutsideProvider {
  metadata: Refreshed<ProviderMetadata>;
  verifier: OidcVerifier;
}

/** The provider of the settings, if there is one. It is asked for the first time when it is first needed. */
export function createOutsideProvider(config: AuthConfig, log: Logger): OutsideProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: keySetUrl } = config;
  if (issuer === undefined || audience === undefined) return undefined;
  const metadata = createProviderMetadata(issuer, log);
  const keys = createKeySet(async () => keySetUrl ?? (await metadata.current()).keySetUrl, log);
  return {
    metadata,
    verifier: createOidcVerifier({ issuer, audience, keys, tierClaim: config.AUTH_TRUST_TIER_CLAIM }),
  };
}
