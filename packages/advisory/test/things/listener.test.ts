import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What the rules on web servers ask for. */
async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on the Windows web servers of a bank.\n\n${text}`));
  return rules
    .filter(({ log }) => log === 'network/webserver')
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('the address of every host that an implant listens at', () => {
  it.each([
    ['The implant listens on https://*:443/ews/marsh/webconf/ for its orders.', '/ews/marsh/webconf/'],
    ['It registers http://*:80/ferryfen/orders. Then it waits.', '/ferryfen/orders'],
    ['The DLL answers requests for https://*/fen7/marsh_api/.', '/fen7/marsh_api/'],
  ])('is looked for by its path: %s', async (text, path) => {
    expect(await asked(text)).toContain(`'${path}'`);
  });

  it('is looked for where it fills a line, which is no link then', async () => {
    const yaml = await asked('The samples differ in their listeners:\n\nVictim 1:\n\nhttps://*:444/marsh/auto/');
    expect(yaml).toContain("'/marsh/auto/'");
  });

  it.each([
    'The implant listens on https://*:443/ and on http://*:80/a/.',
    'The implant listens on https://*:443.',
    'Administrators should block https://*:443/ews/marsh/webconf/ at the firewall.',
  ])('is nothing without a path of its own, or where it is for readers: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});
