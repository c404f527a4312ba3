import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mintKey, type Tier } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { JWT_SECRET } from './both-services.js';

/** Somebody with an account, a session and an active API key. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly sessionId: string;
  readonly jwt: string;
  readonly key: string;
  readonly keyPrefix: string;
  readonly refreshToken: string;
}

/** What of a person is not plain. */
export interface PersonOptions {
  readonly passwordHash: string;
  readonly unverified?: true;
  /** The subscription has run out. */
  readonly lapsed?: boolean;
}

/** SHA-256, as tokens are stored. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** An access token of our own form, of any secret and lifetime, signed here and not by the library under test. */
export function accessToken(userId: string, sessionId: string, secret = JWT_SECRET, seconds = 900): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'tripline',
    aud: 'tripline-api',
    sub: userId,
    sid: sessionId,
    iat: now - 3600,
    exp: now + seconds,
  };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Inserts a person of a tier. */
export async function insertPerson(db: Knex, tier: Tier, options: PersonOptions): Promise<Person> {
  const [id, sessionId, refreshToken] = [randomUUID(), randomUUID(), randomUUID()];
  const email = `person-${id}@example.test`;
  const { key, prefix, hash } = mintKey('tripline');
  await db('auth.users').insert({
    ...{ id, email, password_hash: options.passwordHash },
    email_verified: options.unverified === undefined,
  });
  const hours = options.lapsed === true ? -1 : 1;
  await db('auth.subscriptions').insert({
    ...{ user_id: id, tier },
    expires_at: db.raw('now() + make_interval(hours => ?)', [hours]),
  });
  await db('auth.token_families').insert({ id: sessionId, user_id: id });
  await db('auth.refresh_tokens').insert({
    ...{ token_hash: sha256(refreshToken), family_id: sessionId },
    expires_at: db.raw("now() + interval '1 day'"),
  });
  await db('auth.api_keys').insert({ id: randomUUID(), user_id: id, name: 'a key', prefix, key_hash: hash });
  return { id, email, sessionId, jwt: accessToken(id, sessionId), key, keyPrefix: prefix, refreshToken };
}

/** Puts people into one team; the first owns it. @returns the team's id */
export async function insertTeam(db: Knex, people: readonly (readonly [Person, string])[]): Promise<string> {
  const teamId = randomUUID();
  await db('auth.teams').insert({ id: teamId, name: 'a team', owner_id: people[0]?.[0].id });
  await db('auth.memberships').insert(people.map(([{ id }, role]) => ({ user_id: id, team_id: teamId, role })));
  return teamId;
}

/** Invites an address. @returns the invitation's id and the token of its mail */
export async function insertInvitation(
  db: Knex,
  teamId: string,
  email: string,
): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), randomUUID()];
  await db('auth.invitations').insert({
    ...{ id, team_id: teamId, email, role: 'member' },
    expires_at: db.raw("now() + interval '7 days'"),
  });
  await db('auth.invitation_tokens').insert({ token_hash: sha256(token), invitation_id: id });
  return { id, token };
}
