import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function domainsOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`The intruders phished the staff of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('QueryName'))
    .join('\n');
}

describe('a host under a top level that is also a word of English', () => {
  it.each([
    'Four typosquat domains resolve to the staging server: mirrenlogin.to and mirren-desk.live.',
    'The phishing kit sends what it gets to a server, and its C2 is mirrenlogin.to.',
    'Staff were led to lookalike domains (mirrenlogin.to, mirren-desk.live).',
  ])('is read where its sentence speaks of hosts: %s', async (text) => {
    expect(await domainsOf(text)).toContain("'mirrenlogin.to'");
  });

  it.each([
    'On the server the dropper waits for the page.to load.',
    'They bought such domains.in bulk.',
    'The script calls relay.is and stores it in cache.in each time.',
    'They took over the server. The tool then reads mirrenlogin.to for its settings.',
  ])('is none in words about something else: %s', async (text) => {
    expect(await domainsOf(text)).toBe('');
  });
});

describe('a host that the words behind it call genuine', () => {
  const C2 = 'The beacon connects to test[.]softfen[.]net.';

  it('is nobody’s of the intrusion, with the name of its web server as well', async () => {
    const yaml = await domainsOf(
      `${C2} They used www[.]marshnews[.]com for it. The fronted domain marshnews[.]com is a legitimate domain of a newspaper.`,
    );
    expect(yaml).toContain("'test.softfen.net'");
    expect(yaml).not.toContain('marshnews');
  });

  it.each([
    'The site marshnews[.]com is a legitimate site that was compromised and served the loader.',
    'The site marshnews[.]com is a fake domain of a newspaper.',
  ])('stays where it was taken over or is called something else: %s', async (text) => {
    expect(await domainsOf(`${C2} ${text}`)).toContain("'marshnews.com'");
  });
});
