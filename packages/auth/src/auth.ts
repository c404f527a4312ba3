import type { Environment, Knex, Logger, Metrics, Redis } from '@tripline/service';
import type { Request, RequestHandler } from 'express';
import { createDeletionService, type DeletionService } from './accounts/deletion-service.js';
import { createPasswordService, type PasswordService } from './accounts/password-service.js';
import { createPasswordStrength } from './accounts/password-strength.js';
import { createRegistrationService, type RegistrationService } from './accounts/registration-service.js';
import { type ApiKeyService, createApiKeyService } from './api-keys/api-key-service.js';
import { createLastUsed } from './api-keys/last-used.js';
import { createLeakedKeyService, type LeakedKeyService } from './api-keys/leaked-key-service.js';
import { type Background, createBackground } from './background.js';
import { type AccessChanges, watchAccessChanges } from './callers/access-changes.js';
import type { SessionSources } from './callers/account-store.js';
import type { Account } from './callers/caller.js';
import type { CallerRequirement } from './callers/request-caller.js';
import type { AuthConfig } from './config.js';
import { createChangeFactors, type FactorOwner } from './factors/factor-changes.js';
import { requireFactorOwner } from './factors/factor-owner.js';
import { createFactorService, type FactorService } from './factors/factor-service.js';
import { createPasskeyService, type PasskeyService } from './factors/passkey-service.js';
import { createSecondStep } from './factors/second-step.js';
import { type Authenticate, createAuthenticate, type KeyHeader } from './guards/authenticate.js';
import { type CallerWatch, createRequireCaller, createWatchCaller } from './guards/middleware.js';
import { createIdempotency, type Once } from './idempotency/once.js';
import { createAttempts } from './limits/attempts.js';
import { type CallsPerMinute, createCallLimit } from './limits/call-limit.js';
import { createDailyQuota, type DailyQuota } from './limits/daily-quota.js';
import { localCounts } from './limits/local-counts.js';
import { createRateLimit } from './limits/rate-limit.js';
import { createWorkPlaces, type WorkPlaces } from './limits/work-places.js';
import { createPasskeyProofs } from './passkeys/passkey-proofs.js';
import { type PasskeyPlace, relyingParty } from './passkeys/relying-party.js';
import { type SigningSecrets, signingSecrets } from './secrets/signing-secrets.js';
import { createKnownDevices } from './sessions/known-devices.js';
import { createUserSessions, type UserSessions } from './sessions/user-sessions.js';
import { createIdentityService, type IdentityService } from './sign-in/identity-service.js';
import { createPasskeySignIn, type PasskeySignIn } from './sign-in/passkey-sign-in.js';
import { createSessionService, type SessionService } from './sign-in/session-service.js';
import { createSignInService, type SignInService } from './sign-in/sign-in-service.js';
import { createTicketSeal } from './sign-in/sign-in-ticket.js';
import { createInvitationService, type InvitationService } from './teams/invitation-service.js';
import { createMemberService, type MemberService } from './teams/member-service.js';
import {
  createServiceAccountService,
  type ServiceAccountService,
} from './teams/service-accounts/service-account-service.js';
import { createTeamService, type TeamService } from './teams/team-service.js';
import type { Tier } from './tiers/tier.js';
import { createOutsideProvider, type OutsideProvider } from './tokens/oidc-provider.js';
import { createOwnTokens, type OwnTokens } from './tokens/own-tokens.js';
import { createTokenVerification } from './tokens/token-verifier.js';
import { setTier } from './users/subscription-service.js';
import { findProfile, type Profile, setName } from './users/user-store.js';

/** Identity and tiers, wired over one process's connections. */
export interface Auth {
  /** Resolves the credential in a request's headers. */
  authenticate: Authenticate;
  /** Admits authenticated callers, and limits their calls a minute where this service has such a limit. */
  requireCaller(needs: CallerRequirement): RequestHandler;
  /** Watches whether the caller of a request, found by `requireCaller`, still has access: for streams. */
  watchCaller(req: Request): CallerWatch;
  registration: RegistrationService;
  sessions: SessionService;
  /** Deletes accounts. */
  deletion: DeletionService;
  /** What users have beside their password. */
  factors: FactorService;
  /** Adds and removes users' passkeys. */
  passkeys: PasskeyService;
  /** Sign-in by passkey alone. */
  passkeySignIn: PasskeySignIn;
  /** The sessions of a user, for the user to see and end. */
  userSessions: UserSessions;
  /** Sign-in of browsers through the outside provider; undefined unless OIDC_CLIENT_ID is set. */
  signIn: SignInService | undefined;
  passwords: PasswordService;
  apiKeys: ApiKeyService;
  /** Does repeated requests once, by their `Idempotency-Key`. */
  once: Once;
  leakedKeys: LeakedKeyService;
  serviceAccounts: ServiceAccountService;
  quota: DailyQuota;
  places: WorkPlaces;
  teams: TeamService;
  members: MemberService;
  invitations: InvitationService;
  profile: {
    find(scope: { userId: string }): Promise<Profile | undefined>;
    setName(scope: { userId: string }, name: string | null): Promise<void>;
  };
  /** Sets a user's own tier; see `setTier`. */
  setTier(userId: string, tier: Tier, options?: Parameters<typeof setTier>[3]): Promise<Account>;
  /** Writes pending notes, waits for background work, and stops watching. Call it before the pool closes. */
  close(): Promise<void>;
}

/** What identity stands on. */
export interface AuthDependencies {
  db: Knex;
  redis: Redis;
  config: AuthConfig & PasskeyPlace & { NODE_ENV: Environment };
  log: Logger;
  metrics: Metrics;
  /** Where this service's callers put an API key. */
  keyHeader: KeyHeader;
  /** How often a user may call this service in a minute; without it, `requireCaller` counts nothing. */
  callsPerMinute?: CallsPerMinute;
  /** Called with the id of each mail that this process puts into the outbox. The sender of mails also finds it without, only later. */
  hintMail?: (mailId: string) => void;
}

const HOUR = 3600;
const QUARTER = 900;
/** Wrong codes of an authenticator app that an account, or a device it is known on, may have within an hour: 3 of a million codes are good at a time. */
const CODES_PER_HOUR = 10;

/** Wires identity and tiers. Starts background work; end it with `close()`. */
export function createAuth(deps: AuthDependencies): Auth {
  const { callsPerMinute, config, db, hintMail = () => undefined, keyHeader, log, metrics, redis } = deps;
  const countedLocally = localCounts(metrics);
  const changes = watchAccessChanges(db, log);
  const lastUsed = createLastUsed(db, log);
  const background = createBackground(log);
  const secrets = signingSecrets(config);
  const tokens = createOwnTokens(secrets);
  const outside = createOutsideProvider(config, log);
  const identities = createIdentityService(db, changes);
  const sources = { builtin: config.BUILTIN_ACCOUNTS, issuer: config.OIDC_ISSUER };
  const withoutMail = config.SMTP_URL === undefined && config.NODE_ENV === 'development';
  const limits = createLimits(deps, countedLocally);
  const ground = { changes, background, secrets, tokens, sources, limits, hintMail, withoutMail };
  const authenticate = createAuthenticate({
    db,
    changes,
    lastUsed,
    verifyToken: createTokenVerification([
      ...(sources.builtin || outside !== undefined ? [tokens] : []),
      ...(outside === undefined ? [] : [outside.verifier]),
    ]),
    sources,
    identities,
    keyVendor: config.KEY_VENDOR,
    keyHeader,
  });
  const accounts = createAccounts(deps, ground);
  const idempotency = createIdempotency(db, log);
  const quota = createDailyQuota(db, log);
  const places = createWorkPlaces({ redis, log, countedLocally });
  const trustsProvider = config.AUTH_TRUST_SECOND_FACTOR;
  const callLimit =
    callsPerMinute === undefined ? undefined : createCallLimit({ redis, callsPerMinute, countedLocally });
  return {
    authenticate,
    requireCaller: createRequireCaller(authenticate, { callLimit, trustsProvider }),
    watchCaller: createWatchCaller(authenticate, { trustsProvider }),
    ...accounts,
    signIn: outside && createOutsideSignIn(deps, ground, { outside, identities, sessions: accounts.sessions }),
    once: idempotency.once,
    quota,
    places,
    ...createKeysAndTeams(deps, ground),
    async setTier(userId, tier, options) {
      const account = await setTier(db, userId, tier, options);
      changes.note(userId);
      return account;
    },
    async close() {
      idempotency.close();
      quota.close();
      await places.close();
      await changes.close();
      await background.close();
      await lastUsed.close();
    },
  };
}

/** What the parts of identity share. */
interface Ground {
  readonly changes: AccessChanges;
  readonly background: Background;
  readonly secrets: SigningSecrets;
  readonly tokens: OwnTokens;
  readonly sources: SessionSources;
  readonly limits: ReturnType<typeof createLimits>;
  readonly hintMail: (mailId: string) => void;
  /** Development without SMTP: nothing is mailed, and what a mail would carry is answered. */
  readonly withoutMail: boolean;
}

/** How often what may be tried again and again may be tried. */
function createLimits({ config, log, redis }: AuthDependencies, countedLocally: (limit: string) => void) {
  const limit = (name: string, calls: number, windowSeconds: number, refusal: string) =>
    createRateLimit({ redis, log, countedLocally, name, calls, windowSeconds, refusal });
  const tooMany = 'Too many attempts; wait before the next.';
  const tooManyCodes = 'Too many wrong codes; wait, or use a recovery code.';
  return {
    signupsPerAddress: limit('signups-address', config.LIMIT_SIGNUPS_PER_ADDRESS, HOUR, tooMany),
    mailsPerAccount: limit('mails-account', 5, HOUR, tooMany),
    loginsPerAddress: limit('logins-address', config.LIMIT_LOGINS_PER_ADDRESS, QUARTER, tooMany),
    loginsPerAccount: limit('logins-account', config.LIMIT_LOGINS_PER_ACCOUNT, QUARTER, tooMany),
    codesPerAccount: limit('codes-account', CODES_PER_HOUR, HOUR, tooManyCodes),
    invitationsPerAddress: limit('invitations-address', 10, HOUR, 'Too many invitations to this address; wait.'),
    invitationsPerTeam: limit('invitations-team', 500, HOUR, 'Too many invitations of one team; wait.'),
  };
}

/** Accounts with a password here: how they come and go, how people sign in to them, and what guards them beside the password. */
function createAccounts({ config, db, log }: AuthDependencies, ground: Ground) {
  const { background, changes, hintMail, secrets, sources, tokens, withoutMail } = ground;
  const { codesPerAccount, loginsPerAccount, loginsPerAddress, mailsPerAccount, signupsPerAddress } = ground.limits;
  const devices = createKnownDevices(secrets);
  const changeFactors = createChangeFactors({ db, changes, isMailed: !withoutMail, hintMail });
  const party = relyingParty(config);
  const proofs = createPasskeyProofs({ db, party });
  const requireOwner = (owner: FactorOwner) => requireFactorOwner(owner, db);
  const attempts = createAttempts({ perAccount: loginsPerAccount, perAddress: loginsPerAddress });
  const codeAttempts = createAttempts({ perAccount: codesPerAccount, perAddress: loginsPerAddress });
  const passkeySignIn = createPasskeySignIn({ db, secrets, proofs, devices, attempts });
  const secondStep = createSecondStep({ db, secrets, devices, changeFactors, proofs, attempts: codeAttempts });
  const sessions = createSessionService({
    db,
    log,
    tokens,
    secrets,
    sources,
    changes,
    background,
    attempts,
    passkeySignIn,
    devices,
    secondStep,
  });
  const strength = createPasswordStrength();
  const shared = { db, hintMail, changes, signupsPerAddress, mailsPerAccount, strength };
  return {
    sessions,
    registration: createRegistrationService({ ...shared, config, verifyAtOnce: withoutMail }),
    deletion: createDeletionService({ db, changes, sessions }),
    factors: createFactorService({ changeFactors, db, requireOwner }),
    passkeys: createPasskeyService({ db, secrets, party, changeFactors, requireOwner }),
    passkeySignIn,
    userSessions: createUserSessions({ db, changes, sources }),
    passwords: createPasswordService({ ...shared, sessions, showTokens: withoutMail }),
    profile: {
      find: (scope: { userId: string }) => findProfile(db, scope),
      setName: (scope: { userId: string }, name: string | null) => setName(db, scope, name),
    },
  };
}

/** Sign-in of browsers through the outside provider; undefined where the settings do not name this service as its client. */
function createOutsideSignIn(
  { config }: AuthDependencies,
  { limits, secrets }: Ground,
  {
    identities,
    outside,
    sessions,
  }: { identities: IdentityService; outside: OutsideProvider; sessions: SessionService },
): SignInService | undefined {
  const { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL } = config;
  if (!OIDC_CLIENT_ID || !PUBLIC_URL) return undefined;
  return createSignInService({
    client: { id: OIDC_CLIENT_ID, secret: OIDC_CLIENT_SECRET },
    publicUrl: PUBLIC_URL,
    provider: outside.metadata,
    verifier: outside.verifier,
    identities,
    sessions,
    tickets: createTicketSeal(secrets),
    loginsPerAddress: limits.loginsPerAddress,
  });
}

function createKeysAndTeams({ config, db }: AuthDependencies, { changes, hintMail, limits, withoutMail }: Ground) {
  const { invitationsPerAddress, invitationsPerTeam } = limits;
  return {
    apiKeys: createApiKeyService(db, changes, config.KEY_VENDOR),
    leakedKeys: createLeakedKeyService({ db, changes, hintMail, keyVendor: config.KEY_VENDOR }),
    serviceAccounts: createServiceAccountService(db, changes, config.KEY_VENDOR),
    teams: createTeamService({ db, changes, config }),
    members: createMemberService({ db, changes }),
    invitations: createInvitationService({
      db,
      changes,
      config,
      hintMail,
      showTokens: withoutMail,
      invitationsPerAddress,
      invitationsPerTeam,
    }),
  };
}
