import { randomUUID } from 'node:crypto';
import type { Cleanup } from './cleanup.js';
import { bearer, type Credential, call } from './http.js';
import { forgetMails, tokenMailedTo } from './mail.js';
import { stack } from './stack.js';

export type Tier = 'free' | 'individual' | 'pro' | 'team' | 'enterprise';

/** A person who has signed up and is signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  password: string;
  readonly session: Credential;
  readonly refreshToken: string;
}

/** A session as signing in answers it. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const { rulesUrl } = stack;
export const PASSWORD = 'seven quiet herons beside a lantern';

/** Gives an address that no other run uses. */
export const newAddress = (): string => `e2e-${randomUUID()}@example.test`;

/** Registers an address. @returns the token of the verification mail */
export async function register(email: string, cleanup: Cleanup): Promise<string> {
  cleanup.add(() => forgetMails(email));
  await call('POST', `${rulesUrl}/v1/auth/register`, { body: { email, password: PASSWORD } });
  return tokenMailedTo(email, /verify/i);
}

export async function signIn(email: string, password = PASSWORD): Promise<Session> {
  return (await call('POST', `${rulesUrl}/v1/auth/login`, { body: { email, password } })).json().data;
}

/** Signs a person up: registers, follows the link of the mail, signs in; then the operator sets the tier. */
export async function signUp(tier: Tier, cleanup: Cleanup, options: { readonly verify?: false } = {}): Promise<Person> {
  const email = newAddress();
  const token = await register(email, cleanup);
  if (options.verify !== false) await call('POST', `${rulesUrl}/v1/auth/verify-email`, { body: { token } });
  const { accessToken, refreshToken } = await signIn(email);
  const session = bearer(accessToken);
  // The id is read from the token. Asking the service would cache the person, and the cached tier could be used for a second.
  const person = { id: subjectOf(accessToken), email, password: PASSWORD, session, refreshToken };
  cleanup.add(() => deleteAccount(person));
  if (tier !== 'free') await setTier(person, tier);
  return person;
}

/** Deletes a person's account. An account that is gone, or that still owns a team, is ignored. */
async function deleteAccount({ email, password }: Person): Promise<void> {
  try {
    const { accessToken } = await signIn(email, password);
    await call('DELETE', `${rulesUrl}/v1/me`, { as: bearer(accessToken), body: { password } });
  } catch (fault) {
    if (!/answered (401|403|409)/.test(String(fault))) throw fault;
  }
}

/** Gives the subject of a token (RFC 7519, 4.1.2). */
const subjectOf = (token: string): string => claimsOf(token).sub;

/** Gives the session that an access token belongs to. */
export const sessionOf = (token: string): string => claimsOf(token).sid;

function claimsOf(token: string): { sub: string; sid: string } {
  const [, claims = ''] = token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sub: string; sid: string };
}

/** Sets a tier as the operator does. */
export async function setTier({ id }: Pick<Person, 'id'>, tier: Tier, until?: Date): Promise<void> {
  await call('PATCH', `${rulesUrl}/v1/admin/users/${id}`, {
    as: bearer(stack.adminToken),
    body: { tier, ...(until === undefined ? {} : { expiresAt: until.toISOString() }) },
  });
}

/** Gives a person a subscription that expired yesterday. */
export const letLapse = (person: Pick<Person, 'id'>, tier: Tier): Promise<void> =>
  setTier(person, tier, new Date(Date.now() - 86_400_000));
