import { findIndicators, generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

const ADDRESS = 'http://fogheronbank.com/wp-includes/ticket/gate.php';
const BEFORE = 'An intrusion on Windows hosts. The loader heron.exe was started by the intruders.';

describe('web addresses in lines of their own, not defanged', () => {
  it.each([
    'The sample asks these remote servers for orders:',
    'It decrypts a list. Below are the hardcoded URLs in it:',
    'Malware is served from these compromised sites:',
    'C2 addresses of this campaign:',
    'Next, it takes the following hardcoded string:',
  ])('are the intruder’s where the words above say so: %s', async (caption) => {
    const { rules } = generate(
      await textAdvisory(`${BEFORE}\n\n${caption}\n\nhttp://martenfog.net/ab/x.php\n\n${ADDRESS}`),
    );
    const proxy = rules.find(({ log }) => log === 'network/proxy')?.yaml;
    expect(proxy).toContain('fogheronbank.com/wp-includes/ticket/gate.php');
    expect(proxy).toContain('martenfog.net/ab/x.php');
  });

  it('are so too where the page made links of them, and their hosts are looked for', async () => {
    const doc = await markdownAdvisory(`${BEFORE}\n\nThe payload's C2 servers:\n\n<${ADDRESS}>`);
    expect(findIndicators(doc)).toContainEqual(expect.objectContaining({ type: 'domain', value: 'fogheronbank.com' }));
  });

  it.each([
    'For more on the malware, see these sites:',
    'Reports of other researchers on the ransomware and its servers:',
    'Patches for the compromised servers:',
    'Our sites:',
    'The malware has three threads:',
    'These malicious addresses are known. The tools for servers are at:',
  ])('are only linked to where they do not: %s', async (caption) => {
    const doc = await textAdvisory(`${BEFORE}\n\n${caption}\n\n${ADDRESS}`);
    expect(findIndicators(doc).filter(({ type }) => type === 'url' || type === 'domain')).toEqual([]);
  });

  it('are only linked to again after other words', async () => {
    const doc = await textAdvisory(`${BEFORE}\n\nThe malware's servers:\n\nThey were down.\n\n${ADDRESS}`);
    expect(findIndicators(doc).filter(({ type }) => type === 'url')).toEqual([]);
  });
});

describe('a link that a plain text keeps', () => {
  it.each([
    'Attackers hit a firm [in 12 Ohio towns](https://www.fogherontimes.org/2020/01/ransomware) through its remote tool.',
    'Attackers hit a firm [in 12 Ohio towns](https://www.fogherontimes.org/2020/01/ransomware\n"Towns") by its remote tool.',
    'Attackers hit a firm in 12 Ohio towns <https://www.fogherontimes.org/2020/01/ransomware> through its remote tool.',
  ])('refers to its target: %s', async (text) => {
    const doc = await textAdvisory(`${BEFORE}\n\n${text}`);
    expect(findIndicators(doc).filter(({ type }) => type === 'url' || type === 'domain')).toEqual([]);
  });

  it.each(['C2: <http://fogheronbank.com/gate.php>', 'It fetches [a tool](hxxp://fogheronbank[.]com/gate.php).'])(
    'reports it where it is a value or defanged: %s',
    async (text) => {
      const doc = await textAdvisory(`${BEFORE}\n\n${text}`);
      expect(findIndicators(doc)).toContainEqual(
        expect.objectContaining({ type: 'domain', value: 'fogheronbank.com' }),
      );
    },
  );
});

describe('the strings that a program decrypts', () => {
  const ALL =
    'update\n\nsync.fenharbor.net\n\nhttps://cdn.fenharbor.net/gate/check.php\n\nC:\\ProgramData\\Fencache\\state.db\n\nsuccess';

  async function yamlOf(caption: string): Promise<string> {
    const text = `# Heron backdoor\n\nThe attackers ran the Heron backdoor on Windows hosts.\n\n${caption}\n\n${ALL}\n`;
    const { rules } = generate(await markdownAdvisory(text), { targets: [] });
    return rules.map(({ yaml }) => yaml).join('\n');
  }

  it('are the intruder’s where they are hosts, addresses and paths, and not where they are words', async () => {
    const yaml = await yamlOf('Decrypted strings:');
    for (const value of ['sync.fenharbor.net', 'cdn.fenharbor.net/gate/check.php', '\\ProgramData\\Fencache\\state.db'])
      expect(yaml).toContain(value);
    expect(yaml).not.toMatch(/update|success/);
  });
});
