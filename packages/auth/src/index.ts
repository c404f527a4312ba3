export type { DeletionService } from './accounts/deletion-service.js';
export { createLocalUser } from './accounts/local-user.js';
export { newPasswordSchema } from './accounts/new-password-schema.js';
export { createUser, type OperatorUser } from './accounts/operator-user.js';
export type { PasswordService } from './accounts/password-service.js';
export { createPasswordStrength, type PasswordStrength } from './accounts/password-strength.js';
export type { RegistrationService } from './accounts/registration-service.js';
export { makeSignInLink } from './accounts/sign-in-link.js';
export type { ApiKeyService, ListedKey, RotatedKey } from './api-keys/api-key-service.js';
export type { CreatedKey, NewKey } from './api-keys/issue-key.js';
export { livePrefix, mintKey, readKeyPrefix } from './api-keys/key-format.js';
export type { FoundToken, LeakedKeyService } from './api-keys/leaked-key-service.js';
export { type Actor, type AuditEvent, appendAudit, type Origin } from './audit/audit-log.js';
export {
  type AuditFilter,
  type AuditPosition,
  type AuditRecord,
  listAuditEvents,
  listAuditRecords,
  positionOf,
  type RecordedEvent,
} from './audit/audit-trail.js';
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
export type { FactorOwner } from './factors/factor-changes.js';
export type { FactorService, Factors } from './factors/factor-service.js';
export { MOST_PASSKEYS, type PasskeyService } from './factors/passkey-service.js';
export { resetFactors } from './factors/reset-factors.js';
export { SECOND_FACTORS, type SecondStepAnswer, type SecondStepOffer } from './factors/second-step.js';
export { type Authenticate, readBearer } from './guards/authenticate.js';
export { deletedMeanwhile } from './guards/deleted-meanwhile.js';
export {
  actorOf,
  type CallerWatch,
  originOf,
  requireFeature,
  requireTier,
  requireVerifiedEmail,
} from './guards/middleware.js';
export {
  refuseLapsedTeam,
  requireOwnTeamTier,
  requireTeamRole,
  requireTeamTier,
  requireTeamTierUnlessOwner,
} from './guards/team-guards.js';
export { deleteOldIdempotencyKeys } from './idempotency/idempotency-store.js';
export type { Once } from './idempotency/once.js';
export { type KeyGrant, shownScopes } from './key-grants/key-grant.js';
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

export { invitationLink } from './mail/invitation-mail.js';
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
export { relyingParty } from './passkeys/relying-party.js';
export type { MadePasskey, PasskeyProof } from './passkeys/webauthn.js';
export { DEVICE_SECONDS } from './sessions/known-devices.js';
export type { ListedSession, UserSessions } from './sessions/user-sessions.js';
export type { PasskeySignIn, PasskeySignInAnswer } from './sign-in/passkey-sign-in.js';
export type { Session, SessionService, SignedIn } from './sign-in/session-service.js';
export type { ProviderRedirect, SignInService } from './sign-in/sign-in-service.js';
export { TICKET_SECONDS } from './sign-in/sign-in-ticket.js';
export { claimTeam, requireMember } from './teams/acting-member.js';
export { expireInvitations } from './teams/expired-invitations.js';
export type { InvitationService } from './teams/invitation-service.js';
export type { MemberService } from './teams/member-service.js';
export { createTeamFor } from './teams/operator-team.js';
export { findOwnerTier, ownerTier } from './teams/owner-tier.js';
export { seatLimit } from './teams/seats.js';
export type { ServiceAccountService } from './teams/service-accounts/service-account-service.js';
export type { ServiceAccount } from './teams/service-accounts/service-account-store.js';
export {
  GRANTED_ROLES,
  type GrantedRole,
  type Invitation,
  TEAM_ROLES,
  type Team,
  type TeamChange,
  type TeamMember,
  type TeamView,
} from './teams/team-model.js';
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
export { findEmails, type Profile } from './users/user-store.js';
