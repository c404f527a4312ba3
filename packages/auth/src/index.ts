export type { DeletionService } from './accounts/deletion-service.js';
export { createLocalUser } from './accounts/local-user.js';
export { newPasswordSchema } from './accounts/new-password-schema.js';
export { createUser, type OperatorUser } from './accounts/operator-user.js';
export type { PasswordService } from './accounts/password-service.js';
export { createPasswordStrength, type PasswordStrength } from './accounts/password-strength.js';
export type { RegistrationService } from './accounts/registration-service.js';
export { makeSignInLink } from './accounts/sign-in-link.js';
export type { ApiKeyService } from './api-keys/api-key-service.js';
export { livePrefix, mintKey, readKeyPrefix } from './api-keys/key-format.js';
export type { LeakedKeyService } from './api-keys/leaked-key-service.js';
export { type Actor, type AuditEvent, appendAudit } from './audit/audit-log.js';
export type { RecordedEvent } from './audit/audit-trail.js';
export { oldestUnsealedSeconds, redactDeletedUsers, sealAudit } from './audit/audit-upkeep.js';
export { type AuditVerification, verifyAudit, verifyAuditIn } from './audit/audit-verification.js';
export { listTeamActivity, type MemberActivity } from './audit/team-activity.js';
export { type Auth, type AuthDependencies, createAuth } from './auth.js';
export type { Account, Caller, TeamRole } from './callers/caller.js';
export {
  holdOwner,
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
export { type CallerRequirement, callerOf, knownCaller } from './callers/request-caller.js';
export {
  type AuthConfig,
  authSettings,
  type MailConfig,
  mailSettings,
  type PasskeyConfig,
  passkeySettings,
  signInSettings,
} from './config.js';
export type { FactorService } from './factors/factor-service.js';
export { MOST_PASSKEYS, type PasskeyService } from './factors/passkey-service.js';
export { resetFactors } from './factors/reset-factors.js';
export type { SecondStepAnswer, SecondStepOffer } from './factors/second-step.js';
export type { Authenticate } from './guards/authenticate.js';
export { deletedMeanwhile } from './guards/deleted-meanwhile.js';
export { actorOf, type CallerWatch, requireFeature, requireTier } from './guards/middleware.js';
export { refuseLapsedTeam, requireTeamRole, requireTeamTier } from './guards/team-guards.js';
export { deleteOldIdempotencyKeys } from './idempotency/idempotency-store.js';
export { keepNoAnswer, type Once } from './idempotency/once.js';
export { KEY_SCOPES, type KeyScope, type ScopeOf, scopesOf } from './key-grants/key-scopes.js';
export { type Bound, type BoundedResource, showBound } from './limits/bound.js';
export type { CallClass, CallsPerMinute } from './limits/call-limit.js';
export { addressSubject } from './limits/client-address.js';
export { type DailyQuota, type Reservation, secondsToMidnightUtc, type Usage } from './limits/daily-quota.js';
export { createEventStreams, type EventStreams } from './limits/event-streams.js';
export { localCounts } from './limits/local-counts.js';
export { returnLostReservations } from './limits/lost-reservations.js';
export { createSharedCount } from './limits/shared-count.js';
export type { WorkUse } from './limits/work-book.js';
export type { WorkPlace, WorkPlaces } from './limits/work-places.js';

export {
  createMailSender,
  giveUpMails,
  type MailOutcome,
  type MailSender,
  type ObserveMail,
} from './mail/mail-sender.js';
export { createSmtpMailer, type Mailer } from './mail/mailer.js';
export { authMigrations } from './migrations/index.js';
export { migrateSettings, runMigrateCommand } from './migrations/migrate-command.js';
export { type CoverageChanges, insertMail, type OutboxBacklog, readOutboxBacklog } from './outbox/outbox-store.js';
export type { ListedSession, UserSessions } from './sessions/user-sessions.js';
export type { PasskeySignIn, PasskeySignInAnswer } from './sign-in/passkey-sign-in.js';
export type { SessionService } from './sign-in/session-service.js';
export { claimTeam, requireMember } from './teams/acting-member.js';
export { expireInvitations } from './teams/expired-invitations.js';
export type { InvitationService } from './teams/invitation-service.js';
export type { MemberService } from './teams/member-service.js';
export { createTeamFor } from './teams/operator-team.js';
export { findOwnerTier, ownerTier } from './teams/owner-tier.js';
export type { ServiceAccountService } from './teams/service-accounts/service-account-service.js';
export type { Team, TeamView } from './teams/team-model.js';
export type { TeamService } from './teams/team-service.js';
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
export { emailSchema } from './users/email-schema.js';
export { setTier, setTierByEmail } from './users/subscription-service.js';
export { findEmails } from './users/user-store.js';
