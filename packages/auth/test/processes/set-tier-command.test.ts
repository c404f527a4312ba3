import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '@tripline/stack';
import { bearer, createHarness, type Harness, type Instance, signedInUser } from '../support/harness.js';

const TRIPLINE = fileURLToPath(new URL('../../../../packages/cli/bin/tripline.js', import.meta.url));

let harness: Harness;
let app: Instance;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
});
afterAll(() => harness.close());

/** Runs the command as the operator does, with the services' database address. */
const setTier = (email: string, tier: string, databaseUrl = harness.database.databaseUrl, more: string[] = []) =>
  new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
    execFile(process.execPath, [TRIPLINE, 'user', 'set-tier', email, tier, ...more], { env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
  });

describe('tripline user set-tier', () => {
  test("changes a signed-in user's tier in the running service, and is audited as admin", async () => {
    const user = await signedInUser(app, 'free');
    const makeKey = () => app.http.post('/v1/api-keys').set(bearer(user.jwt)).send({ name: 'a key' });
    await makeKey().expect(403);
    expect(await setTier(user.email.toUpperCase(), 'pro')).toEqual({
      status: 0,
      stdout: `${user.email}: pro\n`,
      stderr: '',
    });
    await eventually(async () => (await makeKey()).status === 201);
    const [event, ...others] = await app
      .db('auth.audit_log')
      .where({ action: 'user.tier_changed', target_id: user.id, actor_id: 'admin' })
      .andWhereRaw("details ->> 'to' = 'pro'");
    expect(event).toMatchObject({ outcome: 'success', details: { from: 'free', to: 'pro' } });
    expect(others).toEqual([]);
  });

  test('--until a date gives it to the end of that day, or to the instant with a zone, and the audit log says when', async () => {
    const user = await signedInUser(app, 'free');
    const until = (date: string) => setTier(user.email, 'pro', undefined, ['--until', date]);
    expect((await until('2999-12-31')).stdout).toBe(`${user.email}: pro until 3000-01-01T00:00:00.000Z\n`);
    expect((await until('2999-12-31T12:00:00+02:00')).stdout).toContain('until 2999-12-31T10:00:00.000Z');
    const [subscription] = await app.db('auth.subscriptions').where({ user_id: user.id });
    expect(subscription).toMatchObject({ tier: 'pro', expires_at: new Date('2999-12-31T10:00:00Z') });
    const events = await app.db('auth.audit_log').where({ action: 'user.tier_changed', target_id: user.id });
    expect(events.map(({ details }) => details.expiresAt)).toEqual(
      expect.arrayContaining(['3000-01-01T00:00:00.000Z', '2999-12-31T10:00:00.000Z']),
    );
    expect((await setTier(user.email, 'pro')).stdout).toBe(`${user.email}: pro\n`);
    expect((await app.db('auth.subscriptions').where({ user_id: user.id }).first()).expires_at).toBeNull();
  });

  test.each(['tomorrow', '2999-02-31', '2999-13-01', '2999-12-31T12:00:00', '2001-01-01', '31.12.2999'])(
    '--until %s is exit code 2 with a reason, and changes nothing',
    async (date) => {
      const user = await signedInUser(app, 'free');
      const { status, stderr } = await setTier(user.email, 'pro', undefined, ['--until', date]);
      expect(status).toBe(2);
      expect(stderr).toContain(date);
      expect(await app.db('auth.audit_log').where({ action: 'user.tier_changed', target_id: user.id })).toEqual([]);
      expect(await app.db('auth.subscriptions').where({ user_id: user.id })).toEqual([]);
    },
  );

  test('of an unknown address is exit code 1 with the reason', async () => {
    const { status, stderr } = await setTier('nobody@example.test', 'pro');
    expect([status, stderr]).toEqual([
      1,
      'tripline: There is no account with the e-mail address nobody@example.test.\n',
    ]);
  });

  test('to an unknown tier, or without a database address, is exit code 2', async () => {
    const unknown = await setTier('nobody@example.test', 'gold');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('free, individual, pro, team, enterprise');
    const unset = await setTier('nobody@example.test', 'pro', '');
    expect(unset.status).toBe(2);
    expect(unset.stderr).toContain('DATABASE_URL');
  });

  test('without a database behind the address is exit code 1 and shows no password', async () => {
    const { status, stderr } = await setTier('nobody@example.test', 'pro', 'postgres://someone:hush@127.0.0.1:1/none');
    expect(status).toBe(1);
    expect(stderr).toMatch(/could not be set: ./);
    expect(stderr).not.toContain('hush');
  });
});
