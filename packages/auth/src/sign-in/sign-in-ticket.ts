import { createHash } from 'node:crypto';
import Joi from 'joi';
import { createRandomToken } from '../secrets/random-token.js';
import { createSeal, type Seal } from '../secrets/seal.js';
import type { SigningSecrets } from '../secrets/signing-secrets.js';

/** What a browser carries from the start of a sign-in to its end, besides what the provider carries. */
export interface SignInTicket {
  /** Ties the provider's answer to this browser (RFC 6749, 10.12). */
  state: string;
  /** Ties the ID token to this sign-in. */
  nonce: string;
  /** Ties the code to this sign-in (PKCE, RFC 7636). */
  codeVerifier: string;
  /** Where the browser goes at the end. */
  returnTo: string;
}

/** How long a person may take at the provider, in seconds. */
export const TICKET_SECONDS = 600;

const schema = Joi.object<SignInTicket>({
  state: Joi.string().required(),
  nonce: Joi.string().required(),
  codeVerifier: Joi.string().required(),
  returnTo: Joi.string().required(),
});

/** A fresh ticket. Its code challenge is {@link codeChallenge}. */
export function createTicket(returnTo: string): SignInTicket {
  const random = () => createRandomToken().token;
  return { state: random(), nonce: random(), codeVerifier: random(), returnTo };
}

/** The S256 code challenge of a verifier (RFC 7636, 4.2). */
export const codeChallenge = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/** Seals tickets for 10 minutes. */
export const createTicketSeal = (secrets: SigningSecrets): Seal<SignInTicket> =>
  createSeal(secrets, { name: 'sign-in', schema, seconds: TICKET_SECONDS });
