import { createHash, createHmac } from 'node:crypto';
import Joi from 'joi';
import jwt from 'jsonwebtoken';
import { createRandomToken } from '../accounts/random-token.js';
import type { SigningSecrets } from '../tokens/signing-secrets.js';

/** What a browser carries from the start of a sign-in to its end, beside what the provider carries for it. */
export interface SignInTicket {
  /** Ties the provider's answer to this browser (RFC 6749, 10.12). */
  state: string;
  /** Ties the ID token to this sign-in. */
  nonce: string;
  /** Ties the code to this sign-in (PKCE, RFC 7636). */
  codeVerifier: string;
  /** Where the browser goes in the end. */
  returnTo: string;
}

/** Seals tickets, so that a browser can carry but not change them. */
export interface TicketSeal {
  seal(ticket: SignInTicket): string;
  /** The ticket, or undefined when it is missing, changed, or older than 10 minutes. */
  open(sealed: string | undefined): SignInTicket | undefined;
}

/** How long a person may take at the provider, in seconds. */
export const TICKET_SECONDS = 600;

const ALGORITHM = 'HS256';
const AUDIENCE = 'tripline-sign-in';

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

/** Seals with a key derived from the first secret, so that no ticket is ever an access token or the other way round. Opens with any of them. */
export function createTicketSeal(secrets: SigningSecrets): TicketSeal {
  const [first, ...earlier] = secrets;
  const sealingKey = ticketKey(first);
  const keys = [sealingKey, ...earlier.map(ticketKey)];
  return {
    seal: (ticket) =>
      jwt.sign(ticket, sealingKey, { algorithm: ALGORITHM, audience: AUDIENCE, expiresIn: TICKET_SECONDS }),
    open(sealed) {
      for (const key of keys) {
        const ticket = openWith(key, sealed ?? '');
        if (ticket !== undefined) return ticket;
      }
      return undefined;
    },
  };
}

const ticketKey = (secret: string): Buffer => createHmac('sha256', secret).update('tripline sign-in ticket').digest();

function openWith(key: Buffer, sealed: string): SignInTicket | undefined {
  try {
    const claims = jwt.verify(sealed, key, { algorithms: [ALGORITHM], audience: AUDIENCE });
    return schema.validate(claims, { stripUnknown: true }).value;
  } catch {
    return undefined;
  }
}
