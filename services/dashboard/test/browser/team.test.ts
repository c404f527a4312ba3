import { randomUUID } from 'node:crypto';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, mailedLink, mailsTo, newPerson } from '../support/stack.js';
import { totpCode } from '../support/totp.js';

withBrowser();

test('somebody invited makes an account and joins by that one mail, in six actions, and gets a role', async () => {
  expectComplaint(/404/);
  const owner = await newPerson();
  const page = await openPage();
  await signIn(page, owner, '/team');
  await page.getByRole('heading', { name: 'You are in no team' }).waitFor();
  await look(page, 'team-none');
  await page.getByLabel('The team’s name').fill('Detection engineering');
  await page.getByRole('button', { name: 'Make the team' }).click();
  await page.getByRole('heading', { name: 'Detection engineering', level: 1 }).waitFor();
  const guest = { email: `${randomUUID()}@people.test`, password: `correct horse ${randomUUID()}` };
  await page.getByLabel('E-mail address').fill(guest.email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText(`${guest.email} is invited.`).waitFor();
  await look(page, 'team-invited');

  const theirs = await openPage();
  await theirs.goto(await mailedLink(guest.email, 'You are invited'));
  await theirs.getByRole('heading', { name: 'You are invited to a team' }).waitFor();
  await look(theirs, 'invitation-signed-out');
  await theirs.getByRole('link', { name: 'Make an account' }).click();
  await theirs.getByLabel('E-mail address').fill(guest.email);
  await theirs.getByLabel('Password', { exact: true }).fill(guest.password);
  await look(theirs, 'sign-up');
  await theirs.getByRole('button', { name: 'Make the account' }).click();
  await theirs.getByText(`You are signed in as ${guest.email}`).waitFor();
  await look(theirs, 'invitation');
  expect(await mailsTo(guest.email)).toEqual(['You are invited to the team "Detection engineering" at Tripline']);
  await theirs.getByRole('button', { name: 'Join the team' }).click();
  await theirs.getByRole('heading', { name: 'Detection engineering', level: 1 }).waitFor();
  expect(await theirs.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0);

  await page.reload();
  const row = page.getByRole('table').first().getByRole('row').filter({ hasText: guest.email });
  await row.getByRole('button', { name: 'Make admin' }).click();
  await page.getByText(`${guest.email} is an admin now.`).waitFor();
  await look(page, 'team');
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Invite', exact: true }).waitFor();
});

test('who makes an account without an invitation verifies its address by a mail', async () => {
  // Their tier has no cloud accounts.
  expectComplaint(/403/);
  const person = { email: `${randomUUID()}@people.test`, password: `correct horse ${randomUUID()}` };
  const page = await openPage();
  await page.goto('/sign-up');
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await page.goto(await mailedLink(person.email, 'Verify your e-mail address'));
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await look(page, 'verify-email');
  await signIn(page, person);
});

test('an invitation for another address is refused in plain words', async () => {
  expectComplaint(/40[34]/);
  const owner = await newPerson();
  const call = await asPerson(owner);
  await call('POST', '/v1/team', { name: 'Others' });
  const invited = `${randomUUID()}@people.test`;
  await call('POST', '/v1/team/invite', { email: invited });
  const page = await openPage();
  const stranger = await newPerson();
  await signIn(page, stranger);
  await page.goto(await mailedLink(invited, 'You are invited'));
  await page.getByRole('button', { name: 'Join the team' }).click();
  await page.getByRole('alert').getByText('Request').waitFor();
  await page.getByText(`You are signed in as ${stranger.email}`).waitFor();
  await page.goto('/team');
  await page.getByRole('heading', { name: 'You are in no team' }).waitFor();
});

test('a member without the second factor that their team requires is led to where one is added', async () => {
  expectComplaint(/40[139]/);
  const owner = await newPerson();
  const call = await asPerson(owner);
  await call('POST', '/v1/team', { name: 'Guarded' });
  const page = await openPage();
  await signIn(page, owner, '/team');
  await page.getByRole('button', { name: 'Require a second factor' }).click();
  await page.getByRole('button', { name: 'Require it' }).click();
  // The owner has none themselves.
  await page.getByRole('alert').getByText('Request').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const { secret } = await call('POST', '/v1/me/factors/totp');
  await call('POST', '/v1/me/factors/totp/confirm', { code: totpCode(secret) });
  const member = await newPerson();
  await call('POST', '/v1/team/invite', { email: member.email });
  const theirs = await openPage();
  await signIn(theirs, member);
  await theirs.goto(await mailedLink(member.email, 'You are invited'));
  await theirs.getByRole('button', { name: 'Join the team' }).click();
  await theirs.getByRole('heading', { name: 'Guarded', level: 1 }).waitFor();
  await call('PATCH', '/v1/team', { requireSecondFactor: true });
  await theirs.reload();
  await theirs.getByRole('link', { name: 'Add a second factor' }).click();
  await theirs.getByRole('button', { name: 'Set up an app' }).waitFor();
});
