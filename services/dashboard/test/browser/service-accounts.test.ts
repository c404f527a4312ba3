import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

test('a service account gets a key; what the team generates is in its analytics; another team sees neither', async () => {
  expectComplaint(/40[34]/);
  const owner = await newPerson();
  const call = await asPerson(owner);
  await call('POST', '/v1/team', { name: 'Machines' });
  const page = await openPage();
  await signIn(page, owner, '/team/service-accounts');
  await page.getByRole('heading', { name: 'No service account yet' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('deploy');
  await page.getByRole('button', { name: 'Make a service account' }).click();
  await look(page, 'service-accounts');
  await page.getByRole('link', { name: 'deploy' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('ci');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('cell', { name: /^ci/ }).waitFor();
  await look(page, 'service-account');
  const link = page.url();

  await page.goto('/team/analytics');
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor();
  await call('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1098', options: { maxRules: 2 } });
  await page.reload();
  await page.getByRole('img', { name: /Rules per day/ }).waitFor();
  await look(page, 'analytics');

  const stranger = await newPerson();
  await (await asPerson(stranger))('POST', '/v1/team', { name: 'Others' });
  const theirs = await openPage();
  await signIn(theirs, stranger);
  await theirs.goto(link);
  await theirs.getByRole('heading', { name: 'Not found' }).waitFor();
  expect(await theirs.getByText('deploy').count()).toBe(0);
});
