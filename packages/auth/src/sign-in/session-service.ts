import { type Knex, type Logger, UnauthorizedError } from '@tripline/service';
import { appendAudit, type Origin } from '../audit/audit-log.js';
import { userActor } from '../audit/user-actor.js';
import type { Background } from '../background.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { findAccount, markAccessChanged, type SessionSources } from '../callers/account-store.js';
import type { SECOND_FACTORS, SecondStep, SecondStepAnswer, SecondStepOffer } from '../factors/second-step.js';
import type { Attempter, Attempts } from '../limits/attempts.js';
import { hashToken } from '../secrets/random-token.js';
import type { SigningSecrets } from '../secrets/signing-secrets.js';
import type { KnownDevices } from '../sessions/known-devices.js';
import {
  liveSuccessor,
  presentRefreshToken,
  revokeFamily,
  rotateRefreshToken,
  startFamily,
} from '../sessions/session-store.js';
import type { AccessToken, OwnTokens } from '../tokens/own-tokens.js';
import { useOneTimeToken } from '../users/one-time-token-store.js';
import { checkPassword } from '../users/passwords.js';
import { type BuiltinUser, findBuiltinUser, findBuiltinUserById, normaliseEmail } from '../users/user-store.js';
import type { PasskeySignIn, PasskeySignInAnswer } from './passkey-sign-in.js';

/** The tokens of a signed-in client. */
export interface Session extends AccessToken {
  refreshToken: string;
}

/** What somebody signs in with. */
interface Credentials {
  email: string;
  password: string;
  /** The device's token from an earlier sign-in: failures of other clients then do not count. */
  deviceToken?: string | undefined;
}

/** A session that a sign-in began. */
export interface SignedIn extends Session {
  /** For the device to keep, and to show at its next sign-in. */
  deviceToken: string;
  /** Set when the user's team requires a second factor, and they have none: all of the team is closed to them until they do. */
  secondFactorRequired?: true;
}

/** Signs people in and out. */
export interface SessionService {
  /**
   * The first step of a sign-in, and the only one where the account has no second factor.
   * @throws UnauthorizedError for a wrong address or password alike, TooManyRequestsError after too many failures
   */
  login(credentials: Credentials, origin: Origin): Promise<SignedIn | { secondFactor: SecondStepOffer }>;
  /** The second step. @throws UnauthorizedError when the factor is wrong or the ticket over, TooManyRequestsError after too many wrong codes */
  finishLogin(answer: SecondStepAnswer, origin: Origin): Promise<SignedIn>;
  /** A sign-in by passkey alone. @throws UnauthorizedError when it does not hold or the ticket is over, TooManyRequestsError after too many failures */
  loginByPasskey(answer: PasskeySignInAnswer, origin: Origin): Promise<SignedIn>;
  /**
   * The first step of a sign-in by a link that the operator made ({@link makeSignInLink}), in place of the password. The link is used up.
   * @throws UnauthorizedError for an unknown, a used and an expired link alike, TooManyRequestsError after too many failures
   */
  loginByLink(
    link: { token: string; deviceToken?: string | undefined },
    origin: Origin,
  ): Promise<SignedIn | { secondFactor: SecondStepOffer }>;
  /** Begins a session for somebody whom an outside provider vouches for; it lasts 12 hours at most. */
  beginOutside(userId: string, issuer: string, origin: Origin): Promise<Session>;
  /**
   * Exchanges a refresh token for a new pair. Used again within 10 s it gives the same successor, so that a session has one live token.
   * @throws UnauthorizedError; reuse of an older token ends its family
   */
  refresh(refreshToken: string, origin: Origin): Promise<Session>;
  /** Ends the session of a refresh token; does nothing for an unknown token. */
  logout(refreshToken: string): Promise<void>;
  /** Checks a signed-in user's password; failures count against this session alone. @throws TooManyRequestsError */
  passwordHolds(user: BuiltinUser, password: string, sessionId: string | undefined, origin: Origin): Promise<boolean>;
}

interface Dependencies {
  db: Knex;
  log: Logger;
  tokens: OwnTokens;
  secrets: SigningSecrets;
  sources: SessionSources;
  changes: AccessChanges;
  background: Background;
  attempts: Attempts;
  devices: KnownDevices;
  secondStep: SecondStep;
  passkeySignIn: PasskeySignIn;
}

const PASSKEY_REFUSED = 'The passkey is not good here, or its challenge was answered before; begin again.';

const LINK_REFUSED =
  'The sign-in link is not good any more: each works once, within 15 minutes, and ends when another is made. Ask the operator for another.';

/** What somebody tried, for the audit log. */
function factorOf(answer: SecondStepAnswer): (typeof SECOND_FACTORS)[number] {
  if ('passkey' in answer) return 'passkey';
  return 'code' in answer ? 'totp' : 'recovery-code';
}

/** Builds the service. */
export function createSessionService(deps: Dependencies): SessionService {
  const { attempts, db, tokens, sources } = deps;

  const begin = (userId: string, deviceToken: string | undefined, origin: Origin) =>
    beginSession(deps, userId, deviceToken, origin);
  /** A session, or where the account has a second factor the second step. */
  const beginOrAsk = async (user: BuiltinUser, deviceToken: string | undefined, origin: Origin) => {
    const secondFactor = await deps.secondStep.offer(user);
    return secondFactor === undefined ? begin(user.id, deviceToken, origin) : { secondFactor };
  };

  return {
    async login(credentials, origin) {
      return beginOrAsk(await userOfPassword(deps, credentials, origin), credentials.deviceToken, origin);
    },
    async finishLogin(answer, origin) {
      const { holds, user } = await deps.secondStep.check(answer, origin);
      if (holds) return begin(user.id, answer.deviceToken, origin);
      auditFailure(deps, user, factorOf(answer), origin);
      throw new UnauthorizedError('passkey' in answer ? PASSKEY_REFUSED : 'The code is wrong, or was used before.');
    },
    async loginByPasskey(answer, origin) {
      const { holds, user } = await deps.passkeySignIn.check(answer, origin);
      if (user !== undefined && holds) return begin(user.id, answer.deviceToken, origin);
      if (user !== undefined) auditFailure(deps, user, 'passkey', origin);
      throw new UnauthorizedError(PASSKEY_REFUSED);
    },
    async loginByLink({ deviceToken, token }, origin) {
      return beginOrAsk(await userOfLink(deps, token, origin), deviceToken, origin);
    },
    async beginOutside(userId, issuer, origin) {
      const { familyId, refreshToken } = await db.transaction((trx) => startFamily(trx, userId, origin, issuer));
      return { ...tokens.issue(userId, familyId), refreshToken };
    },
    async refresh(refreshToken, origin) {
      const outcome = await db.transaction((trx) => renewSession(trx, deps, refreshToken, origin));
      if (outcome === undefined) throw new UnauthorizedError('The refresh token is not valid any more; sign in again.');
      if (outcome.ended) {
        deps.changes.note(outcome.userId);
        throw new UnauthorizedError('The refresh token was used before, so its session has been ended; sign in again.');
      }
      return { ...tokens.issue(outcome.userId, outcome.familyId), refreshToken: outcome.refreshToken };
    },
    async logout(refreshToken) {
      const userId = await db.transaction((trx) => endSession(trx, sources, refreshToken));
      if (userId !== undefined) deps.changes.note(userId);
    },
    passwordHolds: async (user, password, sessionId, origin) => {
      const attempter: Attempter =
        sessionId === undefined ? { ip: origin.ip, email: user.email } : { device: sessionId, userId: user.id };
      const holds = await attempts.guard(attempter, () => checkPassword(password, user.passwordHash));
      if (!holds) recordFailure(deps, user.email, user, origin);
      return holds;
    },
  };
}

/** Whose the password is. @throws UnauthorizedError for a wrong address or password alike, TooManyRequestsError after too many failures */
async function userOfPassword(
  deps: Dependencies,
  { deviceToken, password, ...given }: Credentials,
  origin: Origin,
): Promise<BuiltinUser> {
  const email = normaliseEmail(given.email);
  const user = await findBuiltinUser(deps.db, email);
  const device = user && deps.devices.idFor(deviceToken, user.id);
  const attempter: Attempter =
    user === undefined || device === undefined ? { ip: origin.ip, email } : { device, userId: user.id };
  const holds = await deps.attempts.guard(attempter, () => checkPassword(password, user?.passwordHash));
  if (user !== undefined && holds) return user;
  recordFailure(deps, email, user, origin);
  throw new UnauthorizedError('E-mail address or password is wrong.');
}

/** Whose the sign-in link is, which is used up. @throws UnauthorizedError when it is not good, TooManyRequestsError after too many failures */
async function userOfLink({ attempts, db }: Dependencies, token: string, origin: Origin): Promise<BuiltinUser> {
  let user: BuiltinUser | undefined;
  // Each link is a subject of its own, since nobody guesses one of 256 bits: failures count against the address alone.
  const subject = `link ${hashToken(token).toString('base64url')}`;
  await attempts.guard({ ip: origin.ip, email: subject }, async () => {
    user = await db.transaction((trx) => takeSignInLink(trx, token, origin));
    return user !== undefined;
  });
  if (user === undefined) throw new UnauthorizedError(LINK_REFUSED);
  return user;
}

/** Runs after the answer, so that the time of the answer does not show whether the account exists. */
function recordFailure(deps: Dependencies, email: string, user: BuiltinUser | undefined, origin: Origin): void {
  if (user === undefined) deps.log.info({ email, ip: origin.ip }, 'sign-in with an unknown e-mail address');
  else auditFailure(deps, user, 'password', origin);
}

function auditFailure({ background, db }: Dependencies, user: BuiltinUser, factor: string, origin: Origin): void {
  background.run('audit of a failed sign-in', async () => {
    const actor = await userActor(db, user.id, origin);
    const target = { type: 'user', id: user.id };
    await appendAudit(db, { action: 'login.failed', actor, target, outcome: 'refused', details: { factor } });
  });
}

async function beginSession(
  { db, devices, tokens }: Dependencies,
  userId: string,
  deviceToken: string | undefined,
  origin: Origin,
): Promise<SignedIn> {
  const { familyId, refreshToken } = await db.transaction((trx) => startFamily(trx, userId, origin));
  const account = await findAccount(db, userId);
  return {
    ...tokens.issue(userId, familyId),
    refreshToken,
    deviceToken: devices.remember(deviceToken, userId),
    ...(account?.secondFactorMissing === undefined ? {} : { secondFactorRequired: true }),
  };
}

/** Uses a sign-in link up. @returns whose it was; undefined for one that is not good */
async function takeSignInLink(trx: Knex.Transaction, token: string, origin: Origin): Promise<BuiltinUser | undefined> {
  const used = await useOneTimeToken(trx, token, 'sign-in');
  const found = used && (await findBuiltinUserById(trx, used.userId));
  if (found === undefined) return undefined;
  const actor = await userActor(trx, found.id, origin);
  await appendAudit(trx, { action: 'user.sign_in_link_used', actor, target: { type: 'user', id: found.id } });
  return found;
}

/** Exchanges a refresh token; one that was used before ends its session. Undefined for a token that is not good. */
async function renewSession(
  trx: Knex.Transaction,
  { secrets, sources }: Dependencies,
  refreshToken: string,
  origin: Origin,
) {
  const presented = await presentRefreshToken(trx, refreshToken, sources);
  if (presented === undefined) return undefined;
  const { familyId, userId, state } = presented;
  if (state === 'good' || state === 'rotated-just-now') {
    const next =
      state === 'good'
        ? await rotateRefreshToken(trx, { token: refreshToken, familyId, secrets }, origin)
        : await liveSuccessor(trx, refreshToken, secrets);
    return next === undefined ? undefined : { ended: false as const, familyId, userId, refreshToken: next };
  }
  if (state !== 'reused') return undefined;
  await revokeFamily(trx, familyId);
  await markAccessChanged(trx, [userId]);
  await appendAudit(trx, {
    action: 'session.reuse_detected',
    actor: await userActor(trx, userId, origin),
    target: { type: 'session', id: familyId },
    outcome: 'refused',
  });
  return { ended: true as const, userId };
}

/** Ends the session of a refresh token. @returns whose it was */
async function endSession(
  trx: Knex.Transaction,
  sources: SessionSources,
  refreshToken: string,
): Promise<string | undefined> {
  const presented = await presentRefreshToken(trx, refreshToken, sources);
  if (presented === undefined) return undefined;
  await revokeFamily(trx, presented.familyId);
  await markAccessChanged(trx, [presented.userId]);
  return presented.userId;
}
