import { coverage, coverageData, done, type Rules, rules, rulesData } from '../api/clients.js';
import type { NewKey } from './key-form.js';
import type { MadeKey } from './shown-secret.js';

type Key = Rules['ApiKey'];

/** Where one's own keys are kept. */
export interface OwnKeys {
  list(): Promise<readonly Key[]>;
  make(key: NewKey): Promise<MadeKey>;
  rotate(prefix: string, overlapSeconds: number): Promise<MadeKey>;
  revoke(prefix: string): Promise<void>;
}

/** Both services keep the same keys. The rules service lets people manage them from tier `pro` on, the coverage service from `individual` on. */
export const ownKeysOf = (tier: Rules['Profile']['tier']): OwnKeys =>
  tier === 'individual' ? atCoverageService : atRulesService;

const atRulesService: OwnKeys = {
  list: async () => (await rulesData(rules.GET('/v1/api-keys'))).keys,
  make: (key) => rulesData(rules.POST('/v1/api-keys', { body: { ...key } })),
  rotate: (prefix, overlapSeconds) =>
    rulesData(rules.POST('/v1/api-keys/{prefix}/rotate', { params: { path: { prefix } }, body: { overlapSeconds } })),
  revoke: (prefix) => done(rules.DELETE('/v1/api-keys/{prefix}', { params: { path: { prefix } } })),
};

const atCoverageService: OwnKeys = {
  list: async () =>
    (await coverageData(coverage.GET('/keys'))).keys.map((key) => ({
      prefix: key.prefix,
      name: key.name,
      createdAt: key.created_at,
      lastUsedAt: key.last_used_at,
      expiresAt: key.expires_at,
      scopes: key.scopes,
      allowedIps: key.allowed_ips,
      replacedBy: key.replaced_by,
      dailyLimit: key.daily_limit,
      usedToday: key.used_today,
    })),
  make: ({ name, allowedIps, expiresAt, scopes }) =>
    coverageData(
      coverage.POST('/keys', {
        body: {
          name,
          ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
          ...(scopes === undefined ? {} : { scopes }),
          ...(allowedIps === undefined ? {} : { allowed_ips: allowedIps }),
        },
      }),
    ),
  rotate: (prefix, overlapSeconds) =>
    coverageData(
      coverage.POST('/keys/{prefix}/rotate', {
        params: { path: { prefix } },
        body: { overlap_seconds: overlapSeconds },
      }),
    ),
  revoke: (prefix) => done(coverage.DELETE('/keys/{prefix}', { params: { path: { prefix } } })),
};
