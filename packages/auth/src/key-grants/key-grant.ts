import { ForbiddenError, parseNetwork, UnauthorizedError } from '@tripline/service';
import ipaddr from 'ipaddr.js';
import { KEY_SCOPES, type KeyScope } from './key-scopes.js';

/** What a key is good for. Null is without bounds: for ever, for everything its holder may do, from anywhere. */
export interface KeyGrant {
  readonly expiresAt: Date | null;
  readonly scopes: readonly KeyScope[] | null;
  /** Addresses and CIDR networks that it may be used from. */
  readonly allowedIps: readonly string[] | null;
}

/** What a request must satisfy to use a key. */
export interface KeyBounds extends Pick<KeyGrant, 'expiresAt' | 'scopes'> {
  /** Whether a client address may use the key. */
  allows(address: string | undefined): boolean;
}

/** Reads a key's networks once, for all the requests that come with it. */
export function boundsOf({ expiresAt, scopes, allowedIps }: KeyGrant): KeyBounds {
  if (allowedIps === null) return { expiresAt, scopes, allows: () => true };
  const networks = allowedIps.map(parseNetwork);
  return {
    expiresAt,
    scopes,
    allows(address) {
      if (address === undefined || !ipaddr.isValid(address)) return false;
      // IPv4 in IPv6 form, as a socket that takes both has it, is IPv4.
      const parsed = ipaddr.process(address);
      return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
    },
  };
}

/**
 * Refuses a request that is beyond the bounds of its key.
 * @throws UnauthorizedError for a key that has expired; ForbiddenError for one that may not be used from this address, then for one without
 * the scope that is needed
 */
export function refuseBeyond(
  { bounds, keyPrefix }: { readonly bounds: KeyBounds; readonly keyPrefix: string },
  address: string | undefined,
  needed?: () => KeyScope | undefined,
): void {
  if (hasExpired(bounds)) {
    throw new UnauthorizedError(`The API key ${keyPrefix} has expired: ${bounds.expiresAt?.toISOString()}.`);
  }
  if (!bounds.allows(address)) {
    throw new ForbiddenError(`This API key may not be used from the address ${address ?? 'that is not known'}.`);
  }
  if (bounds.scopes === null) return;
  const scope = needed?.();
  if (scope !== undefined && !bounds.scopes.includes(scope)) {
    throw new ForbiddenError(`This needs the scope "${scope}"; this API key has ${bounds.scopes.join(', ')}.`);
  }
}

/** Whether a key's time is over. */
export const hasExpired = ({ expiresAt }: Pick<KeyGrant, 'expiresAt'>): boolean =>
  expiresAt !== null && expiresAt.getTime() <= Date.now();

/** The scopes as they are shown: all of them by name where the key is not narrowed. */
export const shownScopes = (scopes: KeyGrant['scopes']): readonly KeyScope[] => scopes ?? KEY_SCOPES;

/** What the audit log tells of a key beside its name: the bounds it has. */
export function auditedGrant({ allowedIps, expiresAt, scopes }: KeyGrant): Record<string, unknown> {
  return {
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(scopes === null ? {} : { scopes }),
    ...(allowedIps === null ? {} : { allowedIps }),
  };
}
