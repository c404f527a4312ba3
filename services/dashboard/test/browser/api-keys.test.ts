import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { newPerson, stack } from '../support/stack.js';

withBrowser();

/** The status with which the rules service answers a call with a key. */
const useKey = async (key: string): Promise<number> =>
  (await fetch(`${stack.rulesUrl}/v1/rules`, { headers: { authorization: `Bearer ${key}` } })).status;

test('a key is made, copied, used, rotated and revoked', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/settings/keys');
  await page.getByRole('heading', { name: 'No key yet' }).waitFor();
  await look(page, 'keys-empty');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name').fill('ci');
  await page.getByText('only what I tick').click();
  await page.getByText('rules:read').click();
  await look(page, 'keys-form');
  await page.getByRole('button', { name: 'Make the key' }).click();

  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  await look(page, 'keys-shown');
  await page.getByRole('button', { name: 'Copy the first calls' }).click();
  // They are calls as they stand: the first may read rules, the second is told that the key may not read coverage.
  const answers = (await copied(page)).split('\n').map(async (call) => {
    const [, header = '', , url = ''] = call.split("'");
    const [name = '', value = ''] = header.split(': ');
    return (await fetch(url, { headers: { [name]: value } })).status;
  });
  expect(await Promise.all(answers)).toEqual([200, 403]);
  await page.getByRole('button', { name: 'Copy the key' }).click();
  const key = await copied(page);
  expect(await useKey(key)).toBe(200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('row', { name: /ci.*rules:read/ }).waitFor();
  expect(await page.content()).not.toContain(key);
  await look(page, 'keys');

  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Rotate the key' }).click();
  await page.getByRole('button', { name: 'Copy the key' }).click();
  const second = await copied(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  expect([await useKey(key), await useKey(second)]).toEqual([200, 200]);
  await page.getByText('replaced').waitFor();

  const row = page.getByRole('row').filter({ hasText: second.slice(0, second.lastIndexOf('_') + 4) });
  await row.filter({ hasNotText: 'replaced' }).getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByText('The key “ci” is revoked.').waitFor();
  expect(await useKey(second)).toBe(401);
});

test('an address that is none is told beside its field, and what was typed stays', async () => {
  expectComplaint(/400/);
  const page = await openPage();
  await signIn(page, await newPerson(), '/settings/keys');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name').fill('deploy');
  await page.getByLabel('May be used from').fill('not-an-address');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('alert').getByText('Request').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('deploy');
});

const copied = (page: Awaited<ReturnType<typeof openPage>>): Promise<string> =>
  page.evaluate(() =>
    (
      globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
    ).navigator.clipboard.readText(),
  );

test('with tier individual a key is made at the coverage service; tier free is told where keys begin', async () => {
  const page = await openPage();
  await signIn(page, await newPerson('individual'), '/settings/keys');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name').fill('laptop');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('button', { name: 'Copy the key' }).click();
  const key = await copied(page);
  const answer = await fetch(`${stack.coverageUrl}/accounts`, { headers: { 'x-api-key': key } });
  expect(answer.status).toBe(200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText('1 of 2 keys').waitFor();

  const free = await openPage();
  await signIn(free, await newPerson('free'), '/settings/keys');
  await free.getByRole('heading', { name: 'Your tier has no API keys' }).waitFor();
  await look(free, 'keys-free');
});
