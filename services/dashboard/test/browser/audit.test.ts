import { readFileSync } from 'node:fs';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, joinTeam, newPerson } from '../support/stack.js';

withBrowser();

test('the audit log is filtered in the address, saved as CSV, and its seal verified', async () => {
  const owner = await newPerson();
  const call = await asPerson(owner);
  await call('POST', '/v1/team', { name: 'Seals' });
  await call('PATCH', '/v1/team', { name: 'Sealed' });
  const page = await openPage();
  await signIn(page, owner, '/team/audit');
  await page.getByRole('cell', { name: 'team renamed' }).waitFor();
  await page.getByRole('cell', { name: 'team “Sealed”' }).first().waitFor();
  // No id stands among the words; who looks for one unfolds the details.
  const words = await page.getByRole('row').locator('td:not(:last-child)').allTextContents();
  expect(words.filter((text) => text !== owner.email && /[0-9a-f]{8}-|team\./.test(text))).toEqual([]);
  await look(page, 'audit');
  await page.getByRole('link', { name: 'team created' }).click();
  await page.getByRole('cell', { name: 'team renamed' }).waitFor({ state: 'detached' });
  expect(page.url()).toContain('action=team.created');
  expect(await page.getByLabel('Action').inputValue()).toBe('team.created');
  await page.goBack();
  await page.getByRole('cell', { name: 'team renamed' }).waitFor();
  await page.getByLabel('Action').fill('team.created');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('cell', { name: 'team renamed' }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('cell', { name: 'team renamed' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('team.created');
  await page.getByRole('button', { name: 'Verify integrity' }).click();
  await page.getByText('The log is intact').waitFor();
  await look(page, 'audit-verified');
});

test('what a member does with accounts and SIEMs of their own leads nowhere, and what the team has leads to its page', async () => {
  const [owner, member] = [await newPerson('enterprise'), await newPerson('enterprise')];
  const [team, own] = [await asPerson(owner), await asPerson(member)];
  await team('POST', '/v1/team', { name: 'Day shift' });
  const account = (name: string, number: string) => ({ name, provider: 'aws', external_account_id: number });
  const { id: cloud } = await own('POST', '/accounts', account('Theirs', '111122223333'));
  const { id: siem } = await own('POST', '/siems', { name: 'Splunk at home', kind: 'splunk' });
  await joinTeam(owner, member);
  const joined = await asPerson(member);
  await joined('PATCH', `/accounts/${cloud}`, { name: 'Still theirs' });
  await joined('PATCH', `/siems/${siem}`, { name: 'Splunk, still at home' });
  const { id: shared } = await team('POST', '/accounts', account('Ours', '444455556666'));
  const { id: sharedSiem } = await team('POST', '/siems', { name: 'Splunk of the SOC', kind: 'splunk' });
  const page = await openPage();
  await signIn(page, owner, '/team/audit');
  const targets = page.getByRole('region', { name: 'Events' }).getByRole('row');
  const link = (name: string) => targets.getByRole('link', { name, exact: true });
  await link('cloud account “Ours”').waitFor();
  expect(await link('cloud account “Ours”').getAttribute('href')).toBe(`/coverage/${shared}`);
  expect(await link('SIEM “Splunk of the SOC”').getAttribute('href')).toBe(`/siems/${sharedSiem}`);
  for (const name of ['cloud account “Still theirs”', 'SIEM “Splunk, still at home”']) {
    expect(await targets.getByText(name).count()).toBe(1);
    expect(await link(name).count()).toBe(0);
  }
  // What was there then is gone.
  await team('DELETE', `/siems/${sharedSiem}`);
  await page.reload();
  await link('cloud account “Ours”').waitFor();
  expect(await link('SIEM “Splunk of the SOC”').count()).toBe(0);
});

test('an address that the log led to says that what was there is gone, and is no failure', async () => {
  // What is gone is answered with 404.
  expectComplaint(/404/);
  const owner = await newPerson('enterprise');
  const call = await asPerson(owner);
  await call('POST', '/v1/team', { name: 'Night shift' });
  const { id: siem } = await call('POST', '/siems', { name: 'Splunk of the SOC', kind: 'splunk' });
  const { rules } = await call('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  const [{ key }] = rules;
  await call('DELETE', `/siems/${siem}`);
  await call('DELETE', `/v1/rules/${key}?owner=team`);
  const page = await openPage();
  await signIn(page, owner, `/siems/${siem}`);
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.goto(`/team/rules/${key}`);
  await page.getByRole('heading', { name: 'There is no such rule' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('link', { name: 'Look in the bin' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bin' }).waitFor();
});

test('somebody in no team is told so where the log would be', async () => {
  expectComplaint(/40[34]/);
  const page = await openPage();
  await signIn(page, await newPerson(), '/team/audit');
  await page.getByRole('heading', { name: 'You are in no team' }).waitFor();
});
