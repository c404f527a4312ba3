import { createHash } from 'node:crypto';
import { type Knex, UnauthorizedError } from '@tripline/service';
import Joi from 'joi';
import type { Origin } from '../audit/audit-log.js';
import { userActor } from '../audit/user-actor.js';
import type { Attempter, Attempts } from '../limits/attempts.js';
import type { PasskeyProofs } from '../passkeys/passkey-proofs.js';
import type { PasskeyProof, RequestOptions } from '../passkeys/webauthn.js';
import { createSeal } from '../secrets/seal.js';
import type { SigningSecrets } from '../secrets/signing-secrets.js';
import type { KnownDevices } from '../sessions/known-devices.js';
import { type BuiltinUser, findBuiltinUserById } from '../users/user-store.js';
import type { ChangeFactors } from './factor-changes.js';
import { findFactorKinds, hasFactor } from './factor-store.js';
import { countRecoveryCodes, useRecoveryCode } from './recovery-code-store.js';
import { stepOfCode } from './totp.js';
import { findTotp, useTotpStep } from './totp-store.js';

/** How somebody can show, after the password, that they are who they say. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery-code'] as const;
type SecondFactor = (typeof SECOND_FACTORS)[number];

/** What a right password is answered with where the account has a second factor: no session yet. */
export interface SecondStepOffer {
  /** To be sent with the second factor. */
  ticket: string;
  expiresAt: Date;
  /** What it can be completed with. */
  methods: SecondFactor[];
  /** With the method `passkey`: what a browser signs by. */
  publicKey?: RequestOptions;
}

/** The second factor that somebody shows, with the ticket that the password brought. */
export type SecondStepAnswer = { ticket: string; deviceToken?: string | undefined } & (
  | { code: string }
  | { passkey: PasskeyProof }
  | { recoveryCode: string }
);

/** The second step of a sign-in. */
export interface SecondStep {
  /** What the account must show beside the password; undefined when it has no second factor. */
  offer(user: BuiltinUser): Promise<SecondStepOffer | undefined>;
  /**
   * Checks the second factor.
   * @returns whose it should be, and whether it is good; a code that was used before is not
   * @throws UnauthorizedError when the ticket is not good any more, TooManyRequestsError after too many wrong codes
   */
  check(answer: SecondStepAnswer, origin: Origin): Promise<{ user: BuiltinUser; holds: boolean }>;
}

interface Ticket {
  userId: string;
  /** Tells whether the password is still the one that was given. */
  passwordMark: string;
  /** What a passkey must sign, where the user has one. */
  challenge?: string;
}

/** How long the second step may take, in seconds. */
const TICKET_SECONDS = 300;

const schema = Joi.object<Ticket>({
  userId: Joi.string().guid().required(),
  passwordMark: Joi.string().required(),
  challenge: Joi.string(),
});

const markOf = ({ passwordHash }: BuiltinUser): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);

/** Builds it. `attempts` counts wrong answers. */
export function createSecondStep(deps: {
  db: Knex;
  secrets: SigningSecrets;
  attempts: Attempts;
  devices: KnownDevices;
  changeFactors: ChangeFactors;
  proofs: PasskeyProofs;
}): SecondStep {
  const { attempts, changeFactors, db, devices, proofs } = deps;
  const tickets = createSeal(deps.secrets, { name: 'second-step', schema, seconds: TICKET_SECONDS });

  const recoveryCodeHolds = async (owner: { userId: string }, code: string, origin: Origin): Promise<boolean> => {
    const actor = await userActor(db, owner.userId, origin);
    return changeFactors(owner, actor, async (trx, change) => {
      if (!(await useRecoveryCode(owner, trx, code))) return false;
      await change.tell('recovery-code-used', { left: await countRecoveryCodes(owner, trx) });
      return true;
    });
  };

  const factorHolds = async (answer: SecondStepAnswer, { challenge, userId }: Ticket, origin: Origin) => {
    if ('code' in answer) return codeHolds({ userId }, db, answer.code);
    if ('recoveryCode' in answer) return recoveryCodeHolds({ userId }, answer.recoveryCode, origin);
    return challenge !== undefined && proofs.hold({ challenge, userId }, answer.passkey);
  };

  return {
    async offer(user) {
      const kinds = await findFactorKinds({ userId: user.id }, db);
      if (!hasFactor(kinds)) return undefined;
      const asked = kinds.passkey ? await proofs.ask({ userId: user.id }) : undefined;
      const challenge = asked && { challenge: asked.challenge };
      return {
        ticket: tickets.seal({ userId: user.id, passwordMark: markOf(user), ...challenge }),
        expiresAt: new Date(Date.now() + TICKET_SECONDS * 1000),
        methods: [
          ...(asked === undefined ? [] : (['passkey'] as const)),
          ...(kinds.totp ? (['totp'] as const) : []),
          'recovery-code',
        ],
        ...(asked === undefined ? {} : { publicKey: asked.publicKey }),
      };
    },
    async check(answer, origin) {
      const ticket = tickets.open(answer.ticket);
      const user = ticket && (await findBuiltinUserById(db, ticket.userId));
      if (user === undefined || ticket?.passwordMark !== markOf(user)) {
        throw new UnauthorizedError('The ticket of this sign-in is over; begin again with the password.');
      }
      const device = devices.idFor(answer.deviceToken, user.id);
      const stranger: Attempter =
        // Few enough to try them all from many addresses: counted wherever they come from. A recovery code always leads in beside them.
        'code' in answer ? { ip: origin.ip, anywhere: user.id } : { ip: origin.ip, email: user.email };
      const attempter: Attempter = device === undefined ? stranger : { device, userId: user.id };
      const holds = await attempts.guard(attempter, () => factorHolds(answer, ticket, origin));
      return { user, holds };
    },
  };
}

/** Whether a code of an authenticator app is good; it is good once. */
async function codeHolds(owner: { userId: string }, db: Knex, code: string): Promise<boolean> {
  const totp = await findTotp(owner, db);
  const step = totp === undefined || totp.confirmedAt === null ? undefined : stepOfCode(totp.secret, code);
  return step !== undefined && useTotpStep(owner, db, step);
}
