import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bearer, createHarness, type Harness, type Instance, newEmail } from '../support/harness.js';

const TRIPLINE = fileURLToPath(new URL('../../../../packages/cli/bin/tripline.js', import.meta.url));
const PUBLIC_URL = 'https://tripline.example.test';
const STRONG = 'nine quiet herons by a lantern';

let harness: Harness;
let app: Instance;
let folder: string;
beforeAll(async () => {
  harness = await createHarness();
  // As an installation begins: nobody can register.
  app = harness.start({ SIGNUP: 'closed' });
  folder = mkdtempSync(join(tmpdir(), 'tripline-operator-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await harness.close();
});

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as the operator does, with the services' database address. */
async function tripline(args: readonly string[], { input = '', env = {} as NodeJS.ProcessEnv } = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [TRIPLINE, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: harness.database.databaseUrl, ...env },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, stdout, stderr };
}

const login = (email: string, password: string) => app.http.post('/v1/auth/login').send({ email, password });
const usersOf = (email: string) => app.db('auth.users').where({ email });
/** The token of the link in an output, and the rest of it. */
const linkIn = (stdout: string): string => /\/sign-in-link#token=(\S+)$/m.exec(stdout)?.[1] ?? '';

describe('tripline user create', () => {
  test('makes a verified account with a tier, and prints a password that signs in; audited as admin, without it', async () => {
    const email = newEmail();
    const { status, stderr, stdout } = await tripline(['user', 'create', email.toUpperCase(), '--tier', 'enterprise']);
    expect([status, stderr]).toEqual([0, '']);
    const password = new RegExp(`^${email}: enterprise\\npassword: (\\S{24})\\n$`).exec(stdout)?.[1] ?? '';
    const { accessToken } = (await login(email, password).expect(200)).body.data;
    const me = await app.http.get('/v1/me').set(bearer(accessToken)).expect(200);
    expect(me.body.data).toMatchObject({ email, emailVerified: true, tier: 'enterprise' });
    const [user] = await usersOf(email);
    const events = await app.db('auth.audit_log').where({ target_id: user.id });
    expect(events).toMatchObject([
      { action: 'user.created', actor_id: 'admin', outcome: 'success', details: { tier: 'enterprise' } },
    ]);
    expect(JSON.stringify([user, events])).not.toContain(password);
  });

  test('has the tier free unless told, and makes no two passwords alike', async () => {
    const [one, other] = [
      await tripline(['user', 'create', newEmail()]),
      await tripline(['user', 'create', newEmail()]),
    ];
    const passwords = [one, other].map(({ stdout }) => /: free\npassword: (\S+)/.exec(stdout)?.[1]);
    expect(new Set(passwords).size).toBe(2);
    expect(passwords).not.toContain(undefined);
  });

  test('takes a password from a file or standard input, and prints none', async () => {
    const file = join(folder, 'password');
    writeFileSync(file, `${STRONG}\n`);
    for (const [source, input] of [
      [file, ''],
      ['-', `${STRONG}\r\n`],
    ] as const) {
      const email = newEmail();
      const { status, stdout } = await tripline(['user', 'create', email, '--password-file', source], { input });
      expect([status, stdout]).toEqual([0, `${email}: free\n`]);
      await login(email, STRONG).expect(200);
    }
  });

  test.each([
    ['too short', 'herons', 2, 'at least 12 characters'],
    ['easy to guess', 'password1234', 1, 'too easy to guess'],
    ['the address itself', 'EMAIL', 1, 'too easy to guess'],
  ])('refuses a password that is %s, and makes no account', async (_name, given, code, reason) => {
    const email = newEmail();
    const input = given === 'EMAIL' ? email : given;
    const { status, stderr, stdout } = await tripline(['user', 'create', email, '--password-file', '-'], { input });
    expect([status, stdout]).toEqual([code, '']);
    expect(stderr).toContain(reason);
    expect(await usersOf(email)).toEqual([]);
  });

  test('of an address that has an account is exit code 1, and changes nothing', async () => {
    const email = newEmail();
    await tripline(['user', 'create', email, '--password-file', '-'], { input: STRONG });
    const again = await tripline(['user', 'create', email, '--tier', 'enterprise']);
    expect([again.status, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toBe(
      `tripline: the account could not be made: There is an account with the e-mail address ${email} already.\n`,
    );
    await login(email, STRONG).expect(200);
    expect(await app.db('auth.subscriptions').whereIn('user_id', usersOf(email).select('id'))).toEqual([]);
  });

  test.each([
    [['nobody'], 'must be a valid email'],
    [['ada@example.test', '--tier', 'gold'], 'there is no tier "gold"'],
    [['ada@example.test', '--password-file', '/nowhere/password'], 'could not be read'],
    [['ada@example.test', '--sign-in-link'], 'PUBLIC_URL'],
    [['ada@example.test', '--sign-in-link', '--url', 'tripline.example.test'], '"tripline.example.test" is no address'],
  ])('%j is bad usage: exit code 2 and the reason', async (args, reason) => {
    const { status, stderr, stdout } = await tripline(['user', 'create', ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(await usersOf('ada@example.test')).toEqual([]);
  });

  test('prints a sign-in link in place of a password', async () => {
    const email = newEmail();
    const made = await tripline(['user', 'create', email, '--sign-in-link'], { env: { PUBLIC_URL } });
    expect(made.stdout).toMatch(new RegExp(`^${email}: free\\n${PUBLIC_URL}/sign-in-link#token=\\S+\\n$`));
    const answer = await app.http
      .post('/v1/auth/login/link')
      .send({ token: linkIn(made.stdout) })
      .expect(200);
    const me = await app.http.get('/v1/me').set(bearer(answer.body.data.accessToken)).expect(200);
    expect(me.body.data.email).toBe(email);
  });
});

describe('tripline user sign-in-link', () => {
  test('prints a link that signs in once', async () => {
    const email = newEmail();
    await tripline(['user', 'create', email]);
    const { status, stdout } = await tripline(['user', 'sign-in-link', email, '--url', `${PUBLIC_URL}/app`]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^https:\/\/tripline\.example\.test\/app\/sign-in-link#token=\S+\n$/);
    const redeem = () => app.http.post('/v1/auth/login/link').send({ token: linkIn(stdout) });
    await redeem().expect(200);
    await redeem().expect(401);
  });

  test('of an unknown address is exit code 1 with the reason', async () => {
    const { status, stderr } = await tripline(['user', 'sign-in-link', 'nobody@example.test', '--url', PUBLIC_URL]);
    expect([status, stderr]).toEqual([
      1,
      'tripline: There is no account with the e-mail address nobody@example.test.\n',
    ]);
  });
});

describe('tripline team create', () => {
  const create = (name: string, owner: string) => tripline(['team', 'create', name, '--owner', owner]);

  test('makes a team that the account owns and can invite into; audited in the team’s log as admin', async () => {
    const email = newEmail();
    await tripline(['user', 'create', email, '--tier', 'team', '--password-file', '-'], { input: STRONG });
    expect(await create('  Detection engineering ', email)).toEqual({
      status: 0,
      stdout: `Detection engineering: owned by ${email}\n`,
      stderr: '',
    });
    const { accessToken } = (await login(email, STRONG).expect(200)).body.data;
    const team = (await app.http.get('/v1/team').set(bearer(accessToken)).expect(200)).body.data;
    expect(team).toMatchObject({ name: 'Detection engineering', members: [{ email, role: 'owner' }] });
    const events = await app.db('auth.audit_log').where({ team_id: team.id, action: 'team.created' });
    expect(events).toMatchObject([{ actor_id: 'admin', details: { name: 'Detection engineering' } }]);
    const again = await create('Another', email);
    expect([again.status, again.stderr]).toEqual([
      1,
      `tripline: the team could not be made: ${email} is in a team already.\n`,
    ]);
  });

  test('refuses an owner whose tier has no teams, an unknown one, and a name that is none', async () => {
    const email = newEmail();
    await tripline(['user', 'create', email, '--tier', 'pro']);
    expect((await create('Ours', email)).stderr).toContain(`that of ${email} is "pro"`);
    expect((await create('Ours', 'nobody@example.test')).stderr).toContain('There is no account');
    expect((await create('   ', email)).status).toBe(2);
    expect(await app.db('auth.teams').whereIn('owner_id', usersOf(email).select('id'))).toEqual([]);
  });
});
