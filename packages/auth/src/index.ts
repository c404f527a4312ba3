export type { PasswordService } from './accounts/password-service.js';
export type { Origin, RegistrationService } from './accounts/registration-service.js';
export type { Session, SessionService } from './accounts/session-service.js';
export { createLocalUser, setTier, setTierByEmail } from './accounts/subscription-service.js';
export { findEmails, type Profile } from './accounts/user-store.js';
export { apiKeyBody, keyPrefixParam } from './api-keys/api-key-body.js';
export type { ApiKeyService, CreatedKey, ListedKey } from './api-keys/api-key-service.js';
export { livePrefix, mintKey, readKeyPrefix } from './api-keys/key-format.js';
export { type Actor, type AuditEvent, appendAudit } from './audit/audit-log.js';
export { type Auth, type AuthDependencies, createAuth } from './auth.js';
export { type Authenticate, readBearer } from './callers/authenticate.js';
export type { Account, Caller, TeamRole } from './callers/caller.js';
export {
  actorOf,
  type CallerRequirement,
  type CallerWatch,
  callerOf,
  originOf,
  requireFeature,
  requireTier,
  requireVerifiedEmail,
} from './callers/middleware.js';
export { madeBy, type OwnerScope, ownedBy, ownerId, ownersOf, scopeOf } from './callers/owner-scope.js';
export { type AuthConfig, authSettings } from './config.js';
export { addressSubject } from './limits/client-address.js';
export { type DailyQuota, type Reservation, secondsToMidnightUtc, type Usage } from './limits/daily-quota.js';
export type { GenerationSlots, Slot } from './limits/generation-slots.js';
export { runMigrateCommand } from './migrations/migrate-command.js';
export {
  dailyGenerations,
  effectiveTier,
  type Feature,
  isTier,
  TIERS,
  type Tier,
  type TierLimits,
  tierLimits,
  tierReaches,
} from './tiers/tier.js';
