import { eventually } from '@tripline/stack';
import { type MailServer, startMailServer, tokenOfMail } from '../../../../packages/auth/test/support/mail-server.js';
import { PUBLIC_URL } from '../../../../packages/auth/test/support/mails.js';
import { as, newTeam } from '../../../../packages/auth/test/support/teams.js';
import {
  createHarness,
  type Harness,
  type Instance,
  newEmail,
  signedInUser,
  type TestUser,
} from '../support/harness.js';
import { startMailProcess } from '../support/mail-process.js';
import { killProcesses, type ServiceProcess, startProcess } from '../support/process.js';

let harness: Harness;
let server: MailServer;
let service: Instance;
let owner: TestUser;

beforeAll(async () => {
  harness = await createHarness();
  server = await startMailServer();
  service = harness.start({ PUBLIC_URL, LIMIT_SEATS_TEAM: '100' });
  ({ owner } = await newTeam(service));
});
beforeEach(() => server.behave('accept'));
afterAll(async () => {
  await killProcesses();
  await harness.close();
  await server.close();
});

const startWorker = (env: NodeJS.ProcessEnv = {}) => startMailProcess(harness.database, server.url, env);

const invite = async (email: string, role = 'member', at = service, by = owner): Promise<{ id: string }> => {
  const answer = await as(at, by, 'post', '/invite', { email, role }).expect(201);
  expect(answer.body.data).not.toHaveProperty('link');
  expect(answer.body.data.mail).toEqual({ status: 'queued', attempts: 0, sentAt: null, error: null });
  return answer.body.data;
};
/** What the team says of an invitation's mail. */
const mailOf = async (id: string) => {
  const team = (await as(service, owner, 'get', '').expect(200)).body.data;
  return team.invitations.find((each: { id: string }) => each.id === id).mail;
};
const untilSent = (id: string) => eventually(async () => (await mailOf(id)).status === 'sent');
const accept = (user: { jwt: string }, token: string) => as(service, user, 'post', '/invitations/accept', { token });

/** The invitation stands, the team is told why its mail has not gone out, and it does once the server takes it. */
async function expectRetries(conduct: Parameters<MailServer['behave']>[0], words: string): Promise<void> {
  server.behave(conduct);
  const email = newEmail();
  const { id } = await invite(email);
  await eventually(async () => (await mailOf(id)).error === words);
  expect(await mailOf(id)).toMatchObject({ status: 'retrying', sentAt: null });
  expect(server.to(email)).toEqual([]);
  server.behave('accept');
  await server.arrived(email);
  await untilSent(id);
  const { attempts, error } = await mailOf(id);
  expect(attempts).toBeGreaterThan(1);
  expect(error).toBeNull();
}

describe('the mail of an invitation', () => {
  let worker: ServiceProcess;
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(killProcesses);

  test('goes out by the worker, as text and HTML, with a link that takes its reader into the team', async () => {
    const guest = await signedInUser(service, 'free');
    const { id } = await invite(guest.email, 'admin');
    const mail = await server.arrived(guest.email);
    expect(mail.from).toBe('Tripline <no-reply@tripline.example.test>');
    expect(mail.subject).toBe('You are invited to the team "Blue" at Tripline');
    const token = tokenOfMail(mail);
    const link = `${PUBLIC_URL}/invitation#token=${token}`;
    expect(mail.text).toContain(`${owner.email} invites you to the team "Blue" at Tripline, as an admin.`);
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain(`<a href="${link}">${link}</a>`);
    await untilSent(id);
    expect(await mailOf(id)).toEqual({ status: 'sent', attempts: 1, sentAt: expect.any(String), error: null });
    const kept = await service.db('auth.invitation_tokens').where({ invitation_id: id });
    expect(JSON.stringify(kept)).not.toContain(token);
    await accept(guest, token).expect(200);
    const metrics = await (await fetch(`${(await worker.listening()).adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^tripline_mails_total\{kind="invitation",outcome="sent",.*\} 1$/m);
  });

  test('cannot carry markup of those who invite', async () => {
    const named = await signedInUser(service, 'team');
    await as(service, named, 'post', '', { name: '<img src=x> & "Söhne" 🚀' }).expect(201);
    const email = newEmail();
    await invite(email, 'member', service, named);
    const mail = await server.arrived(email);
    expect(mail.subject).toBe('You are invited to the team "<img src=x> & "Söhne" 🚀" at Tripline');
    expect(mail.text).toContain('<img src=x> & "Söhne" 🚀');
    expect(mail.html).toContain('&lt;img src=x&gt; &amp; &quot;Söhne&quot; 🚀');
    expect(mail.html).not.toContain('<img');
  });

  test.each([
    [{ refuse: 550, words: 'no such mailbox' }, 'The mail server answered: 550 no such mailbox'],
    [{ refuse: 451, words: 'come back later' }, 'The mail server answered: 451 come back later'],
  ])('is tried again by a job while the server’s conduct is %j', expectRetries);

  test('that arrived although the server seemed to fail works as well as the one sent after it', async () => {
    server.behave('drops');
    const guest = await signedInUser(service, 'free');
    const { id } = await invite(guest.email);
    const first = await server.arrived(guest.email);
    server.behave('accept');
    await untilSent(id);
    const second = server.to(guest.email).at(-1)!;
    expect(tokenOfMail(second)).not.toBe(tokenOfMail(first));
    await accept(guest, tokenOfMail(first)).expect(200);
    await accept(guest, tokenOfMail(second)).expect(409);
  });
});

describe('the mail of an invitation, with workers that come and go,', () => {
  afterEach(killProcesses);

  test.each([
    ['takes connections and says nothing', 'silent' as const],
    ['takes the mail and says nothing', 'hangs' as const],
  ])('is tried again by a job while the server %s', async (_what, conduct) => {
    await startWorker({ LIMIT_MAIL_SECONDS: '1' });
    await expectRetries(conduct, 'The mail server did not answer in time.');
  });

  test('does not reveal our network in the error when the server cannot be reached', async () => {
    await startWorker({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const { id } = await invite(newEmail());
    await eventually(async () => (await mailOf(id)).status === 'retrying');
    expect((await mailOf(id)).error).toBe('The mail server could not be reached.');
  });

  test('does not go out for what was withdrawn meanwhile', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const { id } = await invite(email);
    await as(service, owner, 'delete', `/invitations/${id}`).expect(200);
    await invite(other);
    await startWorker();
    await server.arrived(other);
    expect(server.to(email)).toEqual([]);
  });

  test('goes out although Redis was away when it was asked for, and the answer did not wait', async () => {
    const apart = harness.start({ PUBLIC_URL, REDIS_URL: 'redis://127.0.0.1:1' });
    const email = newEmail();
    await invite(email, 'member', apart);
    await startWorker();
    await server.arrived(email);
  });

  test('goes out once when several workers look for it', async () => {
    await Promise.all([startWorker(), startWorker()]);
    const emails = Array.from({ length: 10 }, newEmail);
    const sent = await Promise.all(emails.map((email) => invite(email)));
    for (const { id } of sent) await untilSent(id);
    expect(emails.map((email) => server.to(email).length)).toEqual(emails.map(() => 1));
  });
});

test('the worker stops on SIGTERM with 0 while a mail hangs, and names faults of its settings', async () => {
  server.behave('hangs');
  const worker = await startWorker({ LIMIT_MAIL_SECONDS: '2' });
  const before = server.connections();
  await invite(newEmail());
  await eventually(async () => server.connections() > before);
  worker.child.kill('SIGTERM');
  expect(await worker.exited).toBe(0);
  const wrong = startProcess('worker', harness.database, { SMTP_URL: 'http://mail', LIMIT_MAIL_SECONDS: 'long' });
  expect(await wrong.exited).toBe(1);
  for (const name of ['SMTP_URL', 'LIMIT_MAIL_SECONDS']) expect(wrong.log()).toContain(name);
});
