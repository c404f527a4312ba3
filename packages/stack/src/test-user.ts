import { randomUUID } from 'node:crypto';
import type { Auth, Tier } from '@tripline/auth';
import type { Knex } from '@tripline/service';

/** The password of every user that {@link createTestUser} makes. */
export const TEST_PASSWORD = 'correct horse battery';

/** A cheap hash of it: with the services' own strength, hashing would be much of a test run's time. */
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$1p+ELHSaqWSHJ88LzO16ag$wlBb++BnPZUFXU6ggkbjKhXGqCAd98g6hU+fiYa9g3M';

/** Makes a verified user of a tier with an address of their own and the password {@link TEST_PASSWORD}. */
export async function createTestUser(
  { auth, db }: { readonly auth: Auth; readonly db: Knex },
  tier: Tier,
): Promise<{ readonly id: string; readonly email: string }> {
  const [id, email] = [randomUUID(), `person-${randomUUID()}@example.test`];
  await db('auth.users').insert({ id, email, password_hash: TEST_PASSWORD_HASH, email_verified: true });
  if (tier !== 'free') await auth.setTier(id, tier);
  return { id, email };
}
