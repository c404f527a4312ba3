import { findIndicators, type GeneratedRule, generate } from '@tripline/advisory';
import { matchRule, parseSigma, type SigmaRule } from '@tripline/sigma';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

const WINDOWS =
  'An intrusion on Windows hosts: the Windows loader heron.exe starts PowerShell and loads a DLL of Windows.';
const LINUX =
  'A botnet on Linux: the ELF binary is put below /usr/lib/heron/ on Ubuntu and Debian, and a bash script of /etc/heron/ starts it with systemd on Linux.';

async function rulesOf(text: string): Promise<readonly GeneratedRule[]> {
  return generate(await textAdvisory(text)).rules;
}
async function yamlOf(text: string): Promise<string> {
  return (await rulesOf(text)).map(({ yaml }) => yaml).join('\n');
}

describe('rules on bare indicators', () => {
  it('leave out hosts below a domain of the list', async () => {
    const yaml = await yamlOf(
      `${WINDOWS}\n\nIt resolved heron-fog[.]site and a1b2.heron-fog[.]site and fogbank[.]club.`,
    );
    expect(yaml).toContain("- 'heron-fog.site'");
    expect(yaml).toContain("- 'fogbank.club'");
    expect(yaml).not.toContain('a1b2.heron-fog.site');
  });

  it('find a domain and the names below it, and no longer name that ends alike', async () => {
    const [rule] = await rulesOf(`${WINDOWS}\n\nIt resolved lfogbank[.]com first.`);
    const [document] = parseSigma(rule?.yaml as string).documents;
    const finds = (QueryName: string) => matchRule(document as SigmaRule, { QueryName }).matched;
    expect(['lfogbank.com', 'a.lfogbank.com', 'dellfogbank.com'].map(finds)).toEqual([true, true, false]);
  });

  it.each([
    ['of the host fox17[.]dyn-x[.\n]net every hour', "'fox17.dyn-x.net'"],
    ['of the host fox17[.]dyn-x\n[.]net every hour', "'fox17.dyn-x.net'"],
    ['of the host fox17[.]\ndyn-x[.]net every hour', "'fox17.dyn-x.net'"],
    ['of 45.83[.\n]12[.]9 every hour', "'45.83.12.9'"],
  ])('find an address in whose dot a line ends: %j', async (told, value) => {
    expect(await yamlOf(`${WINDOWS}\n\nThe loader asks its orders ${told}.`)).toContain(value);
  });

  it('take no word behind a lone bracketed dot for the end of an address', async () => {
    const yaml = await yamlOf(
      `${WINDOWS}\n\nThe loader asks herons-fen[.]net. It is a part of fenland\n. net stop ran.`,
    );
    expect(yaml).not.toContain('fenland.net');
  });

  const PAYLOADS =
    'raw.githubusercontent.com/heronfog22/drop/main/x.ps1 img7.pixhost.to/drive/a/77.proj drive.google.com/uc?id=1AbCdEfGhI';
  it.each([
    ['Endnotes', '[1] https://www.fen-news.org/a/heron', 'Appendix A: IOCs', 'Payload'],
    ['Indicators of compromise', 'RedFox', '5555cd84a1f1e3a9a9e0d2b1c4f58a01', 'fen-host.net:80'],
  ])('keep addresses on hosts for sharing that stand alone in a list of indicators: %s', async (...lines) => {
    const yaml = await yamlOf(
      [WINDOWS, ...lines, ...PAYLOADS.split(' ').map((each) => `https://${each}`), 'fenherons.net'].join('\n\n'),
    );
    for (const each of PAYLOADS.split(' ')) expect(yaml).toContain(each.replace('?', '\\?'));
    expect(yaml).not.toContain('fen-news');
  });

  it.each([
    [
      'cells',
      '| IOC | Description |\n|---|---|\n| fen-upd.net:80 | C2 |\n| http://img7.pixhost.to/drive/77.proj | Payload |',
    ],
    ['lines', 'Indicators\n\nRedFox\n\nfen-upd.net:80\n\nhttp://img7.pixhost.to/drive/77.proj'],
  ])('keep hosts with a port and addresses that nobody defanged, alone in their %s', async (_, list) => {
    const yaml = await yamlOf(`${WINDOWS} It comes from fox17[.]fenx[.]net.\n\n${list}`);
    expect(yaml).toContain("'fen-upd.net'");
    expect(yaml).toContain('img7.pixhost.to/drive/77.proj');
  });

  it('leave out a product’s host with its port, and addresses in a table of links', async () => {
    const table = '| Tool | Link |\n|---|---|\n| http://img7.pixhost.to/drive/77.proj | Payload |';
    const told = 'It comes from fox17[.]fenx[.]net. The product listens on fen-upd.net:80 by default.';
    expect(await yamlOf(`${WINDOWS} ${told}\n\n${table}`)).not.toMatch(/fen-upd|pixhost/);
  });

  it('keep none to which a list of indicators sends its readers', async () => {
    const text = 'Our rules on it are on GitHub:\n\nhttps://gist.github.com/fenvendor/aa11bb22cc';
    expect(await yamlOf(`${WINDOWS}\n\nIndicators of compromise\n\n${text}`)).not.toContain('fenvendor');
    expect(await yamlOf(`${WINDOWS}\n\nReferences\n\nhttps://drive.google.com/file/d/1AbCdEfGhI/view`)).not.toContain(
      'drive.google',
    );
  });

  it('keep an address of which only the end of its file is defanged', async () => {
    const address = 'https://raw.githubusercontent.com/fenheron/Stealer/master/fenstealer2';
    expect(await yamlOf(`${WINDOWS}\n\nThe script comes from ${address}[.]vbs first.`)).toContain('fenstealer2.vbs');
  });

  it('ask for a zone that a wildcard stands before, and not for its provider', async () => {
    const provider = 'The actors use the dynamic DNS provider freezonefen.com for it.';
    const zone = '| Indicator | Type |\n|---|---|\n| *.lamb[.]freezonefen[.]com | Domain |';
    const yaml = await yamlOf(`${WINDOWS}\n\n${provider}\n\n${zone}`);
    expect(yaml).toContain("QueryName|endswith: '.lamb.freezonefen.com'");
    expect(yaml).not.toContain("'.freezonefen.com'");
    expect(await yamlOf(`${WINDOWS}\n\nIt encrypts a*.fenlog.net and x/*.fenlog.club.`)).not.toContain('fenlog');
  });

  it('keep a host whose domain is not listed', async () => {
    expect(await yamlOf(`${WINDOWS}\n\nIt resolved a1b2.heron-fog[.]site only.`)).toContain("'a1b2.heron-fog.site'");
  });

  it.each(['start.ps1', 'install_2.bat', 'update.bat', 'document.lnk', 'license.dat', 'DomainName.dat', 'SERVER.bat'])(
    'leave out names that are too general to identify a file: %s',
    async (name) => {
      expect(await yamlOf(`${WINDOWS}\n\nThe loader dropped ${name} beside heronfog77.dat.`)).not.toContain(name);
    },
  );

  it('match the end of a name whose beginning is uncertain', async () => {
    const yaml = await yamlOf(`${WINDOWS}\n\nThe mail brings Quote #H_260627.js in an archive.`);
    expect(yaml).toContain("'H_260627.js'");
    expect(yaml).not.toContain("'\\H_260627.js'");
  });

  it('have run-time libraries only where they are told as loaded in another’s place', async () => {
    const brought = `${WINDOWS}\n\nThe archive holds herongrab.dll and libwinpthread-1.dll.`;
    expect(await yamlOf(brought)).not.toContain('libwinpthread');
    const planted = `${WINDOWS}\n\nThe signed program sideloads libwinpthread-1.dll of the actor.`;
    expect(await yamlOf(planted)).toContain('libwinpthread-1.dll');
  });

  it('look on Linux hosts for what is reported of Linux', async () => {
    const rules = await rulesOf(
      `${LINUX}\n\nIt connects to heron-fog[.]site and 203.0.114.7 and drops libheronfog.so.\n\nSHA-256: ${'ab12'.repeat(16)}`,
    );
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    expect(yaml).not.toContain('product: windows');
    expect(yaml).toContain("DestinationHostname|endswith: '.heron-fog.site'");
    expect(yaml).toContain("name|endswith: '/libheronfog.so'");
    expect(rules.map(({ platform }) => platform)).toContain('endpoint-auditd');
  });

  it('have no address of an event that is shown as a sample', async () => {
    const aws =
      'An intrusion in AWS, seen in CloudTrail of the AWS account. They called StopLogging on the trail of AWS.';
    const event = '{\n  "eventName": "StopLogging",\n  "sourceIPAddress": "198.20.3.4"\n}';
    expect(await yamlOf(`${aws}\n\nSample CloudTrail event, shortened:\n\n${event}`)).not.toContain('198.20.3.4');
    expect(await yamlOf(`${aws}\n\nThe actor came from here:\n\n${event}`)).toContain('198.20.3.4');
  });

  it('look for no Windows file where the report is on macOS', async () => {
    const mac =
      'A stealer for macOS. On macOS it asks for a password; the macOS disk image is Heron.dmg with an app for macOS.';
    expect(await yamlOf(`${mac}\n\nIts strings name ntuser.dat.log and heronsect.bak.`)).not.toContain('ntuser');
  });
});

describe('hosts', () => {
  const domainsOf = async (text: string): Promise<readonly string[]> =>
    findIndicators(await textAdvisory(text))
      .filter(({ type }) => type === 'domain')
      .map(({ value }) => value);

  it('are not the end of one that a cell broke', async () => {
    const text = `${WINDOWS}\n\nIt calls fogheronbank[.]com first. Later table: 198.18.5.4 fogher onbank[.]com hosted elsewhere.`;
    expect(await domainsOf(text)).toEqual(['fogheronbank.com']);
  });

  it('are those that fill a cell of a table, defanged or not', async () => {
    const text = `# Heron\n\n${WINDOWS} It calls heron-fog[.]site.\n\n| Host | First seen |\n| --- | --- |\n| fogheronbank.com | 2024-02-03 |\n`;
    const found = findIndicators(await markdownAdvisory(text)).filter(({ type }) => type === 'domain');
    expect(found.map(({ value }) => value)).toEqual(['heron-fog.site', 'fogheronbank.com']);
  });

  it('are not where readers look something up', async () => {
    const text = `${WINDOWS}\n\nThe record, which can be confirmed online at explorer.heroncoin[.]com, names fogheronbank[.]com.`;
    expect(await domainsOf(text)).toEqual(['fogheronbank.com']);
  });

  it('have no name of a file that another rule asks for with its folder', async () => {
    const { rules } = generate(
      await textAdvisory(
        'The intruders ran Heron on Windows hosts. The loader wrote C:\\Windows\\heronpkg.dat and fenlist7.dat.\n\nFiles dropped by the malware: heronpkg.dat, fenlist7.dat',
      ),
    );
    const written = rules.filter(({ log }) => log === 'windows/file-event').map(({ yaml }) => yaml);
    expect(written.filter((yaml) => yaml.includes('heronpkg.dat'))).toHaveLength(1);
    expect(written.join('\n')).toContain("'\\fenlist7.dat'");
  });

  it('look for a library that many programs bring along elsewhere than where programs are installed', async () => {
    const rules = await rulesOf(
      'The intruders ran Heron on Windows hosts. They side-loaded a malicious libcef.dll and heronmarsh.dll with it.',
    );
    const common = rules.find(({ title }) => title === 'Library Of A Common Name Loaded From Elsewhere (1)')?.yaml;
    expect(common).toContain("'\\libcef.dll'");
    expect(common).toContain("'C:\\Program Files\\\\'");
    expect(rules.find(({ title }) => title.startsWith('Indicator Match - Library'))?.yaml).not.toContain('libcef');
  });

  it('ask no host for what called a cloud, where hosts are hardly told of', async () => {
    const story =
      'With stolen AWS keys they called RunInstances and CreateUser in CloudTrail. The AWS account paid for EC2 instances of AWS. They guessed passwords until one succeeded.';
    const list = '## Indicators\n\n- 45.141.218.56\n- 37.19.208.154\n';
    const logs = generate(await markdownAdvisory(`# AWS\n\n${story}\n\n${list}`))
      .rules.filter(({ yaml }) => yaml.includes('45.141.218.56'))
      .map(({ log }) => log);
    expect(logs).toEqual(['aws/cloudtrail']);
  });
});
