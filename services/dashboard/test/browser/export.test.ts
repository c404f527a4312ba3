import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson, type Person } from '../support/stack.js';

withBrowser();

const SIGMA = `title: Shadow copies deleted
id: 5f0d1b0e-9f3a-4c1e-8d53-3f2d4a9b7c01
logsource: { product: windows, category: process_creation }
detection: { s: { CommandLine|contains: vssadmin delete shadows }, condition: s }
---
title: User created
id: 5f0d1b0e-9f3a-4c1e-8d53-3f2d4a9b7c02
logsource: { product: aws, service: cloudtrail }
detection: { s: { eventSource: iam.amazonaws.com, eventName: CreateUser }, condition: s }
`;

async function withRules(): Promise<Person> {
  const person = await newPerson('team');
  const call = await asPerson(person);
  await call('POST', '/v1/generate', { inputType: 'sigma', yaml: SIGMA });
  return person;
}

test('selected rules are downloaded as what a product takes, after the page has said how many can be that and why others cannot', async () => {
  const page = await openPage();
  await signIn(page, await withRules(), '/rules');
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check({ force: true });
  await page.getByRole('button', { name: 'Export for a SIEM' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export 2 rules' });
  const splunk = dialog.getByRole('listitem', { name: 'Splunk', exact: true });
  await splunk.getByText('All 2 can').waitFor();
  const events = dialog.getByRole('listitem', { name: 'Amazon EventBridge' });
  await events.getByText('1 of 2 can; 1 cannot: why').click();
  await events.getByText(/Shadow copies deleted: only rules of product aws/).waitFor();
  await look(page, 'export-rules');
  const app = page.waitForEvent('download');
  await splunk.getByRole('button', { name: 'Download for Splunk' }).click();
  expect((await app).suggestedFilename()).toBe('tripline_rules.tgz');
  const conf = execFileSync('tar', ['-xzOf', await (await app).path(), 'tripline_rules/default/savedsearches.conf'], {
    encoding: 'utf8',
  });
  expect(conf.match(/^\[.*\]$/gm)).toEqual(['[Shadow copies deleted]', '[User created]']);
  const template = page.waitForEvent('download');
  await events.getByRole('button', { name: 'Download for Amazon EventBridge' }).click();
  const { Resources } = JSON.parse(readFileSync(await (await template).path(), 'utf8'));
  expect(Object.keys(Resources)).toHaveLength(3);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('a rule’s menu offers only what the rule can be, and its dialog says why it cannot be the rest', async () => {
  const page = await openPage();
  await signIn(page, await withRules(), '/rules/5f0d1b0e-9f3a-4c1e-8d53-3f2d4a9b7c01');
  await page.getByRole('button', { name: 'Deployable form' }).click();
  await page.getByRole('menuitem', { name: 'Splunk savedsearches.conf' }).waitFor();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Sigma (YAML)',
    'Splunk savedsearches.conf',
    'Splunk saved search (Terraform)',
    'Sentinel analytics rule (YAML)',
    'Sentinel ARM template',
    'Sentinel repository (ARM template)',
    'Sentinel analytics rule (Terraform)',
    'Kibana detection rule (NDJSON)',
    'Kibana detection rule in Lucene (NDJSON)',
    'Kibana detection rule (Terraform)',
    'Kibana detection rule in ES|QL (NDJSON)',
    'OpenSearch monitor',
    'OpenSearch Security Analytics rule',
    'YARA-L file',
    'LogScale scheduled search (YAML)',
    'Cortex correlation rule (JSON)',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export this rule' });
  const events = dialog.getByRole('listitem', { name: 'Amazon EventBridge' });
  await events.getByText('Cannot be exported: why').click();
  await events.getByText(/^only rules of product aws/).waitFor();
  expect(await events.getByRole('button', { name: 'Download for Amazon EventBridge' }).isDisabled()).toBe(true);
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download for Elastic', exact: true }).click();
  expect(JSON.parse(readFileSync(await (await file).path(), 'utf8'))).toMatchObject({
    rule_id: '5f0d1b0e-9f3a-4c1e-8d53-3f2d4a9b7c01',
    enabled: false,
  });
});
