import { findEvidence, generate, type JudgedThing } from '@tripline/advisory';
import * as fc from 'fast-check';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

const STORY = 'The loader heron.exe of the intruders ran on Windows.';

async function urlsOf(markdown: string): Promise<readonly JudgedThing[]> {
  const { things } = findEvidence(await markdownAdvisory(`# Heron\n\n${STORY}\n\n${markdown}\n`));
  return things.filter(({ thing }) => thing === 'url');
}

const word = fc.stringMatching(/^[a-z]{4,9}$/);
const address = fc
  .tuple(word, word, word, fc.constantFrom('', '?id=7', '?campaign=a9&u=4'))
  .map(([name, folder, page, query]) => ({ host: `${name}-fog.site`, path: `/${folder}/${page}.php${query}` }));

/** Ways in which authors make an address harmless to click. */
const DEFANGED: readonly ((host: string, path: string) => string)[] = [
  (host, path) => `hxxp://${host.replaceAll('.', '[.]')}${path}`,
  (host, path) => `hxxps[:]//${host}${path}`,
  (host, path) => `meow://${host.replaceAll('.', '[.]')}${path}`,
  (host, path) => `https://${host.replaceAll('.', '(.)')}${path}`,
  (host, path) => `hxxp[://]${host.replaceAll('.', '[dot]')}${path}`,
  (host, path) => `${host.replaceAll('.', '[.]')}${path}`,
];
/** Places in which an address stands. */
const PLACES: readonly ((url: string) => string)[] = [
  (url) => `It calls ${url}.`,
  (url) => `It calls “${url}”, and sleeps.`,
  (url) => `It calls (${url}) every hour.`,
  (url) => `| Indicator | What |\n| --- | --- |\n| ${url} | panel |`,
  (url) => `- ${url}\n- nothing else`,
  (url) => `\`\`\`\nget '${url}'\n\`\`\``,
];

it('finds an address whole, however it is defanged and wherever it stands', async () => {
  await fc.assert(
    fc.asyncProperty(
      address,
      fc.nat(DEFANGED.length - 1),
      fc.nat(PLACES.length - 1),
      async ({ host, path }, how, where) => {
        const written = DEFANGED[how]?.(host, path) ?? '';
        const found = await urlsOf(PLACES[where]?.(written) ?? '');
        expect(found.map(({ value, role }) => [value, role])).toEqual([[`${host}${path}`, 'intruders']]);
      },
    ),
    { numRuns: 60 },
  );
});

it('joins an address that the edge of a page broke', async () => {
  const [first, rest] = [`hxxp://heron-fog[.]site/${'longfolder/'.repeat(6)}`, 'heronpage.php'];
  const found = await urlsOf(`\`\`\`\n${first}\n${rest}\n\`\`\``);
  expect(found.map(({ value }) => value)).toEqual([`heron-fog.site/${'longfolder/'.repeat(6)}heronpage.php`]);
});

it('drafts no address that was cut', async () => {
  const texts = [
    'It calls hxxp://heron-fog[.]site/gate/heronpa….',
    'It calls hxxp://heron-fog[.]site/gate/heron- and sleeps.',
  ];
  for (const text of texts) {
    const { rules, notKept } = generate(await textAdvisory(`${STORY}\n\n${text}`));
    expect(rules.filter(({ log }) => log === 'network/proxy')).toEqual([]);
    expect(notKept).toContainEqual(expect.objectContaining({ thing: 'url', reason: 'its value may have been cut' }));
  }
});

it('looks for what is known of an address with a placeholder in it', async () => {
  const { rules } = generate(
    await textAdvisory(`${STORY}\n\nIt posts to hxxp://heron-fog[.]site/gate/<victim id>/heronpage.php then.`),
  );
  const rule = rules.find(({ log }) => log === 'network/proxy');
  expect(rule?.yaml).toContain("c-uri|contains: 'heron-fog.site/gate/*/heronpage.php'");
});

it.each([
  ['of the publisher’s and well-known hosts', 'See https://www.microsoft.com/security/heron-guide for more.'],
  ['that stand for others', 'It calls https://example.com/gate/heron.php then.'],
  [
    'of hidden services',
    'The blog is at hxxp://heronfogheronfogheronfogheronfogheronfogheronfogheronfogabcd[.]onion/leaks/page.html now.',
  ],
  ['of hosts that everybody uses, without a path', 'It calls hxxps://pastebin[.]com then.'],
])('drafts no addresses %s, and says why', async (_, text) => {
  const { rules, notKept } = generate(await textAdvisory(`${STORY}\n\n${text}`));
  expect(rules.filter(({ log }) => log === 'network/proxy')).toEqual([]);
  expect(notKept.find(({ thing }) => thing === 'url' || thing === 'domain')?.reason).toMatch(/\w/);
});

it('keeps the path on a host that everybody uses, at a low level', async () => {
  const { rules } = generate(
    await textAdvisory(`${STORY}\n\nIt fetched hxxps://pastebin[.]com/raw/hrn7Zq2 on Windows.`),
  );
  const rule = rules.find(({ log }) => log === 'network/proxy');
  expect(rule).toMatchObject({ level: 'low', platform: null });
  expect(rule?.yaml).toContain('pastebin.com/raw/hrn7Zq2');
});

it('gives one proven rule for all addresses, which converts to every target', async () => {
  const text = `${STORY}\n\nIt calls hxxp://heron-fog[.]site/gate.php and hxxp://fogbank[.]club/b/c.php, and hxxp://herontwo[.]site too.`;
  const { rules } = generate(await textAdvisory(text));
  const proxy = rules.filter(({ log }) => log === 'network/proxy');
  expect(proxy).toHaveLength(1);
  expect(Object.keys(proxy[0]?.conversions ?? {})).toHaveLength(6);
  for (const part of ['heron-fog.site/gate.php', 'fogbank.club/b/c.php', "cs-host: 'herontwo.site'"])
    expect(proxy[0]?.yaml.replaceAll('"', "'")).toContain(part);
});

it('keeps the key of the rule when a report names another address', async () => {
  const keyOf = async (text: string) =>
    generate(await textAdvisory(`${STORY}\n\n${text}`, 'https://fog.example.org/heron')).rules.find(
      ({ log }) => log === 'network/proxy',
    )?.key;
  const first = await keyOf('It calls hxxp://heron-fog[.]site/gate.php then.');
  expect(first).toBeDefined();
  expect(await keyOf('It calls hxxp://heron-fog[.]site/gate.php and hxxp://fogbank[.]club/b/c.php then.')).toBe(first);
});

it('gives rules of logs without a platform only where their log is named, if platforms are', async () => {
  const doc = await textAdvisory(`${STORY}\n\nIt calls hxxp://heron-fog[.]site/gate.php then.`);
  const logs = (options: Parameters<typeof generate>[1]) => generate(doc, options).rules.map(({ log }) => log);
  expect(logs({ platforms: ['endpoint-sysmon'] })).not.toContain('network/proxy');
  expect(logs({ platforms: ['endpoint-sysmon'], logs: ['network/proxy'] })).toContain('network/proxy');
});
