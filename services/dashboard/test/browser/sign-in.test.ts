import { expectComplaint, look, openPage, signIn } from '../support/browser.js';
import { newPerson, stack } from '../support/stack.js';

test('the page comes with a policy that lets nothing in from elsewhere, and nothing inline', async () => {
  const answer = await fetch(`${stack.dashboardUrl}/rules?state=draft`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none';object-src 'none'",
  );
  expect(await answer.text()).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/);
});

test('somebody who opens a deep link signs in first, and is there then', async () => {
  const person = await newPerson();
  const page = await openPage();
  await page.goto('/generations?limit=10');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await look(page, 'sign-in');
  await signIn(page, person, '/generations?limit=10');
  await page.getByRole('heading', { name: 'Generations', level: 1 }).waitFor();
  expect(page.url()).toBe(`${stack.dashboardUrl}/generations?limit=10`);
});

test('a wrong password is told in the service’s words, and the session survives a reload and ends with sign-out', async () => {
  const person = await newPerson();
  const page = await openPage();
  expectComplaint(/401/);
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('something else entirely');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').getByText('Request').waitFor();
  await signIn(page, person);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto('/rules');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
