import { BadRequestError, ConflictError, type Knex, NotFoundError } from '@tripline/service';
import Joi from 'joi';
import type { Actor } from '../audit/audit-log.js';
import { CHALLENGE_SECONDS, newChallenge, useChallenge } from '../passkeys/challenge.js';
import {
  deletePasskey,
  insertPasskey,
  type ListedPasskey,
  listCredentials,
  type NewPasskey,
} from '../passkeys/passkey-store.js';
import type { RelyingParty } from '../passkeys/relying-party.js';
import { type CreationOptions, creationOptions, type MadePasskey, readMadePasskey } from '../passkeys/webauthn.js';
import { createSeal } from '../secrets/seal.js';
import type { SigningSecrets } from '../secrets/signing-secrets.js';
import type { BuiltinUser } from '../users/user-store.js';
import type { ChangeFactors, FactorOwner } from './factor-changes.js';

/** Most passkeys of one user. */
const MOST_PASSKEYS = 20;

/** What a browser needs to make a passkey. */
export interface PasskeyOffer<Options> {
  /** To be sent back with the browser's answer. */
  ticket: string;
  expiresAt: Date;
  publicKey: Options;
}

/**
 * A user's passkeys, for the user. Every change needs a fresh sign-in, is recorded, and is told by mail.
 * @throws AppError (403) from each when the sign-in is not fresh; ForbiddenError for who has no password here
 */
export interface PasskeyService {
  /** Begins to add one. The caller has checked that the address is verified. @throws NotFoundError where passkeys are off */
  begin(owner: FactorOwner): Promise<PasskeyOffer<CreationOptions>>;
  /**
   * Adds the passkey that the browser made.
   * @returns it, and recovery codes when it is the first factor
   * @throws BadRequestError when it is not good, ConflictError when it is registered already or the user has too many
   */
  add(
    owner: FactorOwner,
    made: { ticket: string; name: string; passkey: MadePasskey },
    actor: Actor,
  ): Promise<{ passkey: ListedPasskey; recoveryCodes: string[] | undefined }>;
  /** @throws NotFoundError when the user has none of this id */
  remove(owner: FactorOwner, id: string, actor: Actor): Promise<void>;
}

interface Ticket {
  challenge: string;
  userId: string;
}
const schema = Joi.object<Ticket>({ challenge: Joi.string().required(), userId: Joi.string().guid().required() });

/** Why passkeys are off, and what to do. */
export const PASSKEYS_ARE_OFF =
  'There are no passkeys here: PUBLIC_URL must have a host name and https, or be at localhost; ask the operator.';

/** Builds the service. `requireOwner` admits an account with a password and a fresh sign-in. */
export function createPasskeyService(deps: {
  db: Knex;
  secrets: SigningSecrets;
  party: RelyingParty | undefined;
  changeFactors: ChangeFactors;
  requireOwner: (owner: FactorOwner) => Promise<BuiltinUser>;
}): PasskeyService {
  const { changeFactors, db, requireOwner } = deps;
  const tickets = createSeal(deps.secrets, { name: 'new-passkey', schema, seconds: CHALLENGE_SECONDS });
  const requireParty = (): RelyingParty => {
    if (deps.party === undefined) throw new NotFoundError(PASSKEYS_ARE_OFF);
    return deps.party;
  };
  return {
    async begin(owner) {
      const party = requireParty();
      const user = await requireOwner(owner);
      const challenge = newChallenge();
      return {
        ticket: tickets.seal({ challenge, userId: user.id }),
        expiresAt: new Date(Date.now() + CHALLENGE_SECONDS * 1000),
        publicKey: await creationOptions(party, user, await listCredentials(owner, db), challenge),
      };
    },
    async add(owner, made, actor) {
      const party = requireParty();
      await requireOwner(owner);
      const ticket = tickets.open(made.ticket);
      if (ticket === undefined || ticket.userId !== owner.userId) {
        throw new BadRequestError('The ticket of this passkey is over; begin again.', {
          details: [{ path: 'ticket', message: 'ticket is over, or somebody else’s' }],
        });
      }
      const passkey = await readMade(party, made.passkey, ticket.challenge);
      return changeFactors(owner, actor, async (trx, change) => {
        if (!(await useChallenge(trx, ticket.challenge))) {
          throw new BadRequestError('A passkey was added with this ticket before; begin again.', {
            details: [{ path: 'ticket', message: 'ticket was used before' }],
          });
        }
        const added = await insertPasskey(owner, trx, { ...passkey, name: made.name }, MOST_PASSKEYS);
        if (added === 'known') throw new ConflictError('This passkey is registered already.');
        if (added === 'too many') {
          throw new ConflictError(`You have ${MOST_PASSKEYS} passkeys, the most there may be; remove one first.`);
        }
        const recoveryCodes = await change.added({ factor: 'passkey', id: added.id });
        return { passkey: added, recoveryCodes };
      });
    },
    async remove(owner, id, actor) {
      await requireOwner(owner);
      await changeFactors(owner, actor, async (trx, change) => {
        if (!(await deletePasskey(owner, trx, id))) throw new NotFoundError(`You have no passkey ${id}.`);
        await change.removed({ factor: 'passkey', id });
      });
    },
  };
}

/** What a browser made. @throws BadRequestError when it does not hold */
async function readMade(party: RelyingParty, made: MadePasskey, challenge: string): Promise<NewPasskey> {
  try {
    return await readMadePasskey(party, made, challenge);
  } catch (error) {
    const message = `The passkey cannot be added: ${error instanceof Error ? error.message : String(error)}`;
    throw new BadRequestError(`${message}.`, { details: [{ path: 'passkey', message }] });
  }
}
