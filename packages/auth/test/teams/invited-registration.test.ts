import { bearer, createHarness, type Harness, type Instance, newEmail, PASSWORD } from '../support/harness.js';
import { as, invite, newTeam } from '../support/teams.js';

let harness: Harness;
/** Shows the tokens that mails would carry. */
let inviting: Instance;
/** Sends mails, and verifies no address by itself. */
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  inviting = harness.start({ NODE_ENV: 'development', PUBLIC_URL: 'https://tripline.example.test/app/' });
  service = harness.start({ PUBLIC_URL: 'https://tripline.example.test/app/' });
});
afterAll(() => harness.close());

const register = (email: string, more: object = {}, at = service) =>
  at.http.post('/v1/auth/register').send({ email, password: PASSWORD, ...more });
const login = (email: string, password = PASSWORD) => service.http.post('/v1/auth/login').send({ email, password });
const mailsTo = (email: string) => service.db('auth.outbox').where({ email }).select('kind');

/** The token of an invitation that was sent to an address. */
async function invited(email: string): Promise<{ id: string; token: string; withdraw: () => Promise<unknown> }> {
  const { owner } = await newTeam(inviting);
  const { id, token } = await invite(inviting, owner, email);
  return { id, token, withdraw: async () => as(inviting, owner, 'delete', `/invitations/${id}`).expect(200) };
}

test('an invitation proves the address that registers with it, so that one mail leads into the team', async () => {
  const email = newEmail();
  const { id, token } = await invited(email);
  const { body } = await register(email, { invitation: token }).expect(201);
  expect(body.data).toEqual({ email, emailVerified: true, message: 'The account is ready; sign in.' });
  expect(await mailsTo(email)).toEqual([]);
  const { data } = (await login(email).expect(200)).body;
  const joined = await as(service, { jwt: data.accessToken }, 'post', '/invitations/accept', { token }).expect(200);
  expect(joined.body.data.name).toBe('Blue');
  const records = await service.db('auth.audit_log').where({ actor_email: email, action: 'user.registered' });
  expect(records).toMatchObject([{ outcome: 'success', details: { invitationId: id } }]);
});

test('whoever registered the address before, without reading its mail, loses it to who was invited', async () => {
  const email = newEmail();
  await register(email, { password: 'the squatter knows this' }).expect(201);
  const squatter = (await login(email, 'the squatter knows this').expect(200)).body.data;
  const { token } = await invited(email);
  await register(email, { invitation: token }).expect(201);
  await login(email, 'the squatter knows this').expect(401);
  await service.http.get('/v1/me').set(bearer(squatter.accessToken)).expect(401);
  const { data } = (await login(email).expect(200)).body;
  const me = await service.http.get('/v1/me').set(bearer(data.accessToken)).expect(200);
  expect(me.body.data.emailVerified).toBe(true);
});

test('an account that is verified keeps its password, and its holder is told to sign in', async () => {
  const email = newEmail();
  const first = await invited(email);
  await register(email, { invitation: first.token }).expect(201);
  const { body } = await register(email, { invitation: first.token, password: 'another long password' }).expect(409);
  expect(body.error.message).toBe(`${email} has an account already; sign in with it.`);
  await login(email, 'another long password').expect(401);
  await login(email).expect(200);
});

test('an invitation of another address, one that is withdrawn and one that never was prove nothing', async () => {
  const email = newEmail();
  const other = await invited(newEmail());
  const withdrawn = await invited(email);
  await withdrawn.withdraw();
  for (const invitation of [other.token, withdrawn.token, 'unknown']) {
    const { body } = await register(email, { invitation }).expect(400);
    expect(body.error.message).toMatch(/^The invitation is not for this address, or no longer pending\./);
  }
  await login(email).expect(401);
});
