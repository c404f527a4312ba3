import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const ABOUT =
  'An intrusion into the Windows hosts of a bank. The intruders ran malware on Windows servers and clients.';

describe('a deed that a sentence tells of nobody in the intrusion gives no rule', () => {
  it.each([
    'Block msiexec from installing packages from the internet.',
    'Disable macros so that documents cannot write executables.',
    'The product blocks curl.exe uploads to unknown hosts.',
    'Attackers commonly use nltest to list domain trusts.',
    'Threat actors often run rundll32 with libraries of the user.',
    'Administrators clear the security log during maintenance.',
    'Developers build projects with MSBuild every day.',
    'Researchers used AutoIt to unpack the script in their lab.',
    'Detection rule: svchost.exe starting cmd.exe as a child process.',
    'A normal user opens Word documents that add templates to the startup folder.',
    'During our tests LSASS was dumped with procdump.',
    'The support team took ownership of the file with takeown and restored it.',
    // Trends and statistics.
    'Ransomware groups often delete the volume shadow copies.',
    'Many extortion gangs typically dump LSASS with procdump.',
    'In 2031 a third of all intrusions involved a scheduled task on Windows.',
    'For years, criminals have been stealing passwords from browsers on Windows.',
    'Creating a scheduled task on Windows is a common technique among such groups.',
    // Manuals and consoles.
    'To delete the volume shadow copies, open the console and follow the wizard.',
    'The manual describes the steps for adding a port proxy with netsh.',
    'Version 7 of the console adds a button for clearing the Security event log on Windows.',
    // What administrators, responders and testers did.
    'Our own engineers deleted the volume shadow copies during the migration.',
    'The administrators shut down the virtual machine with PowerShell after the intrusion.',
    'Responders disabled Windows Defender to copy the evidence.',
    'Our red team regularly dumps LSASS with comsvcs.dll.',
    'To reproduce this, we opened port 3389 in the Windows firewall with netsh.',
    'The administrator had created a scheduled task on Windows a week before, which was planned.',
    'The volume shadow copies were deleted by the company’s own retention job.',
    'The volume shadow copies had been deleted by a nightly cleanup script.',
    // What is common and harmless.
    'Many installers add a Run key to the registry on Windows, and that is harmless.',
    'Deleting the volume shadow copies is normal for backup software.',
    // What was not done, or could be.
    'We saw no attempt to delete the volume shadow copies.',
    'With these rights an intruder could dump LSASS with procdump.',
    'Anyone who holds this token can add a port proxy with netsh.',
    'The intruders opened a console in preparation for deleting the volume shadow copies.',
    // What a product does, and other intruders.
    'Our sensor raises an alert on processes deleting the volume shadow copies.',
    'A different group, tracked elsewhere, deleted the volume shadow copies in 2029.',
  ])('%s', async (sentence) => {
    const { rules } = generate(await textAdvisory(`${ABOUT}\n\n${sentence}`), { targets: [] });
    expect(rules.map(({ title }) => title)).toEqual([]);
  });

  it.each([
    'The attackers used nltest to list the domain trusts.',
    'The actors cleared the security log before they left.',
    'The loader was built with MSBuild from a project in the folder of the user.',
    'In May the intruders deleted the volume shadow copies.',
    'On 3 May the actors created a scheduled task on Windows.',
    'The malware deletes the volume shadow copies, which is a common technique of ransomware.',
    'Ransomware groups often do so, and in this case the intruders deleted the volume shadow copies.',
    'The attackers opened the console of the backup server and deleted the volume shadow copies.',
    'The intruders tricked an engineer, and with his account they dumped LSASS with procdump.',
    'The loader installs itself and then deletes the volume shadow copies in most of the cases.',
    'Dumping LSASS with procdump is a known technique of this group, who used it here.',
    'In the majority of attacks of this campaign the actors dumped LSASS with procdump.',
    'The victims are told to click the button, which starts mshta with a page from the web.',
    'Someone with access to the domain controller copied ntds.dit with ntdsutil.',
    'During our research we saw that the malware deletes the volume shadow copies.',
    'In preparation for encryption the intruders deleted the volume shadow copies.',
    'On 3 May, in preparation for exfiltration, the actors created a scheduled task on Windows.',
  ])('and one that it tells of the intruders does: %s', async (sentence) => {
    const { rules } = generate(await textAdvisory(`${ABOUT}\n\n${sentence}`), { targets: [] });
    expect(rules.length).toBeGreaterThan(0);
  });
});

describe('words that have another meaning in the whole document', () => {
  const title = 'UAC Bypassed Through A Hijacked Handler';
  const titlesOf = async (text: string): Promise<readonly string[]> =>
    generate(await textAdvisory(`${ABOUT}\n\n${text}`), { targets: [] }).rules.map((rule) => rule.title);

  it('give no rule on the handlers where the text names another way to bypass UAC', async () => {
    expect(
      await titlesOf('The loader bypasses UAC on Windows.\n\nFor this it asks the elevation moniker of a COM class.'),
    ).not.toContain(title);
    expect(await titlesOf('The loader bypasses UAC on Windows.\n\nIt abuses the task SilentCleanup.')).not.toContain(
      title,
    );
  });

  it('and do where it names the handlers', async () => {
    expect(await titlesOf('The loader bypasses UAC on Windows by the handler of ms-settings.')).toContain(title);
    expect(await titlesOf('The loader bypasses UAC with fodhelper.exe on Windows.')).toContain(title);
  });
});

describe('names of nobody in the intrusion', () => {
  const yamlOf = async (text: string): Promise<string> =>
    generate(await textAdvisory(`${ABOUT}\n\n${text}`), { targets: [] })
      .rules.map(({ yaml }) => yaml)
      .join('\n');

  it('what a product calls a threat is no host', async () => {
    const yaml = await yamlOf(
      'Indicators of compromise\n\nTrojan.Win64.HERON.BE heron loader\n\nTrojan.Win32.FEN.AM fen\n\nhttps://heronfenbank.com/a',
    );
    expect(yaml).not.toContain("'trojan.win64.heron.be'");
    expect(yaml).toContain("QueryName: 'heronfenbank.com'");
  });

  it.each([
    'The loader reads its settings from the library fenapi.dll. This library is a part of the Fen client.',
    "Our script decodes the file: data = open('heronenc2.bin','rb').read()",
    'Rule: $s3 = "heronkit32.dll" fullword ascii',
    'The module is injected into one of these legitimate processes: FenHost.exe (Fen service), FenAgent.exe (Fen agent).',
    'The dropper ran googleupdate.exe.',
    'Lateral Movement T1570 Lateral Tool Transfer',
  ])('%s', async (text) => {
    expect(await yamlOf(text)).toBe('');
  });

  it.each([
    ['The loader brings the library heronapi.dll. This library is the backdoor.', 'heronapi.dll'],
    ['The loader brings the library heronapi.dll. This library belongs to the backdoor.', 'heronapi.dll'],
    ['The dropper starts the following programs: heronone.exe and herontwo.exe.', 'heronone.exe'],
    ['The actors copied the payload over SMB to three Windows servers.', 'RelativeTargetName'],
  ])('but %s', async (text, value) => {
    expect(await yamlOf(text)).toContain(value);
  });
});

describe('hosts that are referred to', () => {
  const yamlOf = async (text: string): Promise<string> =>
    generate(await textAdvisory(`${ABOUT}\n\n${text}`), { targets: [] })
      .rules.map(({ yaml }) => yaml)
      .join('\n');

  it.each([
    'Read more at fenherons.net/heron-analysis.',
    'As described by https://heronseclog.net/2031/fen-loader, the loader decrypts its strings.',
    'Image courtesy of heronpictures.net.',
    'Credit for the sample goes to heronresearcher.net.',
    'The researcher published his findings on fenherons.net.',
    'For details on the loader see the write-up at https://heronseclog.net/2031/fen-loader.',
    'References: https://heronseclog.net/a https://fenherons.net/b',
    'A proof of concept was published at https://heronseclog.net/poc.',
  ])('give no rule: %s', async (text) => {
    expect(await yamlOf(text)).toBe('');
  });

  it.each([
    'The loader was downloaded from http://heronfenbank.com/a.exe, as the report of Fen says.',
    'The stolen data was published on heronfenbank.com.',
    'According to our logs the loader connects to heronfenbank.com.',
    'The exploit was downloaded from heronfenbank.com.',
    'The exploit is hosted on heronfenbank.com and brings the loader.',
    'The script published its results to heronfenbank.com.',
    'The blog of the victim was compromised and sent visitors to heronfenbank.com.',
    'See the report on its address heronfenbank[.]com for more.',
  ])('and those of the intruder do: %s', async (text) => {
    expect(await yamlOf(text)).toContain('heronfenbank.com');
  });

  it.each([
    'The latest release is 4.2.7.9 of the Fen client.',
    'Affected are Fen 9.1.3.4 and earlier.',
    'The buffer begins with 5f4dcc3b5aa765d61d8327deb882cf99 and goes on.',
    'The campaign code 5f4dcc3b5aa765d61d8327deb882cf99 was sent to the server.',
    'The loader runs from /opt/heronkit/ on Linux.',
  ])('nor is a number or a folder an indicator: %s', async (text) => {
    expect(await yamlOf(text)).toBe('');
  });

  it.each([
    ['The loader connects to 45.2.7.9 and older ones to 45.2.8.1.', '45.2.7.9'],
    ['The sample with the MD5 5f4dcc3b5aa765d61d8327deb882cf99 is the loader.', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['The intruders started /opt/heronkit/run on the Linux host.', '/opt/heronkit/run'],
  ])('but %s', async (text, value) => {
    expect(await yamlOf(text)).toContain(value);
  });

  it.each([
    ['RegAsm.exe mscorlib.dll was seen in the process tree.', 'mscorlib.dll', false],
    ['The intruders ran RegAsm.exe /U C:\\ProgramData\\heron.dll on the host.', 'heron.dll', true],
  ])('nor does a library that every program loads tell a command: %s', async (text, name, isLookedFor) => {
    expect((await yamlOf(text)).includes(name)).toBe(isLookedFor);
  });
});
