import { createDatabase } from '@tripline/service';
import { accountButton, expectComplaint, look, openPage, signIn, signOut, withBrowser } from '../support/browser.js';
import { newPerson, type Person, signInLink, stack } from '../support/stack.js';
import { totpCode } from '../support/totp.js';

withBrowser();

type Page = Awaited<ReturnType<typeof openPage>>;

/** Signs in by password, up to the second factor. */
async function typePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/sign-in?to=%2Fsettings%2Fsecurity');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Makes all sign-ins of somebody an hour old. */
async function ageSessions({ email }: Person): Promise<void> {
  const db = createDatabase({ url: stack.databaseUrl, connections: 1, applicationName: 'browser tests' });
  try {
    await db.raw(
      `update auth.token_families set created_at = created_at - interval '1 hour'
       where user_id = (select id from auth.users where email = ?)`,
      [email],
    );
  } finally {
    await db.destroy();
  }
}

test('an authenticator app is set up after a fresh sign-in, then asked for, and a recovery code leads in too', async () => {
  const person = await newPerson();
  const page = await openPage();
  expectComplaint(/403/);
  await signIn(page, person, '/settings/security');
  await ageSessions(person);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('heading', { name: 'Is it still you?' }).waitFor();
  await look(page, 'security-fresh');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await look(page, 'security-totp');
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await page.getByLabel('Code that the app shows').fill(totpCode(secret));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await look(page, 'security-codes');
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByRole('button', { name: 'Remove the app' }).waitFor();
  await look(page, 'security');

  const other = await openPage();
  await typePassword(other, person);
  // The code of this period is used up; the one after it is let pass.
  await other.getByLabel('Code of the app', { exact: true }).last().fill(totpCode(secret, 1));
  await look(other, 'sign-in-second-factor');
  await other.getByRole('button', { name: 'Go on' }).click();
  await other.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
  await other.getByRole('button', { name: 'Sign out here' }).click();

  await typePassword(other, person);
  await other.getByText('Recovery code', { exact: true }).click();
  await other.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await other.getByRole('button', { name: 'Go on' }).click();
  await other.getByText('9 of them are left').waitFor();

  const linked = await openPage();
  await linked.goto(await signInLink(person));
  await linked.getByText('Recovery code', { exact: true }).click();
  await linked.getByRole('textbox', { name: 'Recovery code' }).fill(codes[1] ?? '');
  await linked.getByRole('button', { name: 'Go on' }).click();
  await accountButton(linked).waitFor();

  await page.reload();
  await page.getByRole('button', { name: 'End it' }).first().click();
  await page.getByText('The session has ended.').waitFor();
});

test('a passkey is added and signs in without a password', async () => {
  const person = await newPerson();
  const page = await openPage();
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, person, '/settings/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('laptop');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByText('laptop').waitFor();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();

  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await page.getByText('The passkey “laptop” is removed.').waitFor();
});
