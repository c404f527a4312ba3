import type { Knex } from '@tripline/service';
import { CHALLENGE_SECONDS, newChallenge, useChallenge } from './challenge.js';
import { findPasskey, listCredentials, notePasskeyUse } from './passkey-store.js';
import type { RelyingParty } from './relying-party.js';
import { type PasskeyProof, provenCount, type RequestOptions, requestOptions } from './webauthn.js';

/** Sign-ins by passkey, of whoever keeps the challenge until its answer. */
export interface PasskeyProofs {
  /**
   * A challenge, and what a browser answers it by; undefined where passkeys are off.
   * @param owner whom the password named, to ask for one of their passkeys; without, any passkey of this site
   */
  ask(owner?: { userId: string }): Promise<{ challenge: string; publicKey: RequestOptions } | undefined>;
  /**
   * Checks an answer to a challenge, and uses both up: the challenge is good once, and the authenticator's count must grow.
   * @param asked `userId`: whose passkey it must be; undefined for anybody's, whose authenticator must have checked who uses it
   */
  hold(asked: { challenge: string; userId: string | undefined }, proof: PasskeyProof): Promise<boolean>;
}

/** How long a sign-in by passkey may take, in seconds. */
export const PROOF_SECONDS = CHALLENGE_SECONDS;

/** Builds it. */
export function createPasskeyProofs({ db, party }: { db: Knex; party: RelyingParty | undefined }): PasskeyProofs {
  return {
    async ask(owner) {
      if (party === undefined) return undefined;
      const challenge = newChallenge();
      const known = owner === undefined ? [] : await listCredentials(owner, db);
      return { challenge, publicKey: await requestOptions(party, known, challenge) };
    },
    async hold({ challenge, userId }, proof) {
      const passkey = await findPasskey(db, proof.id);
      if (party === undefined || passkey === undefined) return false;
      if (userId !== undefined && passkey.userId !== userId) return false;
      const verified = userId === undefined;
      const counter = await provenCount(party, proof, { challenge, passkey, verified });
      if (counter === undefined) return false;
      return db.transaction(
        async (trx) =>
          (await useChallenge(trx, challenge)) && (await notePasskeyUse(trx, passkey.credentialId, counter)),
      );
    },
  };
}
