import { createHash } from 'node:crypto';
import { findIndicators, type GeneratedRule, generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

const WINDOWS = 'The intruders ran the loader heron.exe on Windows hosts of the domain.';

async function rulesOf(text: string): Promise<readonly GeneratedRule[]> {
  return generate(await markdownAdvisory(`# Report\n\n${WINDOWS}\n\n${text}`)).rules;
}

const titlesOf = async (text: string): Promise<string> => (await rulesOf(text)).map(({ title }) => title).join('\n');
const yamlOf = async (text: string): Promise<string> => (await rulesOf(text)).map(({ yaml }) => yaml).join('\n');
const hostsOf = async (text: string): Promise<readonly string[]> =>
  findIndicators(await textAdvisory(text)).map(({ value }) => value);

describe('what readers are told to look for', () => {
  it.each([
    ['with a purpose', 'To find this, look for PowerShell in a hidden window.', 'Hidden Window'],
    ['with an adverb', 'Additionally monitor for PowerShell that runs in a hidden window.', 'Hidden Window'],
    ['as a list', 'Hunt for PowerShell with a hidden window and for scheduled tasks.', 'Hidden Window'],
    ['as what users must not do', 'Prevent users from starting PowerShell in a hidden window.', 'Hidden Window'],
    ['as what should be', 'Teams should block PowerShell that runs in a hidden window.', 'Hidden Window'],
  ])('is no deed: %s', async (_, text, title) => {
    expect(await titlesOf(text)).not.toContain(title);
  });

  it.each([
    'The malware looks for documents and then runs PowerShell in a hidden window.',
    'The actor monitored the mailbox and started PowerShell in a hidden window.',
    'To find documents, the intruders ran PowerShell in a hidden window.',
  ])('differs from what intruders look for: %s', async (text) => {
    expect(await titlesOf(text)).toContain('Hidden Window');
  });
});

describe('tools', () => {
  it.each([
    ['may have been used', 'The tool wmiexec could have been used, but we found no trace of it.', 'wmiexec'],
    ['may be used', 'On such hosts wmiexec might be used as well.', 'wmiexec'],
    ['are compared', 'The worm brings tools of its own, a la Mimikatz.', 'mimikatz'],
    ['are searched for by victims', 'Users searching for AnyDesk came to a page of the actor.', 'anydesk'],
    ['are imitated', 'A fake installer of AnyDesk was offered there.', 'anydesk'],
  ])('are not the intruder’s where they %s', async (_, text, tool) => {
    expect((await yamlOf(text)).toLowerCase()).not.toContain(`${tool}.exe`);
  });

  it('are where somebody used them', async () => {
    expect(await yamlOf('The actor used Mimikatz and searched for passwords.')).toContain('mimikatz.exe');
    expect(await yamlOf('Then AnyDesk was installed by the intruders.')).toContain('anydesk.exe');
  });

  it.each([
    'The usage of the tool is as follows: packer.exe -k key -o output input.',
    'Usage: packer.exe -k key -o output input.',
    'To show how it is loaded, run packer.exe -k key -o output input.',
  ])('are not looked for by words of their usage: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain("'output'");
  });
});

describe('what nobody of the intrusion did', () => {
  it.each([
    ['strings that are not used', 'Strings such as `vssadmin delete shadows` are in the binary but are never used.'],
    ['commands that are not reached', 'The command `vssadmin delete shadows` is present but was never executed.'],
    ['code that is out of use', 'In commented-out code `vssadmin delete shadows` can be read.'],
    [
      'administrators by habit',
      "The ticket was old, and the victim's administrators use `vssadmin delete shadows` there.",
    ],
    ['an administrator', 'For example, an administrator may run `vssadmin delete shadows` to free a disk.'],
  ])('gives no rule: %s', async (_, text) => {
    expect(await titlesOf(text)).not.toContain('Shadow');
  });

  it('differs from what was done', async () => {
    expect(await titlesOf('The strings were decoded, and `vssadmin delete shadows` was run.')).toContain('Shadow');
    expect(await titlesOf('With the rights of administrators it ran `vssadmin delete shadows` then.')).toContain(
      'Shadow',
    );
  });

  it('is told from files of products and of their authors', async () => {
    const yaml = await yamlOf(
      'In the default installation, the product writes its log to C:\\ProgramData\\Marsh\\server.log. The debug build wrote to C:\\Users\\dev\\source\\repos\\fen\\log7.txt. The loader wrote C:\\ProgramData\\Marsh\\fen.dat then.',
    );
    expect(yaml).toContain('fen.dat');
    expect(yaml).not.toMatch(/server\.log|log7/);
  });
});

describe('finding types of GuardDuty', () => {
  const TYPE = 'Stealth:IAMUser/CloudTrailLoggingDisabled';

  it.each([
    `The same can raise ${TYPE} in GuardDuty.`,
    `Customers should enable finding ${TYPE}.`,
    `Such a call may trigger ${TYPE}, too.`,
  ])('that only may come give no rule: %s', async (text) => {
    expect(await yamlOf(`The intruder stopped logging. ${text}`)).not.toContain(TYPE);
  });

  it('that came give one', async () => {
    expect(await yamlOf(`The intruder stopped logging, and GuardDuty raised ${TYPE}.`)).toContain(TYPE);
  });
});

describe('hosts', () => {
  it.each([
    ['where people talk', 'The kit was shared on a forum called brightleaf[.]com by its author.', 'brightleaf.com'],
    ['of hacking forums', 'It was sold on the hacking forum darkpond[.]net for a month.', 'darkpond.net'],
    ['of the authors', 'The sample was sent to our test server labheron[.]net for that.', 'labheron.net'],
    ['of a test', 'For our test we used labheron[.]net as a stand-in.', 'labheron.net'],
    ['that are files', 'It creates a shortcut of itself with the name "fern.ink" there.', 'fern.ink'],
  ])('%s are no indicators', async (_, text, host) => {
    expect(await hostsOf(text)).not.toContain(host);
  });

  it.each([
    ['brightleaf.com', 'The command server brightleaf[.]com was named in a forum.'],
    ['fern.ink', 'The beacon connects to a domain called "fern.ink" there.'],
    ['labheron.net', 'We registered labheron[.]net, which the malware asks for.'],
  ])('others are: %s', async (host, text) => {
    expect(await hostsOf(text)).toContain(host);
  });

  it('whose line ends were lost are none', async () => {
    expect(await hostsOf('C2: docs.fen[.]commarsh[.]netheron[.]comegret[.]at')).toEqual([]);
    expect(await hostsOf('C2: www.compass.network[.]top')).toEqual(['www.compass.network.top']);
  });

  it('are none where sections are counted in running text', async () => {
    const text =
      'It has two parts. 1.3.1.1 Relay It forwards. README 1.3.1.2 Miner It mines on Windows for 185.44.7.9.';
    expect(await hostsOf(text)).toEqual(['185.44.7.9']);
  });

  it('are told from the numbers of sections', async () => {
    expect(await hostsOf('1.2.1.1 Relay\n\nThe relay forwards packets, see section 1.2.1.2 for more.')).toEqual([]);
    expect(await hostsOf('It sends a reply. 1.2.1.3 Relay A relay forwards packets.')).toEqual([]);
    expect(await hostsOf('45.9.148.3 Relay\n\nThe relay forwards packets.')).toEqual(['45.9.148.3']);
  });

  it.each([
    'It talks to these servers:\n\n5.8.9.12 Oslo\n45.9.148.3 Bergen',
    '45.9.148.3 Bergen\n5.8.9.12 Oslo',
    '5.8.9.12 Oslo 45.9.148.3 Bergen',
  ])('and not taken for one in a list of addresses: %s', async (text) => {
    expect(await hostsOf(text)).toContain('5.8.9.12');
  });

  it('that a line’s end broke at a hyphen are none, and the whole ones beside them are', async () => {
    expect(await hostsOf('It calls fog-mist[.]com and reed-\nmarsh[.]org and tells\nheron[.]net of that.')).toEqual([
      'fog-mist.com',
      'heron.net',
    ]);
    expect(await hostsOf('Its servers are reed-\nmarsh[.]org/a/gate.php or reed- \n  fog[.]net.')).toEqual([]);
  });

  it('of four numbers in an address are indicators where others are defanged, and no links', async () => {
    expect(
      await hostsOf('URLs: http://45.86.12.7/a.sh, hxxp://91.218.3.4:8080/x and http://marsh-links.com/a'),
    ).toEqual(['http://45.86.12.7/a.sh', '45.86.12.7', 'http://91.218.3.4:8080/x', '91.218.3.4']);
  });

  it('that resolve names for everybody are none', async () => {
    expect(await hostsOf('Indicators\n\nfog-mist[.]com, dns.alidns.com, doh[.]pub, dns.google')).toEqual([
      'fog-mist.com',
    ]);
  });
});

describe('addresses that are glued to something', () => {
  it.each([
    [
      'each other',
      'It calls hxxp://fern[.]top/a.exehxxp://fern[.]top/b.exe first.',
      ['fern.top/a.exe', 'fern.top/b.exe'],
    ],
    [
      'each other by a slash',
      'It calls hxxps://fern[.]top/a/https://heron[.]xyz/b/ first.',
      ['fern.top/a/', 'heron.xyz/b/'],
    ],
    ['the next sentence', 'It calls hxxps://fern[.]top/c/d.phpThe last one failed.', ['fern.top/c/d.php']],
  ])('%s are taken apart', async (_, text, expected) => {
    const yaml = await yamlOf(text);
    for (const address of expected) expect(yaml).toContain(`'${address}'`);
  });

  it('stay whole where one is a value of the other', async () => {
    expect(await yamlOf('It calls hxxp://fern[.]top/go.php?u=http://heron.xyz/b first.')).toContain(
      '?u=http://heron.xyz/b',
    );
  });

  it('are read in linear time', async () => {
    const started = performance.now();
    await hostsOf('http://a.top/b'.repeat(6_000));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('hashes', () => {
  const hash = (of: string): string => createHash('sha256').update(of).digest('hex');

  it.each([
    ['shellcode', `The next stage is a shellcode (SHA256: ${hash('a')}) that it decrypts.`, 'a'],
    ['a blob', `This file (SHA256: ${hash('b')}) is a base64 blob of code.`, 'b'],
    ['a file of settings', `## IOCs\n\n- ${hash('c')} - run.ini`, 'c'],
    ['certificates', `## IOCs\n\nCertificate hashes:\n\n${hash('d')}`, 'd'],
  ])('of %s are looked for in no log of programs', async (_, text, of) => {
    expect(await yamlOf(text)).not.toContain(hash(of));
  });

  it.each([
    ['that runs shellcode', `## IOCs\n\n- ${hash('e')} - Shellcode loader`, 'e'],
    ['that is signed with a certificate', `## IOCs\n\n- ${hash('f')} - loader, signed with a stolen certificate`, 'f'],
    ['that is told beside an address', `## IOCs\n\n- ${hash('g')} - hxxp://cdn.fern[.]top/scripts/7/run.exe`, 'g'],
  ])('of a program %s are', async (_, text, of) => {
    expect(await yamlOf(text)).toContain(hash(of));
  });
});

describe('names', () => {
  it('that go on before their last word are not cut there', async () => {
    expect(await yamlOf('The program side-loads it as library egret core.dll then.')).not.toContain("'\\core.dll'");
    expect(await yamlOf('The program side-loads a DLL named Marsh Helper.dll then.')).not.toContain("'\\Helper.dll'");
    expect(await yamlOf('The program loads the malicious library egretcore.dll then.')).toContain('egretcore.dll');
  });

  it('of notes in capitals have their blanks', async () => {
    const text = 'The ransomware encrypted all. Its ransom note is called FILES LOCKED.txt and lies on the desktop.';
    expect(await yamlOf(text)).toContain("'\\FILES LOCKED.txt'");
  });

  it('that lost line ends glued to a word or to each other are left out', async () => {
    const text =
      'It queries the service tag informationEgretPackage.dll and EgretPackage.dll. It injects into LSASSpc7.dll and pc7.dll, then loads fen.exeuser.ps1 and marshEgret.dll.';
    const found = await hostsOf(text);
    expect(found).toEqual(expect.arrayContaining(['EgretPackage.dll', 'pc7.dll', 'marshEgret.dll']));
    for (const glued of ['informationEgretPackage.dll', 'LSASSpc7.dll', 'fen.exeuser.ps1'])
      expect(found).not.toContain(glued);
  });

  it('that have a word within which begins like an ending are whole', async () => {
    const found = await hostsOf(
      'It loads Fen.Script.dll and Fen.Batch.dll, then Heron.ScreenGull.dll and starts fen.executor.exe.',
    );
    expect(found).toEqual(
      expect.arrayContaining(['Fen.Script.dll', 'Fen.Batch.dll', 'Heron.ScreenGull.dll', 'fen.executor.exe']),
    );
  });

  it('behind a drive whose backslashes were lost are no whole names', async () => {
    const found = await hostsOf('They dropped C:Windowsfen7.dll and ran regsvr32 /s /i:fen8.dll then.');
    expect(found).not.toContain('Windowsfen7.dll');
    expect(found).toContain('fen8.dll');
  });

  it('of notes have letters', async () => {
    expect(await yamlOf('The ransomware leaves a ransom note titled ALL IS ENCRYPTED !!!.TXT there.')).not.toContain(
      "'\\!!!.TXT'",
    );
  });

  it('of variables that a script sets are looked for in no command', async () => {
    const yaml = await yamlOf(
      'They ran:\n\n```\ncopy "%~dp0%DLL_NAME%" "%WORK_DIR%" /Y\ncopy C:\\Users\\Public\\fen7.dll C:\\Perf\\ /Y\n```',
    );
    expect(yaml).not.toContain('DLL_NAME');
    expect(yaml).toContain('fen7.dll');
  });

  it('of autorun values stand right behind their key in rows of keys and names', async () => {
    const yaml = await yamlOf(
      'key: HKCU\\Software\\Fen name: HostId7 key: HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run name: sysFen32 and so it starts.',
    );
    expect(yaml).toContain('Run\\sysFen32');
    expect(yaml).not.toContain('Run\\HostId7');
  });

  it('of folders of everybody are no files', async () => {
    expect(
      await yamlOf('It wrote a copy to %LOCALAPPDATA%\\Microsoft\\Windows\\INetCache\\Content.Outlook there.'),
    ).not.toContain('Content.Outlook');
  });
});

describe('accounts and mail addresses', () => {
  it.each([
    ["The actor logged on to its Cobalt Strike server as the user 'neo' by RDP.", 'neo'],
    ['The script was written by the GitHub user "heron-r7" and used by the actor.', 'heron-r7'],
    ['On the forum the user "heronfox" sold the account.', 'heronfox'],
  ])('of the intruder’s own servers and of public sites give no rule: %s', async (text, name) => {
    expect(await yamlOf(text)).not.toContain(`TargetUserName: '${name}'`);
  });

  it.each([
    'Victims are asked to send their wallet numbers by e-mail to "desk881@posteo.net".',
    'The archive is sent by mail to desk881@posteo.net each night.',
    'The stealer emailed the passwords to the address desk881@posteo.net.',
  ])('are no senders where something is sent to them: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('email.from.address');
  });

  it('are senders otherwise', async () => {
    expect(await yamlOf('The mails came from desk881@posteo.net.')).toContain(
      "email.from.address: 'desk881@posteo.net'",
    );
  });
});
