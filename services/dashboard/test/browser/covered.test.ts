import { expectAccessible, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

const TEXT = `# Ochre Stoat

Before they left, the attackers removed the shadow copies on Windows hosts with \`vssadmin.exe delete shadows /all /quiet\`.

The loader asked hxxps://parts.ochre-stoat[.]com/drop/stage.bin for its next stage. The samples were built from https://example.com/path/report.bin on a clean machine.
`;
const OURS = `title: Whatever goes at shadow copies
logsource: { product: windows, category: process_creation }
detection:
  selection: { OriginalFileName: VSSADMIN.EXE, CommandLine|contains: shadows }
  condition: selection
level: high
`;

/** Somebody who has a rule that covers one of the report's. */
async function withLibrary() {
  const person = await newPerson();
  const call = await asPerson(person);
  const { rules } = await call('POST', '/v1/generate', { inputType: 'sigma', yaml: OURS });
  return { call, person, ours: (rules as { key: string }[])[0]?.key ?? '' };
}

test('a report says which of its rules the library covers, and leads to those', async () => {
  const { call, ours, person } = await withLibrary();
  const { id } = await call('POST', '/v1/generate', { inputType: 'text', text: TEXT });
  const page = await openPage();
  await signIn(page, person, `/reports/${id}`);
  await page.getByText('already covered', { exact: true }).waitFor();
  expect(await page.getByText('already covered', { exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: /^Shadow Cop/ }).click();
  await page.getByRole('heading', { name: 'Already covered by' }).waitFor();
  await page.getByText(/matches (\d+) of \1 events/).waitFor();
  await look(page, 'report-covered');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Whatever goes at shadow copies' }).click();
  await page.waitForURL(`**/rules/${ours}`);
});

test('covered rules are left out where the form asks for it, and are listed with what covers them', async () => {
  const { person } = await withLibrary();
  const page = await openPage();
  await signIn(page, person, '/generate?covered=skip');
  expect(await page.getByRole('checkbox', { name: 'Leave out rules that the library covers' }).isChecked()).toBe(true);
  await page.getByLabel('Generate from').fill(TEXT);
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('tab', { name: 'Not used' }).click();
  await page.getByText('The library covers it already, so it was not used:').waitFor();
  await page.getByRole('link', { name: 'Whatever goes at shadow copies' }).waitFor();
  expect(await page.getByRole('button', { name: /^Shadow Cop/ }).count()).toBe(0);
  await look(page, 'report-left-out');
});

test('a rule of a log without a platform says which log that is, and the form asks for it beside platforms', async () => {
  const person = await newPerson();
  const page = await openPage();
  await signIn(page, person, '/generate?platforms=cloud-audit-1');
  await page.getByLabel('Generate from').fill(TEXT);
  await page.getByRole('checkbox', { name: 'Web proxy' }).focus();
  await page.keyboard.press('Space');
  await page.waitForURL((url) => url.searchParams.get('logs') === 'network/proxy');
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('tab', { name: 'Rules (1)' }).waitFor();
  const rules = page.getByRole('region', { name: 'What was found and made' });
  await rules.getByText('Web proxy').first().waitFor();
  await rules.getByRole('link', { name: 'Open in the library' }).click();
  await page.waitForURL('**/rules/**');
  await page.getByText('Web proxy').first().waitFor();
  expect(await page.getByText('Other log source').count()).toBe(0);
});

test('values that no rule looks for are listed with the reason, and lead to their place in the text', async () => {
  const person = await newPerson();
  const call = await asPerson(person);
  const { id, notDrafted } = await call('POST', '/v1/generate', { inputType: 'text', text: TEXT });
  const [first] = notDrafted as { value: string; reason: string }[];
  if (first === undefined) throw new Error('every value has a rule');
  const page = await openPage();
  await signIn(page, person, `/reports/${id}`);
  await page.getByRole('tab', { name: 'Not used' }).click();
  const table = page.getByRole('region', { name: 'Values that no rule looks for' });
  await table.getByText(first.value, { exact: true }).first().waitFor();
  await table.getByText(first.reason).first().waitFor();
  await table
    .getByRole('button', { name: /^Show .* in the text, place 1 of 1$/ })
    .first()
    .click();
  await page.waitForURL((url) => url.searchParams.has('finding'));
});

test('the form gives a document its handling mark, and stores nothing of it where it is told so; the address has both', async () => {
  const person = await newPerson();
  const page = await openPage();
  await signIn(page, person, '/generate');
  await page.getByText('Log sources, query languages, pipelines and handling').click();
  await page.getByRole('button', { name: /Handling mark/ }).click();
  await page.getByRole('option', { name: /^TLP:AMBER(?!\+)/ }).click();
  await page.waitForURL((url) => url.searchParams.get('tlp') === 'amber');
  await page.getByLabel('Generate from').fill(TEXT);
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.waitForURL(/\/reports\//);
  await page.getByRole('button', { name: /^Shadow Cop/ }).click();
  await page.getByText('tlp.amber').first().waitFor();

  await page.goto('/generate?tlp=amber');
  await page.getByRole('checkbox', { name: 'Store nothing of it' }).focus();
  await page.keyboard.press('Space');
  await page.waitForURL((url) => url.searchParams.get('keep') === 'no');
  await page.reload();
  expect(await page.getByRole('checkbox', { name: 'Store nothing of it' }).isChecked()).toBe(true);
  await page.getByLabel('Generate from').fill(TEXT);
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByText('This report is not stored.').waitFor();
  await page.getByText('keep: false').first().waitFor();
  await look(page, 'report-unkept-by-form');
  const call = await asPerson(person);
  expect((await call('GET', '/v1/generations'))['generations']).toHaveLength(1);
});
