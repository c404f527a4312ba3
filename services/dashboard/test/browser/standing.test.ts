import { expectAccessible, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson, sendExport } from '../support/stack.js';

withBrowser();

const sigma = (title: string, id: string, events: string) => `title: ${title}
id: ${id}
status: test
level: high
logsource: {product: aws, service: cloudtrail}
detection: {selection: {eventName: [${events}]}, condition: selection}
`;
const search = (name: string, events: string, more = ''): string =>
  `[${name}]\nenableSched = 1\ncron_schedule = */5 * * * *\n${more}search = sourcetype=aws:cloudtrail eventName IN (${events})\n`;

test('each row of the library says how its rule stands in the SIEMs, by one call of each kind for the whole page', async () => {
  const person = await newPerson('enterprise');
  const call = await asPerson(person);
  const made: Record<string, string> = {};
  for (const [title, id, events] of [
    ['Edited there', '2f6d0a53-8f5c-4bd8-93c1-5d0c9a7e4b11', 'StopLogging, DeleteTrail'],
    ['Noticed by another', '3f6d0a53-8f5c-4bd8-93c1-5d0c9a7e4b12', 'CreateUser'],
    ['In none', '4f6d0a53-8f5c-4bd8-93c1-5d0c9a7e4b13', 'CreateAccessKey'],
  ] as const)
    made[title] = (
      await call('POST', '/v1/generate', { inputType: 'sigma', yaml: sigma(title, id, events) })
    ).rules[0].yaml;
  const page = await openPage();
  await signIn(page, person, '/rules');
  await page.getByRole('link', { name: 'In none' }).waitFor();
  // Whoever has no rule in a SIEM is not offered what would always be empty.
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Noise' }).waitFor();
  expect(await page.getByRole('menuitemcheckbox', { name: 'In your SIEMs' }).count()).toBe(0);

  const [{ sigma: identity }] = (await call('POST', '/siems/drift', { rules: [{ sigma: made['Edited there'] }] }))
    .rules;
  const { id: detection_id, version: detection_version } = identity[0];
  const metadata = `action.correlationsearch.metadata = ${JSON.stringify({ detection_id, detection_version })}\n`;
  // Longer than what a list of rules is searched for.
  const long = `Exported, ${'and so on, '.repeat(30)}to its end`;
  const { id: siem } = await call('POST', '/siems', { name: 'Splunk of the SOC', kind: 'splunk' });
  await sendExport(
    person,
    siem,
    'savedsearches.conf',
    search(long, 'StopLogging, DeleteTrail, UpdateTrail', metadata) + search('Any new user', 'CreateUser, DeleteUser'),
  );

  await page.goto('/rules');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' || pathname.startsWith('/v1/rules/'))
      asked.push(pathname.replace('/api/v1/public', ''));
  });
  await page.getByRole('menuitemcheckbox', { name: 'In your SIEMs' }).click();
  await page.keyboard.press('Escape');
  const row = (title: string) => page.getByRole('table').getByRole('row').filter({ hasText: title });
  await row('Edited there').getByText('edited in the SIEM').waitFor();
  await row('Edited there').getByRole('link', { name: 'Splunk of the SOC' }).waitFor();
  await row('Noticed by another').getByText('noticed already by 1 SIEM rule').waitFor();
  await row('In none').getByText('in none', { exact: true }).waitFor();
  expect(asked.sort()).toEqual(['/siems/drift', '/siems/overlap']);
  await look(page, 'library-standing');
  await expectAccessible(page);
  await row('Edited there').getByRole('link', { name: 'Splunk of the SOC' }).click();
  await page.getByRole('heading', { level: 1, name: 'Splunk of the SOC' }).waitFor();
  await page.getByRole('region', { name: 'Rules of the SIEM' }).getByText(long, { exact: true }).waitFor();
});
