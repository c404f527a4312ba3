import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson, type Person } from '../support/stack.js';

withBrowser();

const TEXT = `# Amber Shrew

The attackers set up a task that brought the loader back:

\`\`\`
schtasks /create /tn "Shrew Check" /tr "C:\\ProgramData\\shrew\\shsvc.exe" /sc hourly /ru SYSTEM
\`\`\`

Before they left, the attackers removed the shadow copies with \`vssadmin.exe delete shadows /all /quiet\`. The loader asked parts.amber-shrew[.]com for its tasks.
`;

/** Somebody with a generation from {@link TEXT}, at its page. */
async function atGeneration(page: Page, person: Person): Promise<string> {
  const call = await asPerson(person);
  const { id } = await call('POST', '/v1/generate', { inputType: 'text', text: TEXT, title: 'Amber Shrew' });
  await signIn(page, person, `/reports/${id}`);
  await page.getByRole('heading', { name: 'Amber Shrew', level: 1 }).waitFor();
  return id;
}

test('a first-time reader tries the sample advisory and finds it in the history, from where it can be deleted', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/reports');
  await page.getByRole('heading', { name: 'No reports yet' }).waitFor();
  await look(page, 'reports-empty');
  await page.getByRole('link', { name: 'Generate rules from an advisory' }).click();
  await page.getByRole('heading', { name: 'Generate rules', level: 1 }).waitFor();
  await look(page, 'generate');
  await page.getByText('Log sources, query languages, pipelines and handling').click();
  await page.getByText('AWS CloudTrail').waitFor();
  await look(page, 'generate-options');
  await page.getByRole('button', { name: 'Try the sample advisory' }).click();
  await page.waitForURL(/\/reports\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { name: 'Slate Otter: a sample advisory', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('link', { name: 'Slate Otter: a sample advisory' }).waitFor();
  await look(page, 'reports');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: 'Delete generation' }).click();
  await page.getByRole('heading', { name: 'No reports yet' }).waitFor();
});

test('a value of a rule leads to its place in the text, a place to its rules, and both are in the address', async () => {
  const page = await openPage();
  await atGeneration(page, await newPerson());
  const text = page.getByRole('region', { name: 'The text' });
  await page.getByRole('button', { name: /^Scheduled Task/ }).click();
  await page.getByText('fires in none of').waitFor();
  await look(page, 'generation-rule');
  await page.getByRole('button', { name: 'Shrew Check: show in the text' }).click();
  const mark = text.getByRole('link', { name: 'Shrew Check' });
  await page.waitForFunction("document.activeElement.textContent === 'Shrew Check'");
  expect(await mark.getAttribute('aria-current')).toBe('true');

  const address = page.url();
  expect(address).toMatch(/rule=[0-9a-f-]{36}/);
  await page.goto(address);
  await text.locator('a[aria-current="true"]').getByText('Shrew Check').waitFor();
  await page.getByRole('button', { name: /^Scheduled Task/, expanded: true }).waitFor();

  await text.getByRole('link', { name: 'vssadmin' }).click();
  const card = page.getByRole('region', { name: 'The chosen finding' });
  await card.getByText('it happened; done by intruders, on Windows').waitFor();
  await look(page, 'generation-finding');
  await card.getByRole('button', { name: /^Shadow Copy Deletion/ }).click();
  await page.getByRole('button', { name: /^Shadow Copy Deletion/, expanded: true }).waitFor();
  await page.goBack();
  await card.waitFor();

  for (const tab of ['Techniques', 'Indicators', 'Not used']) {
    await page.getByRole('tab', { name: tab }).click();
    await look(page, `generation-${tab.toLowerCase().replace(' ', '-')}`);
  }
});

test('on a narrow screen text and rules are tabs, and values lead from one to the other', async () => {
  const page = await openPage();
  await page.setViewportSize({ width: 360, height: 800 });
  await atGeneration(page, await newPerson());
  await page.getByRole('button', { name: /^Scheduled Task/ }).click();
  await page.getByRole('button', { name: 'Shrew Check: show in the text' }).click();
  await page.getByRole('tab', { name: 'Text', selected: true }).waitFor();
  await page.locator('a[aria-current="true"]').getByText('Shrew Check').waitFor();
  await page.getByRole('link', { name: 'vssadmin' }).click();
  await page.getByRole('region', { name: 'The chosen finding' }).waitFor();
  await page.getByRole('tab', { name: /^Rules/, selected: true }).waitFor();
});

test('an address fills the form, which keeps what was typed when the service refuses it', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate?technique=T1059&platforms=cloud-audit-1');
  expect(await page.getByLabel('Generate from').inputValue()).toBe('T1059');
  await page.getByText('Log sources, query languages, pipelines and handling').waitFor();
  expect(await page.getByRole('checkbox', { name: 'AWS CloudTrail' }).isChecked()).toBe(true);
  await page.getByRole('checkbox', { name: 'AWS CloudTrail' }).focus();
  await page.keyboard.press('Space');
  await page.waitForURL((url) => !url.searchParams.has('platforms'));
  await page.getByLabel('Generate from').fill('T99');
  expectComplaint(/400/);
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('alert').getByText('ATT&CK technique must be an ATT&CK id').waitFor();
  expect(await page.getByLabel('Generate from').inputValue()).toBe('T99');
  await page.getByLabel('Generate from').fill('T1053.005');
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('tab', { name: /^Rules \([1-9]/ }).waitFor();
});

test('progress is shown, can be broken off, and leaves what was typed', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate');
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByText('Paste an address or a text, or choose a file.').waitFor();
  await page.getByLabel('Generate from').fill(TEXT);
  // The answer never comes, as with a long advisory.
  await page.route('**/v1/generate', () => undefined);
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('progressbar', { name: 'Progress of the generation' }).waitFor();
  await look(page, 'generate-progress');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('Generate from').inputValue()).toBe(TEXT);
  await page.unroute('**/v1/generate');
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('tab', { name: 'Rules (3)' }).waitFor();
});

test('a file that is chosen, and a query, become rules', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate');
  await page.locator('input[type=file]').setInputFiles({
    name: 'shrew.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(TEXT),
  });
  await page.getByText(/^shrew\.md, 0\.\d kB/).waitFor();
  await look(page, 'generate-file');
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('region', { name: 'The text' }).getByRole('link', { name: 'vssadmin' }).waitFor();

  await page.goto('/generate');
  await page.getByLabel('Generate from').fill('index=aws sourcetype="aws:cloudtrail" eventName=ConsoleLogin');
  await page.getByRole('textbox', { name: 'Product' }).fill('aws');
  await page.getByRole('textbox', { name: 'Service' }).fill('cloudtrail');
  await look(page, 'generate-query');
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('tab', { name: 'Rules (1)' }).waitFor();
  await page.getByRole('button', { name: 'SPL query', expanded: true }).waitFor();
  await look(page, 'generation-of-query');
});

test('queries are shown and deployed as the address asks for them', async () => {
  const page = await openPage();
  const id = await atGeneration(page, await newPerson());
  await page.goto(`/reports/${id}?stack.siem_spl=windows_classic&backends=siem_spl&index=hosts`);
  await page.getByRole('button', { name: /^Shadow Copy Deletion/ }).click();
  await page.getByRole('tab', { name: 'SPL' }).click();
  await page.getByRole('region', { name: 'the SPL query' }).getByText('WinEventLog').first().waitFor();
  expect(await page.getByRole('tab', { name: 'KQL' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Deployable form' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Splunk savedsearches.conf' }).click();
  const file = await download;
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^search = index="?hosts"? source="WinEventLog:/m);
});

test('a pasted text has its first line for a title until another is given', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate');
  const text = TEXT.replace('# Amber Shrew', 'Amber Shrew in spring');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.getByLabel('Generate from').focus();
  await page.keyboard.press('ControlOrMeta+v');
  await page.getByRole('status').filter({ hasText: 'The text of an advisory.' }).waitFor();
  expect(await page.getByLabel('Generate from').inputValue()).toBe(text);
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('heading', { name: 'Amber Shrew in spring', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(' ');
  expectComplaint(/400/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Title is not allowed to be empty').waitFor();
  await look(page, 'generation-title');
  await page.getByRole('textbox', { name: 'Title' }).fill('Shrew, second wave');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Shrew, second wave', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('link', { name: 'Shrew, second wave' }).waitFor();
});

test('one field says what it reads before anything is sent, and is told otherwise', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate');
  const field = page.getByLabel('Generate from');
  const said = page.locator('form').getByRole('status');
  for (const [text, as] of [
    ['https://example.com/report?id=1', 'An address'],
    ['www.example.com/report.pdf', 'An address'],
    ['hxxp://parts[.]example/drop', 'The text'],
    ['t1059.001', 'An ATT&CK technique'],
    [TEXT, 'The text'],
    ['title: Mine\nlogsource:\n  product: aws\ndetection:\n  a: {eventName: x}\n  condition: a', 'Sigma'],
    ['They use this rule:\n\ntitle: Mine\ndetection:\n', 'The text'],
    ['Note: the actor AND the loader were seen at parts.example', 'The text'],
    ['SigninLogs\n| where ResultType == 0', 'A query in KQL'],
    ['index=main EventCode=4688 | stats count', 'A query in SPL'],
    ['from logs-* | where process.name == "a.exe"', 'A query in ES|QL'],
    ['process where process.name == "a.exe"', 'A query in EQL'],
    ['process.name:a.exe AND host.os.type:windows', 'A query in Lucene'],
    ['rule mine {\n  events:\n    $e.target.hostname = "a"\n  condition:\n    $e\n}', 'A query in YARA-L'],
    ['rule mine {\n  strings:\n    $a = "a"\n  condition:\n    $a\n}', 'The text'],
  ] as const) {
    await field.fill(text);
    await said.filter({ hasText: new RegExp(`^${as.replace('|', '\\|')}`) }).waitFor();
  }
  await look(page, 'generate-seen');
  await page.getByRole('button', { name: /Read as/ }).click();
  await page.getByRole('option', { name: 'Sigma' }).click();
  await page.waitForURL((url) => url.searchParams.get('from') === 'sigma');
  await said.filter({ hasText: /^Sigma/ }).waitFor();
});

test('a key pressed right after a choice goes by the choice, however slow the machine', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate?from=sigma');
  const field = page.getByLabel('Generate from');
  await field.waitFor();
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await page.getByRole('button', { name: /Read as/ }).click();
  await page.getByRole('option', { name: 'Detect automatically' }).click();
  // Of one line, Enter sends.
  await field.fill('T1053.005');
  await field.press('Enter');
  await page.getByRole('tab', { name: /^Rules \([1-9]/ }).waitFor();
});

test('a text without anything for a rule says what was looked for and why nothing came', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate');
  await page.getByLabel('Generate from').fill('The weather was fine, and everybody went to the sea for the day.');
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByText('No rules came of it.').waitFor();
  await page.getByText(/characters were searched for commands, .* None was found/).waitFor();
  await look(page, 'generation-without-rules');
});

test('a report marked TLP:RED is shown, not stored, and stored when its reader says so', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate');
  await page.getByLabel('Generate from').fill(`TLP:RED\n\n${TEXT}`);
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByText('This report is not stored.').waitFor();
  await page.getByRole('button', { name: /^Shadow Copy Deletion/ }).waitFor();
  await look(page, 'generation-not-stored');
  const unkept = page.url();
  await page.getByRole('button', { name: 'Store it all the same' }).click();
  await page.waitForURL((url) => /\/reports\//.test(url.href) && url.href !== unkept);
  await page.getByRole('button', { name: 'Edit title' }).waitFor();
  expect(await page.getByText('This report is not stored.').count()).toBe(0);
  await page.getByText('TLP:RED', { exact: false }).first().waitFor();
  expectComplaint(/404/);
  await page.goto(unkept);
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
});

test('another person’s generation is not found', async () => {
  const owner = await newPerson();
  const page = await openPage();
  const id = await atGeneration(page, owner);
  const other = await openPage();
  expectComplaint(/404/);
  await signIn(other, await newPerson(), `/reports/${id}`);
  await other.getByRole('heading', { name: 'Not found' }).waitFor();
  expect(await other.getByText('Amber Shrew').count()).toBe(0);
});
