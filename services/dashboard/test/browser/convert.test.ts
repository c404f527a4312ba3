import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

const RULE = `title: Shadow Copies Deleted
logsource:
    product: windows
    category: process_creation
detection:
    selection:
        Image|endswith: '\\vssadmin.exe'
        CommandLine|contains: 'shadows'
    condition: selection
level: high
`;

test('Sigma becomes queries as it is typed, and what is wrong is said at its line', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/convert');
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor();
  await look(page, 'convert-empty');
  const editor = page.getByLabel('Sigma rules (type, paste, or drop a file)');
  await editor.fill(RULE);
  await page.getByRole('heading', { name: 'Shadow Copies Deleted' }).waitFor();
  await page.getByRole('tab', { name: 'KQL' }).click();
  await page.getByRole('region', { name: 'the KQL query' }).getByText('DeviceProcessEvents').waitFor();
  await look(page, 'convert');
  await page.getByRole('button', { name: 'Copy the KQL query' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('DeviceProcessEvents');

  expectComplaint(/400/);
  await editor.fill(RULE.replace('condition: selection', 'condition: selektion'));
  await page.getByRole('button', { name: /^Line 9: the condition names "selektion"/ }).click();
  expect(await page.evaluate('document.activeElement.selectionStart')).toBeGreaterThan(RULE.indexOf('condition:'));
  await page.getByText('the last text that could be read').waitFor();
  await look(page, 'convert-fault');
});

test('a pipeline, a stack and a deployable form are chosen, and the address keeps them', async () => {
  const person = await newPerson();
  const call = await asPerson(person);
  const text =
    'name: Rename\npriority: 10\ntransformations:\n  - id: t\n    type: field_name_mapping\n    mapping:\n      CommandLine: cmd_line\n';
  await call('POST', '/v1/pipelines', { name: 'Our names', text });
  const page = await openPage();
  await signIn(page, person, '/convert');
  await page.getByLabel('Sigma rules (type, paste, or drop a file)').fill(RULE);
  await page.getByRole('tab', { name: 'SPL' }).click();
  const query = page.getByRole('region', { name: 'the SPL query' });
  await query.getByText('CommandLine').first().waitFor();
  await page.getByText('Query languages, pipelines and data').click();
  await page.getByRole('radiogroup', { name: 'Pipelines' }).getByText('Choose…').click();
  await page.getByRole('group', { name: 'Saved pipelines' }).getByText('Our names').click();
  await query.getByText('cmd_line').first().waitFor();
  await page.getByRole('button', { name: /Data in Splunk/ }).click();
  await page.getByRole('option', { name: 'Windows events as classic text' }).click();
  await query.getByText('WinEventLog').first().waitFor();
  await page.getByRole('button', { name: /Deployable form/ }).click();
  await page.getByRole('option', { name: 'Splunk savedsearches.conf' }).click();
  await page.getByText('[Shadow Copies Deleted]').waitFor();
  await look(page, 'convert-settings');
  const address = new URL(page.url()).searchParams;
  expect(address.get('stack.siem_spl')).toBe('windows_classic');
  expect(address.get('form')).toBe('savedsearches');
  await page.reload();
  await page.getByLabel('Sigma rules (type, paste, or drop a file)').fill(RULE);
  await page.getByText('[Shadow Copies Deleted]').waitFor();
});

test('the level of a form that finds more than its rule is kept where that is ticked', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/convert?form=savedsearches');
  await page
    .getByLabel('Sigma rules (type, paste, or drop a file)')
    .fill(
      'title: Heron\nlevel: critical\nlogsource: {product: m365, service: threat_detection}\ndetection:\n  s: {Operation: Heron}\n  condition: s\n',
    );
  await page.getByText('alert.severity = 4').waitFor();
  await page.getByText('Keep the rule’s level where the query finds more than the rule').click();
  await page.getByText('alert.severity = 5').waitFor();
  expect(new URL(page.url()).searchParams.get('level')).toBe('keep');
});

test('findings of Enterprise Security and the channel of a monitor are chosen beside their forms', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/convert?form=savedsearches');
  await page.getByLabel('Sigma rules (type, paste, or drop a file)').fill(RULE);
  await page.getByText('[Shadow Copies Deleted]').waitFor();
  await page.getByText('Make findings of Splunk Enterprise Security').click();
  await page.getByText('action.notable = 1').waitFor();
  await page.getByRole('button', { name: /Deployable form/ }).click();
  await page.getByRole('option', { name: 'OpenSearch monitor' }).click();
  await page.getByLabel('Notification channel of OpenSearch').fill('soc-mail');
  await page.getByText('"destination_id": "soc-mail"').waitFor();
  expect(new URL(page.url()).searchParams.get('channel')).toBe('soc-mail');
});
