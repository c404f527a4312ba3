import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '@tripline/stack';
import { codeOf } from '../support/authenticator-app.js';
import { bearer, createHarness, type Harness, type Instance, PASSWORD, signedInUser } from '../support/harness.js';

const TRIPLINE = fileURLToPath(new URL('../../../../packages/cli/bin/tripline.js', import.meta.url));

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
});
afterAll(() => harness.close());

/** Runs the command as the operator does, with the services' database address. */
const reset = (email: string) =>
  new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: harness.database.databaseUrl };
    execFile(process.execPath, [TRIPLINE, 'user', 'reset-factors', email], { env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
  });

describe('tripline user reset-factors', () => {
  test('lets the password alone sign in again, ends all sessions, is audited, and told by mail', async () => {
    const user = await signedInUser(service, 'pro');
    const post = (path: string, body: object) => service.http.post(path).set(bearer(user.jwt)).send(body);
    const { secret } = (await post('/v1/me/factors/totp', {}).expect(201)).body.data;
    await post('/v1/me/factors/totp/confirm', { code: codeOf(secret) }).expect(200);
    await service.db('auth.outbox').where({ email: user.email }).delete();

    expect(await reset(user.email.toUpperCase())).toEqual({
      status: 0,
      stdout: `${user.email}: removed: authenticator app; all sessions have ended\n`,
      stderr: '',
    });
    await eventually(async () => (await service.http.get('/v1/me').set(bearer(user.jwt))).status === 401);
    const again = await service.http.post('/v1/auth/login').send({ email: user.email, password: PASSWORD }).expect(200);
    const factors = await service.http.get('/v1/me/factors').set(bearer(again.body.data.accessToken)).expect(200);
    expect(factors.body.data).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
    const audited = await service.db('auth.audit_log').where({ action: 'user.factors_reset', target_id: user.id });
    expect(audited).toMatchObject([{ actor_id: 'admin', details: { totp: true, passkey: false } }]);
    expect(await service.db('auth.outbox').where({ email: user.email })).toMatchObject([{ kind: 'factor-removed' }]);
  });

  test('of an unknown address is exit code 1 with the reason', async () => {
    const { status, stderr } = await reset('nobody@example.test');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'tripline: There is no account with the e-mail address nobody@example.test.\n',
    });
  });
});
