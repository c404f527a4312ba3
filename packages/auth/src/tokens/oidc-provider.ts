import type { Logger } from '@tripline/service';
import type { AuthConfig } from '../config.js';
import { createProviderMetadata, type ProviderMetadata } from './oidc-metadata.js';
import type { Refreshed } from './oidc-refreshed.js';
import type { OidcVerifier } from './oidc-verifier.js';

/** The configured identity provider. */
export interface OutsideProvider {
  metadata: Refreshed<ProviderMetadata>;
  verifier: OidcVerifier;
}

/** The provider of the settings, if there is one. It is called, and the code that checks its tokens loaded, when first needed. */
export function createOutsideProvider(config: AuthConfig, log: Logger): OutsideProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: keySetUrl } = config;
  if (issuer === undefined || audience === undefined) return undefined;
  const metadata = createProviderMetadata(issuer, log);
  const load = async (): Promise<OidcVerifier> => {
    // One after the other: both load jose, and jest does not link a module that is being linked for another.
    const { createKeySet } = await import('./oidc-key-set.js');
    const { createOidcVerifier } = await import('./oidc-verifier.js');
    const keys = createKeySet(async () => keySetUrl ?? (await metadata.current()).jwks_uri, log);
    return createOidcVerifier({ issuer, audience, keys, tierClaim: config.AUTH_TRUST_TIER_CLAIM });
  };
  let loaded: Promise<OidcVerifier> | undefined;
  const verifier = (): Promise<OidcVerifier> => {
    loaded ??= load();
    return loaded;
  };
  return {
    metadata,
    verifier: {
      issuer,
      verify: async (token) => (await verifier()).verify(token),
      verifyIdToken: async (token, clientId) => (await verifier()).verifyIdToken(token, clientId),
    },
  };
}
