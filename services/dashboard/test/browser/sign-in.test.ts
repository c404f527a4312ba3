import { accountButton, expectComplaint, look, openPage, signIn, signOut, withBrowser } from '../support/browser.js';
import { newPerson, signInLink, stack } from '../support/stack.js';

withBrowser();

test('the page comes with a policy that lets nothing in from elsewhere, and nothing inline', async () => {
  const answer = await fetch(`${stack.dashboardUrl}/rules?state=draft`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' blob:;font-src 'self';connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none';object-src 'none'",
  );
  expect(await answer.text()).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/);
});

test('somebody who opens a deep link signs in first, and is there then', async () => {
  const person = await newPerson();
  const page = await openPage();
  await page.goto('/reports?limit=10');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await look(page, 'sign-in');
  await signIn(page, person, '/reports?limit=10');
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
  expect(page.url()).toBe(`${stack.dashboardUrl}/reports?limit=10`);
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
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto('/rules');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('the operator’s link signs in once, leaves nothing in the address or the history, and is refused the second time', async () => {
  const person = await newPerson();
  const link = await signInLink(person);
  const page = await openPage();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await page.goto(link);
  await accountButton(page).waitFor();
  const token = new URL(link).hash.slice('#token='.length);
  expect(page.url()).not.toContain(token);
  // Its place in the history is that of the page after it, so that nothing of ours is behind it. Waited for: it would interrupt what comes next.
  await page.evaluate('history.back()');
  await page.waitForURL('about:blank');
  expect(page.url()).not.toContain(token);
  expect(sent.filter((line) => line.endsWith('/v1/auth/login/link'))).toEqual([
    `POST ${stack.dashboardUrl}/v1/auth/login/link`,
  ]);
  await page.goto('/settings/profile');
  await page.getByText(person.email).first().waitFor();
  await page.reload();
  await page.getByText(person.email).first().waitFor();

  const other = await openPage();
  expectComplaint(/401/);
  await other.goto(link);
  await other.getByRole('alert').getByText('works once, within 15 minutes').waitFor();
  expect(other.url()).not.toContain(token);
  await look(other, 'sign-in-link-refused');
  await other.getByRole('link', { name: 'Sign in another way' }).click();
  await other.getByLabel('E-mail address').waitFor();
});

test('the operator’s link signs in whoever it is for, where somebody else was signed in', async () => {
  const [first, second] = [await newPerson(), await newPerson()];
  const page = await openPage();
  await signIn(page, first, '/settings/profile');
  await page.getByText(first.email).first().waitFor();
  await page.goto(await signInLink(second));
  await accountButton(page).waitFor();
  await page.goto('/settings/profile');
  await page.getByText(second.email).first().waitFor();
});

test('whoever opens the page that verifies an address without the link of the mail can go on from there', async () => {
  const page = await openPage();
  await page.goto('/verify-email');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(page, await newPerson());
  await page.goto('/verify-email');
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.waitForURL(`${stack.dashboardUrl}/`);
});
