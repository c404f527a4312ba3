import { randomUUID } from 'node:crypto';
import { type Addresses, call } from './api.js';
import type { Mails } from './mails.js';

/** A person with a verified account and a session. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly jwt: string;
  readonly refreshToken: string;
}

/** What signing people up needs. */
export interface SignUp {
  readonly addresses: Addresses;
  readonly mail: Mails;
  /** The stack's `ADMIN_TOKEN`, which sets tiers. */
  readonly adminToken: string;
}

const PASSWORD = 'nine quiet herons by a lantern';

interface Data<T> {
  readonly data: T;
}

/** Registers an address, and gives the token of the verification mail. */
export async function register({ addresses, mail }: SignUp, email: string): Promise<string> {
  const seen = (await mail.tokens(email)).length;
  await call(`POST ${addresses.rulesUrl}/v1/auth/register`, { body: { email, password: PASSWORD } });
  return mail.nextToken(email, seen);
}

/** Thrown when the password alone does not sign the person in. */
export class SecondFactorError extends Error {}

/** Signs in. @throws SecondFactorError for a person who has added a second factor */
export async function signIn(addresses: Addresses, email: string): Promise<{ jwt: string; refreshToken: string }> {
  const { data } = await call<Data<{ accessToken: string; refreshToken: string } | { secondFactor: object }>>(
    `POST ${addresses.rulesUrl}/v1/auth/login`,
    { body: { email, password: PASSWORD } },
  );
  if ('secondFactor' in data) throw new SecondFactorError(`${email} has a second factor`);
  return { jwt: data.accessToken, refreshToken: data.refreshToken };
}

/** Gives the id of the session that an access token belongs to. */
export function sessionOf(jwt: string): string {
  const [, claims = ''] = jwt.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sid: string }).sid;
}

/** Makes a person of a tier: registers, follows the link in the mail, signs in. `expiresAt` ends the subscription (ISO 8601). */
export async function makePerson(signUp: SignUp, tier: string, expiresAt?: string): Promise<Person> {
  const { addresses, adminToken } = signUp;
  const email = `person-${randomUUID()}@example.test`;
  await call(`POST ${addresses.rulesUrl}/v1/auth/verify-email`, { body: { token: await register(signUp, email) } });
  const session = await signIn(addresses, email);
  const { data } = await call<Data<{ id: string }>>(`GET ${addresses.rulesUrl}/v1/me`, { token: session.jwt });
  if (tier !== 'free') {
    await call(`PATCH ${addresses.rulesUrl}/v1/admin/users/${data.id}`, {
      token: adminToken,
      body: { tier, ...(expiresAt === undefined ? {} : { expiresAt }) },
    });
  }
  return { id: data.id, email, password: PASSWORD, ...session };
}
