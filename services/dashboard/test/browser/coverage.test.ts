import { randomUUID } from 'node:crypto';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, makeRole, newPerson, type Person, stack } from '../support/stack.js';

withBrowser();

test('an account is added and connected by the guide, told what is missing, and scanned with progress', async () => {
  const person = await newPerson();
  const page = await openPage();
  await signIn(page, person, '/coverage');
  await page.getByRole('heading', { name: 'No account yet' }).waitFor();
  await look(page, 'accounts-empty');
  await page.getByRole('link', { name: 'Add an account' }).click();
  await page.getByLabel('Name').fill('production');
  await page.getByLabel('AWS account number').fill('1111 2222 3333');
  await look(page, 'account-new');
  await page.getByRole('button', { name: 'Add the account' }).click();
  await page.getByRole('heading', { name: 'production', level: 1 }).waitFor();
  const api = await asPerson(person);
  const [account] = (await api('GET', '/accounts')).accounts;
  const { external_id, permissions_policy, trust_policy } = account.connection;
  // Each way makes the same role.
  const template = page.getByRole('region', { name: 'the CloudFormation template' });
  const { TriplineScanner } = JSON.parse((await template.textContent()) ?? '').Resources;
  expect(TriplineScanner.Properties).toMatchObject({
    AssumeRolePolicyDocument: trust_policy,
    Policies: [{ PolicyDocument: permissions_policy }],
  });
  await look(page, 'account-connect');
  await page.getByText('AWS CLI', { exact: true }).click();
  const commands = (await page.getByRole('region', { name: 'the AWS CLI commands' }).textContent()) ?? '';
  expect(
    commands
      .split("'")
      .filter((part) => part.startsWith('{'))
      .map((part) => JSON.parse(part)),
  ).toEqual([trust_policy, permissions_policy]);
  await page.getByText('Terraform', { exact: true }).click();
  await page.getByRole('region', { name: 'the Terraform configuration' }).getByText('jsonencode').first().waitFor();
  await look(page, 'account-connect-terraform');
  await page.getByText('Console by hand', { exact: true }).click();
  await page.getByRole('region', { name: 'the trust policy' }).getByText('sts:ExternalId').waitFor();
  const role = `tripline-${randomUUID()}`;
  // Before the role is there, the check says that it is not.
  await page.getByLabel('Role ARN').fill(`arn:aws:iam::111122223333:role/${role}`);
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await page.getByRole('status').filter({ hasText: /role/i }).waitFor();
  await makeRole(role, external_id);
  // Whoever comes back from the console need not press anything.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole('listitem').getByRole('button', { name: 'Scan now' }).click();
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
  await page.getByText('af-south-1 (switched off in AWS)').waitFor();
  await page.getByRole('region', { name: 'Progress by service and region' }).getByText('Access Analyzer').waitFor();
  await page.getByRole('region', { name: 'Progress by service and region' }).getByText('us-east-1').waitFor();
  await look(page, 'scan');
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('table').getByText('completed').waitFor();
  await look(page, 'scans');
});

describe('a scanned account', () => {
  let person: Person;
  let account: string;
  beforeAll(async () => {
    ({ account, person } = await scanned());
  });

  test('shows its coverage in figures, and its detections, which are filtered by the address', async () => {
    const page = await openPage();
    await signIn(page, person, `/coverage/${account}`);
    await page.getByText('partly covered').first().waitFor();
    await look(page, 'account-overview');
    await page.goto(`/coverage/${account}/detections?status=disabled`);
    await page.getByRole('status').getByText('detections').waitFor();
    await look(page, 'detections');
    const rows = page.getByRole('table').getByRole('row');
    expect(await rows.count()).toBeGreaterThan(1);
    expect(await rows.filter({ hasText: 'cannot fire' }).count()).toBe((await rows.count()) - 1);
    const firstName = await rows.nth(1).getByRole('link').first().textContent();
    await page.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL('**sort=-name');
    await rows
      .last()
      .getByRole('link')
      .filter({ hasText: firstName ?? '' })
      .waitFor();
    await page.getByLabel('Name contains').fill('no detection has this name');
    await page.getByRole('heading', { name: 'No detection' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('no detection has this name');
  });

  test('a filter of its detections says how many each choice leaves', async () => {
    const page = await openPage();
    await signIn(page, person, `/coverage/${account}/detections`);
    await page.getByRole('status').getByText('detections').waitFor();
    await page.getByRole('button', { name: 'any State', exact: true }).click();
    const choice = page.getByRole('option', { name: /^cannot fire \(\d+\)$/ });
    const [, count] = /\((\d+)\)/.exec((await choice.textContent()) ?? '') ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    await choice.click();
    await page.getByRole('status').getByText(`${count} detections`).waitFor();
    // Narrowed by the state, the regions count what is left.
    await page.getByRole('button', { name: 'any Region', exact: true }).click();
    const regions = await page.getByRole('option', { name: /\(\d+\)$/ }).allTextContents();
    const sum = regions.reduce((total, text) => total + Number(/\((\d+)\)/.exec(text)?.[1]), 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(Number(count));
  });

  test('a detection is seen to fire, and its mapping is overruled with a reason', async () => {
    const page = await openPage();
    await signIn(page, person, `/coverage/${account}/detections?mapped=true&status=active`);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Record a firing' }).click();
    await page.getByLabel('Its id or name').fill('alert-42');
    await page.getByRole('dialog').getByRole('checkbox').first().check({ force: true });
    await page.getByRole('button', { name: 'Record it' }).click();
    await page.getByText('alert alert-42').waitFor();
    await page
      .getByRole('button', { name: /^Override T/ })
      .first()
      .click();
    await page.getByLabel('Why').fill('we have tried it');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('we have tried it').waitFor();
    await look(page, 'detection');
    await page.goto(`/coverage/${account}/decisions`);
    await page.getByText('we have tried it').waitFor();
    await look(page, 'decisions');
  });

  test('the matrix tells states apart, is walked by keyboard, and leads to a technique', async () => {
    const page = await openPage();
    await signIn(page, person, `/coverage/${account}/matrix`);
    const first = page.locator('[data-cell]').first();
    await first.waitFor();
    await look(page, 'matrix');
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const name = await page.locator('[data-cell]:focus').textContent();
    expect(name).toMatch(/T\d{4}.*: (covered|partly covered|visible only|gap|unknown|excluded)/);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: /^T\d{4}/ });
    await panel.getByRole('heading', { name: 'What looks for it' }).waitFor();
    await panel.getByRole('link', { name: 'Open the technique’s page' }).click();
    await page
      .getByRole('heading', { name: /^T\d{4}/ })
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'By region' }).waitFor();
    await look(page, 'technique');
  });

  test('gaps stand in order, and one click writes rules for one', async () => {
    const page = await openPage();
    await signIn(page, person, `/coverage/${account}/gaps`);
    await page.getByRole('status').getByText('the worst first').waitFor();
    await look(page, 'gaps');
    await page
      .getByRole('button', { name: /^Generate rules for T/ })
      .first()
      .click();
    await page.waitForURL('**/reports/*');
    const generated = new URL(page.url()).pathname.split('/').at(-1);
    const api = await asPerson(person);
    expect((await api('GET', `/v1/generations/${generated}`)).rules.length).toBeGreaterThan(0);
  });

  test.each([
    ['visibility', 'What keeps logs'],
    ['regions', 'us-east-1'],
    ['history', 'Snapshots'],
    ['changes', 'Mail me'],
    ['actors', 'No actor is chosen'],
    ['settings', 'Scan schedule'],
  ])('its page of %s', async (path, text) => {
    const page = await openPage();
    await signIn(page, person, `/coverage/${account}/${path}`);
    await page.getByText(text).or(page.getByLabel(text)).first().waitFor();
    await look(page, path);
  });

  test('is not there for another tenant, whatever the link', async () => {
    const stranger = await newPerson();
    const page = await openPage();
    expectComplaint(/404/);
    await signIn(page, stranger, `/coverage/${account}/gaps`);
    await page.getByRole('heading', { name: 'There is no such account' }).waitFor();
    expect(await page.content()).not.toContain('Sample');
    expect(stack.dashboardUrl).toContain('localhost');
  });
});
