import { randomUUID } from 'node:crypto';
import type { Auth, Tier } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { createTestUser, eventually, TEST_PASSWORD } from '@tripline/stack';
import type request from 'supertest';

export const PASSWORD = TEST_PASSWORD;

/** A process's app that has the routes of identity: this package's own, or the rules service's. */
export interface IdentityInstance {
  readonly auth: Auth;
  readonly db: Knex;
  readonly http: ReturnType<typeof request>;
}

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly jwt: string;
  readonly refreshToken: string;
}

export const newEmail = (): string => `person-${randomUUID()}@example.test`;

/** A verified user of a tier, signed in over HTTP. */
export async function signedInUser(instance: IdentityInstance, tier: Tier): Promise<TestUser> {
  const { id, email } = await createTestUser(instance, tier);
  const answer = await instance.http.post('/v1/auth/login').send({ email, password: PASSWORD }).expect(200);
  return { id, email, jwt: answer.body.data.accessToken, refreshToken: answer.body.data.refreshToken };
}

/** A key of a signed-in user, made over HTTP. */
export async function createKey(
  instance: IdentityInstance,
  user: TestUser,
  name = 'a key',
): Promise<{ key: string; prefix: string }> {
  const answer = await instance.http.post('/v1/api-keys').set(bearer(user.jwt)).send({ name }).expect(201);
  return answer.body.data;
}

export const bearer = (credential: string): { Authorization: string } => ({ Authorization: `Bearer ${credential}` });

/** Waits until an instance has reached Redis: before, its limits are counted by the process alone. */
export async function untilReady<I extends IdentityInstance>(instance: I): Promise<I> {
  await eventually(async () => (await instance.http.get('/readyz')).status === 200);
  return instance;
}
