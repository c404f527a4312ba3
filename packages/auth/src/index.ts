export { createLocalUser } from './accounts/local-user.js';
export { newPasswordSchema } from './accounts/new-password-schema.js';
export { createUser } from './accounts/operator-user.js';
export { createPasswordStrength } from './accounts/password-strength.js';
export { makeSignInLink } from './accounts/sign-in-link.js';
export { livePrefix, mintKey, readKeyPrefix } from './api-keys/key-format.js';
export { type Actor, appendAudit, auditEntry } from './audit/audit-log.js';
export { oldestUnsealedSeconds, redactDeletedUsers, sealAudit } from './audit/audit-upkeep.js';
export { verifyAudit, verifyAuditIn } from './audit/audit-verification.js';
export { lastSeal, sealedEventsAfter } from './audit/sealed-events.js';
export { listTeamActivity } from './audit/team-activity.js';
export { type Auth, createAuth } from './auth.js';
export type { Caller } from './callers/caller.js';
export {
  holdOwner,
  holdOwners,
  madeBy,
  OWNER_KINDS,
  type OwnerKind,
  type OwnerScope,
  ownedBy,
  ownerId,
  ownersOf,
  partOf,
  scopeOf,
  type TeamScope,
  teamScopeOf,
} from './callers/owner-scope.js';
export { callerOf, knownCaller } from './callers/request-caller.js';
export {
  type AuthConfig,
  authSettings,
  type MailConfig,
  mailSettings,
  type PasskeyConfig,
  passkeySettings,
  signInSettings,
} from './config.js';
export { resetFactors } from './factors/reset-factors.js';
export { deletedMeanwhile } from './guards/deleted-meanwhile.js';
export { actorOf, type CallerWatch, requireFeature } from './guards/middleware.js';
export { refuseLapsedTeam, requireTeamRole, requireTeamTier } from './guards/team-guards.js';
export { deleteOldIdempotencyKeys } from './idempotency/idempotency-store.js';
export { keepNoAnswer, type Once } from './idempotency/once.js';
export { KEY_SCOPES, type KeyScope, type ScopeOf, scopesOf } from './key-grants/key-scopes.js';
export { showBound } from './limits/bound.js';
export type { CallsPerMinute } from './limits/call-limit.js';
export { addressSubject } from './limits/client-address.js';
export { type DailyQuota, secondsToMidnightUtc } from './limits/daily-quota.js';
export { createEventStreams, type EventStreams } from './limits/event-streams.js';
export { localCounts } from './limits/local-counts.js';
export { returnLostReservations } from './limits/lost-reservations.js';
export { createSharedCount } from './limits/shared-count.js';
export type { WorkPlaces } from './limits/work-places.js';
export { createMailSender, giveUpMails, type MailSender, type ObserveMail } from './mail/mail-sender.js';
export { createSmtpMailer, type Mailer } from './mail/mailer.js';
export { authMigrations } from './migrations/index.js';
/** @public npm run docs asks for them. */
export { migrateSettings, runMigrateCommand } from './migrations/migrate-command.js';
export { insertMail, readOutboxBacklog } from './outbox/outbox-store.js';
export { claimTeam, requireMember } from './teams/acting-member.js';
export { expireInvitations } from './teams/expired-invitations.js';
export { createTeamFor } from './teams/operator-team.js';
export { findOwnerTier, ownerTier } from './teams/owner-tier.js';
export type { Team } from './teams/team-model.js';
export { dailyGenerations, effectiveTier, isTier, TIERS, type Tier, tierLimits, tierReaches } from './tiers/tier.js';
export { emailSchema } from './users/email-schema.js';
export { setTierByEmail } from './users/subscription-service.js';
export { findEmails } from './users/user-store.js';
