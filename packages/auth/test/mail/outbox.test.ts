import {
  createMailSender,
  createSmtpMailer,
  giveUpMails,
  insertMail,
  type Mailer,
  type MailSender,
} from '@tripline/auth';
import { createLog } from '@tripline/service';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  newEmail,
  PASSWORD,
  signedInUser,
} from '../support/harness.js';
import { type MailServer, startMailServer, tokenOfMail } from '../support/mail-server.js';
import { PUBLIC_URL } from '../support/mails.js';
import { as, newTeam } from '../support/teams.js';

let harness: Harness;
let server: MailServer;
let service: Instance;
let mailer: Mailer;
let sender: MailSender;
/** The sender's log, and what it counted. */
const lines: string[] = [];
const outcomes: string[] = [];
const observe = (kind: string, outcome: string) => void outcomes.push(`${kind} ${outcome}`);
const log = createLog({ name: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) });

beforeAll(async () => {
  harness = await createHarness();
  server = await startMailServer();
  service = harness.start({ PUBLIC_URL });
});
beforeEach(() => {
  server.behave('accept');
  lines.length = 0;
  outcomes.length = 0;
  // A connection of an earlier test would be used again.
  mailer = createSmtpMailer(server.url, PUBLIC_URL, 1);
  sender = createMailSender({ db: service.db, log, mailer, publicUrl: PUBLIC_URL, retrySeconds: 30, observe });
});
afterEach(() => mailer.close());
afterAll(async () => {
  await harness.close();
  await server.close();
});

const post = (path: string, body: object) => service.http.post(`/v1/auth/${path}`).send(body);
const register = (email: string, password = PASSWORD) => post('register', { email, password }).expect(201);
const forget = (email: string) => post('forgot-password', { email }).expect(200);
const login = (email: string, password: string) => post('login', { email, password });
/** What the outbox holds for an address. */
const waiting = (email: string) => service.db('auth.outbox').where({ email });
/** Tries an address's mails, whether or not their time has come. */
async function attempt(email: string): Promise<void> {
  await waiting(email).whereNotNull('due_at').update({ due_at: service.db.fn.now() });
  const own = new Set((await waiting(email)).map(({ id }) => id));
  for (const id of await sender.due()) if (own.has(id)) await sender.send(id);
}
/** Seconds until the next attempt, as planned by the one before. */
const pauseOf = async (email: string): Promise<number> => {
  const pause = service.db.raw('round(extract(epoch from due_at - clock_timestamp()))::int as pause');
  return (await waiting(email).first(pause)).pause;
};

describe('what a request writes', () => {
  test('is the same for an address with an account and one without', async () => {
    const known = (await signedInUser(service, 'free')).email;
    const unknown = newEmail();
    for (const email of [known, unknown]) {
      await forget(email);
      await register(email);
    }
    const rows = async (email: string) =>
      (await waiting(email).orderBy('kind')).map(({ kind, attempts, error, password_hash: hash }) => ({
        kind,
        attempts,
        error,
        hasPassword: hash !== null,
      }));
    expect(await rows(known)).toEqual([
      { kind: 'password-reset', attempts: 0, error: null, hasPassword: false },
      { kind: 'registration', attempts: 0, error: null, hasPassword: true },
    ]);
    expect(await rows(unknown)).toEqual(await rows(known));
  });

  test('is nothing beyond five mails an hour to an address, and the answer does not tell', async () => {
    const email = newEmail();
    const answers = [];
    for (let i = 0; i < 7; i += 1) answers.push(JSON.stringify((await forget(email)).body));
    expect(new Set(answers).size).toBe(1);
    expect(await waiting(email)).toHaveLength(5);
  });

  test('is tried for an hour when it resets a password, for a day when it verifies an address', async () => {
    const email = newEmail();
    await forget(email);
    await register(email);
    const hours = service.db.raw('round(extract(epoch from gives_up_at - created_at) / 3600)::int as hours');
    expect(await waiting(email).select('kind', hours).orderBy('kind')).toEqual([
      { kind: 'password-reset', hours: 1 },
      { kind: 'registration', hours: 24 },
    ]);
  });
});

describe('what is sent', () => {
  test('is nothing to an address without an account that asked for a new password', async () => {
    const email = newEmail();
    await forget(email);
    const connections = server.connections();
    await attempt(email);
    expect(server.connections()).toBe(connections);
    expect(outcomes).toEqual(['password-reset dropped']);
    expect(await waiting(email)).toEqual([]);
  });

  test('leaves no address, password or token behind', async () => {
    const email = newEmail();
    await register(email);
    await attempt(email);
    const token = tokenOfMail(await server.arrived(email));
    expect(outcomes).toEqual(['registration sent']);
    expect(await waiting(email)).toEqual([]);
    expect(JSON.stringify(await service.db('auth.one_time_tokens'))).not.toContain(token);
    expect(lines.join()).not.toContain(token);
  });

  test('sets the password that the account has at that time', async () => {
    const email = newEmail();
    await register(email);
    const { body } = await login(email, PASSWORD).expect(200);
    const passwords = { currentPassword: PASSWORD, newPassword: 'changed in the meantime' };
    await post('change-password', passwords).set(bearer(body.data.accessToken)).expect(200);
    await attempt(email);
    await post('verify-email', { token: tokenOfMail(await server.arrived(email)) }).expect(200);
    await login(email, PASSWORD).expect(401);
    await login(email, 'changed in the meantime').expect(200);
  });

  test('does not set the password of a stranger on an account that its owner has verified meanwhile', async () => {
    const email = newEmail();
    await forget(email);
    await register(email, 'the squatter knows this');
    const [registration] = await waiting(email).where({ kind: 'registration' }).delete().returning('*');
    await attempt(email);
    const token = tokenOfMail(await server.take(email));
    await post('reset-password', { token, newPassword: PASSWORD }).expect(200);
    await service.db('auth.outbox').insert(registration);
    await attempt(email);
    const late = await server.take(email);
    expect(late.text).toContain('it has an account');
    expect(tokenOfMail(late)).toBe('');
  });
});

describe('a mail that does not get through', () => {
  test.each([
    [{ refuse: 550, words: 'no such mailbox' }, 'The mail server answered: 550 no such mailbox'],
    [{ refuse: 451, words: 'come back later' }, 'The mail server answered: 451 come back later'],
    ['hangs' as const, 'The mail server did not answer in time.'],
    ['silent' as const, 'The mail server did not answer in time.'],
  ])('while the server’s conduct is %j is tried again, later each time', async (conduct, error) => {
    server.behave(conduct);
    const email = newEmail();
    await register(email);
    await attempt(email);
    expect(await waiting(email)).toMatchObject([{ attempts: 1, error }]);
    const pause = await pauseOf(email);
    expect(pause).toBeLessThanOrEqual(30);
    await attempt(email);
    expect(await pauseOf(email)).toBeGreaterThan(pause);
    expect(server.to(email)).toEqual([]);
    server.behave('accept');
    await attempt(email);
    await post('verify-email', { token: tokenOfMail(await server.arrived(email)) }).expect(200);
    expect(outcomes).toEqual(['registration postponed', 'registration postponed', 'registration sent']);
  });

  test('although it arrived is sent again, and the links of both work', async () => {
    server.behave('drops');
    const { email } = await signedInUser(service, 'free');
    await forget(email);
    await attempt(email);
    const first = tokenOfMail(await server.arrived(email));
    server.behave('accept');
    await attempt(email);
    const last = tokenOfMail(await server.arrived(email, 2));
    expect(last).not.toBe(first);
    await post('reset-password', { token: first, newPassword: 'the new password' }).expect(200);
    await post('reset-password', { token: last, newPassword: 'another password' }).expect(400);
  });

  test('is given up after five refusals for good, which the log tells without the address', async () => {
    server.behave({ refuse: 550, words: 'no such mailbox' });
    const email = newEmail();
    await register(email);
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await waiting(email)).toHaveLength(1);
      await attempt(email);
    }
    expect(await waiting(email)).toEqual([]);
    expect(outcomes.at(-1)).toBe('registration failed');
    const last = JSON.parse(lines.at(-1) ?? '');
    expect(last).toMatchObject({ msg: 'a mail was refused for good', kind: 'registration', attempts: 5 });
    expect(lines.join()).not.toContain(email);
  });

  test('is tried for as long as it may be while the server refuses us, not the recipient', async () => {
    const closed = createSmtpMailer('smtp://127.0.0.1:1', PUBLIC_URL, 1);
    const apart = createMailSender({
      db: service.db,
      log,
      mailer: closed,
      publicUrl: PUBLIC_URL,
      retrySeconds: 30,
      observe,
    });
    const email = newEmail();
    await register(email);
    await waiting(email).update({ attempts: 50 });
    const [{ id }] = await waiting(email);
    await apart.send(id);
    await closed.close();
    expect(await waiting(email)).toMatchObject([{ attempts: 51, error: 'The mail server could not be reached.' }]);
    expect(await pauseOf(email)).toBeGreaterThan(3000);
  });

  test('is given up when it expires, with or without a mail server', async () => {
    const email = newEmail();
    await register(email);
    await waiting(email).update({ gives_up_at: service.db.fn.now() });
    await attempt(email);
    expect(await waiting(email)).toHaveLength(1);
    await giveUpMails(service.db, log, observe);
    expect(await waiting(email)).toEqual([]);
    expect(server.to(email)).toEqual([]);
    expect(outcomes).toContain('registration failed');
    expect(lines.join()).toContain('a mail was given up: it was not sent in time');
  });
});

test('the mail of changes in coverage arrives with what changed, how much more there is and where to end it', async () => {
  const email = newEmail();
  const changes = ['T1485 Data Destruction was covered and is uncovered.', 'The detection <b>x</b> is gone.'];
  await insertMail(service.db, {
    kind: 'coverage-changes',
    email,
    details: { account: 'production', total: 5, changes },
  });
  await attempt(email);
  const { html, subject, text } = await server.arrived(email);
  expect(subject).toBe('Detection coverage of production has changed');
  for (const part of [...changes, 'And 3 more', PUBLIC_URL, 'asked for it']) expect(text).toContain(part);
  expect(html).not.toContain('<b>');
  expect(await waiting(email).where('due_at', 'is not', null)).toEqual([]);
});

describe('the mail of an invitation', () => {
  /** A new invitation, and what the team says of its mail. */
  async function invited() {
    const { owner } = await newTeam(service);
    const email = newEmail();
    const { id } = (await as(service, owner, 'post', '/invite', { email }).expect(201)).body.data;
    const shown = async () => (await as(service, owner, 'get', '').expect(200)).body.data.invitations[0].mail;
    return { id, email, shown };
  }

  test('that is refused for good is shown to the team as failed, with the reason', async () => {
    server.behave({ refuse: 550, words: 'no such mailbox' });
    const { email, shown } = await invited();
    for (let tries = 1; tries <= 5; tries += 1) await attempt(email);
    const error = 'The mail server answered: 550 no such mailbox';
    expect(await shown()).toEqual({ status: 'failed', attempts: 5, sentAt: null, error });
  });

  test('that nobody sends is shown to the team as failed when it expires', async () => {
    const { email, shown } = await invited();
    await waiting(email).update({ gives_up_at: service.db.fn.now() });
    await giveUpMails(service.db, log, observe);
    expect(await shown()).toEqual({
      status: 'failed',
      attempts: 0,
      sentAt: null,
      error: 'The mail was not sent in time.',
    });
  });

  test('that a process of the previous release has stored in its table is sent too', async () => {
    const { email, id, shown } = await invited();
    await waiting(email).delete();
    await service.db('auth.invitations').where({ id }).update({ mail_due_at: service.db.fn.now(), mail_attempts: 2 });
    await sender.due();
    await attempt(email);
    await server.arrived(email);
    expect(await shown()).toMatchObject({ status: 'sent', attempts: 3, error: null });
  });
});

test('senders side by side send each mail once', async () => {
  const emails = Array.from({ length: 12 }, newEmail);
  await Promise.all(emails.map((email) => register(email)));
  const ids = (await service.db('auth.outbox').whereIn('email', emails)).map(({ id }) => id);
  await Promise.all([...ids, ...ids, ...ids.reverse()].map((id) => sender.send(id)));
  expect(emails.map((email) => server.to(email).length)).toEqual(emails.map(() => 1));
});
