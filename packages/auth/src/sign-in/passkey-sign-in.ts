import { type Knex, NotFoundError, UnauthorizedError } from '@tripline/service';
import Joi from 'joi';
import type { Origin } from '../audit/audit-log.js';
import { PASSKEYS_ARE_OFF, type PasskeyOffer } from '../factors/passkey-service.js';
import type { Attempter, Attempts } from '../limits/attempts.js';
import { type PasskeyProofs, PROOF_SECONDS } from '../passkeys/passkey-proofs.js';
import { findPasskey } from '../passkeys/passkey-store.js';
import type { PasskeyProof, RequestOptions } from '../passkeys/webauthn.js';
import { createSeal } from '../secrets/seal.js';
import type { SigningSecrets } from '../secrets/signing-secrets.js';
import type { KnownDevices } from '../sessions/known-devices.js';
import { type BuiltinUser, findBuiltinUserById } from '../users/user-store.js';

/** The answer to {@link PasskeySignIn.offer}. */
export interface PasskeySignInAnswer {
  ticket: string;
  passkey: PasskeyProof;
  deviceToken?: string | undefined;
}

/** A sign-in without a password: the passkey says whose it is, and its authenticator has checked who uses it. */
export interface PasskeySignIn {
  /** @throws NotFoundError where passkeys are off */
  offer(): Promise<PasskeyOffer<RequestOptions>>;
  /**
   * @returns whose the passkey is, undefined for one that nobody has, and whether it holds
   * @throws UnauthorizedError when the ticket is over, TooManyRequestsError after too many failures
   */
  check(answer: PasskeySignInAnswer, origin: Origin): Promise<{ user: BuiltinUser | undefined; holds: boolean }>;
}

interface Ticket {
  challenge: string;
}
const schema = Joi.object<Ticket>({ challenge: Joi.string().required() });

/** Builds it. `attempts` counts failures, as those of passwords. */
export function createPasskeySignIn(deps: {
  db: Knex;
  secrets: SigningSecrets;
  proofs: PasskeyProofs;
  attempts: Attempts;
  devices: KnownDevices;
}): PasskeySignIn {
  const { attempts, db, devices, proofs } = deps;
  const tickets = createSeal(deps.secrets, { name: 'passkey-sign-in', schema, seconds: PROOF_SECONDS });
  return {
    async offer() {
      const asked = await proofs.ask();
      if (asked === undefined) throw new NotFoundError(PASSKEYS_ARE_OFF);
      return {
        ticket: tickets.seal({ challenge: asked.challenge }),
        expiresAt: new Date(Date.now() + PROOF_SECONDS * 1000),
        publicKey: asked.publicKey,
      };
    },
    async check(answer, origin) {
      const ticket = tickets.open(answer.ticket);
      if (ticket === undefined) throw new UnauthorizedError('The ticket of this sign-in is over; begin again.');
      const found = await findPasskey(db, answer.passkey.id);
      const user = found && (await findBuiltinUserById(db, found.userId));
      const device = user && devices.idFor(answer.deviceToken, user.id);
      const attempter: Attempter =
        user === undefined || device === undefined
          ? // A passkey that nobody has stands for an account that nobody has.
            { ip: origin.ip, email: user?.email ?? answer.passkey.id }
          : { device, userId: user.id };
      const holds = await attempts.guard(
        attempter,
        async () =>
          user !== undefined && (await proofs.hold({ challenge: ticket.challenge, userId: undefined }, answer.passkey)),
      );
      return { user, holds };
    },
  };
}
