import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { newPerson } from '../support/stack.js';

withBrowser();

test('the profile shows tier and limits, keeps a name, and the account is deleted with its password', async () => {
  expectComplaint(/40[01]/);
  const person = await newPerson('pro');
  const page = await openPage();
  await signIn(page, person, '/settings/profile');
  await page.getByText('0 of 100').first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your name is saved.').waitFor();
  await look(page, 'profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete it for good' }).click();
  await page.getByRole('alert').getByText('Request').waitFor();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Delete it for good' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
