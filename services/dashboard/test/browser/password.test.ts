import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { mailedLink, newPerson } from '../support/stack.js';

withBrowser();

test('a forgotten password is set anew by the mailed link, which is good once', async () => {
  expectComplaint(/400/);
  const person = await newPerson();
  const page = await openPage();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  const link = await mailedLink(person.email, 'Set a new password');
  await look(page, 'forgot-password');
  await page.goto(link);
  await page.getByLabel('New password').fill('password1234');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('alert').getByText('Request').waitFor();
  await look(page, 'reset-password');
  const password = `another ${person.password}`;
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await signIn(page, { ...person, password });
});
