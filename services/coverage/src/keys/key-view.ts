import { type CreatedKey, type KeyGrant, type ListedKey, type RotatedKey, shownScopes } from '@tripline/auth';
import type { TypeOf } from '@tripline/service';
import type { keyResource, newKeyResource, rotatedKeyResource } from './key-resource.js';

const grantView = ({ allowedIps, expiresAt, scopes }: KeyGrant) => ({
  expires_at: expiresAt,
  scopes: shownScopes(scopes),
  allowed_ips: allowedIps,
});

/** A key in the list. */
export const keyView = (key: ListedKey): TypeOf<typeof keyResource> => ({
  prefix: key.prefix,
  name: key.name,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  ...grantView(key),
  replaced_by: key.replacedBy,
  daily_limit: key.dailyLimit,
  used_today: key.usedToday,
});

/** A key just made: the one answer that has it whole. */
export const newKeyView = (made: CreatedKey): TypeOf<typeof newKeyResource> => ({
  key: made.key,
  prefix: made.prefix,
  name: made.name,
  created_at: made.createdAt,
  ...grantView(made),
});

/** The same of a key that has taken the place of another. */
export const rotatedKeyView = (made: RotatedKey): TypeOf<typeof rotatedKeyResource> => ({
  ...newKeyView(made),
  replaces: { prefix: made.replaces.prefix, ends_at: made.replaces.endsAt },
});
