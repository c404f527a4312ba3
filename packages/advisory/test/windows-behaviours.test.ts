import { generate } from '@tripline/advisory';
import { parseSigma } from '@tripline/sigma';
import { textAdvisory } from './support/documents.js';

const ABOUT = 'The intrusion hit Windows hosts; the Windows loader is heron.exe, a DLL of Windows is spared. ';

async function titlesOf(text: string): Promise<readonly string[]> {
  return generate(await textAdvisory(`${ABOUT}\n\n${text}`)).rules.map(({ title }) => title);
}

describe('what is told of Windows in words', () => {
  it.each([
    ['Before it encrypts, the loader deletes all shadow copies of the host.', 'Shadow Copies Deleted'],
    ['They then dumped the memory of LSASS on the server.', 'LSASS Memory Opened For Reading'],
    ['The script disabled Windows Defender on all machines.', 'Windows Defender Disabled Through Registry'],
    ['For persistence it created a WMI event subscription.', 'WMI Event Subscription Created'],
    [
      'The mail carries a document whose malicious macro fetches the loader.',
      'Office Program Starts A Shell Or Script Host',
    ],
    ['After that they installed a web shell on the Exchange server.', 'Web Server Starts A Shell'],
    ['A copy of itself is dropped in the startup folder.', 'Program Placed In A Startup Folder'],
    ['They created an account and added it to the local administrators group.', 'Member Added To The Administrators'],
    ['The script launches PowerShell through WMI.', 'Shell Started By The WMI Provider Host'],
    ['The document exploits the Equation Editor of Office.', 'Program Started By The Equation Editor'],
    ['The script uses CertUtil.exe to decode both files.', 'File Decoded By Certutil'],
    ['The file takes two rounds of decoding using certutil under a new name.', 'File Decoded By Certutil'],
    ['The loader turned off Windows Firewall on the server.', 'Windows Firewall Turned Off'],
    [
      'The locker was deployed through a group policy, then by Group Policy spread on.',
      'Scheduled Task Written Into A Group Policy',
    ],
    ['They moved laterally with PsExec and spread by PsExec to two servers.', 'PsExec Service Started'],
    ['The stolen data was compressed with WinRAR.', 'Archive With Password Made'],
    ['To exfiltrate the database they used rar.exe of the server.', 'Archive With Password Made'],
    ['The loader bypasses AMSI before it goes on.', 'AMSI Tampered With By PowerShell'],
    ['They saved the SAM hive of the server.', 'Registry Hives With Credentials Saved'],
    ['They used pass-the-hash to reach the file server.', 'Logon With A Passed Hash'],
    [
      'The script set fSingleSessionPerUser so that two can log on at once.',
      'Several Remote Desktop Sessions Of A User Allowed',
    ],
  ])('gives a rule: %s', async (text, title) => {
    expect(await titlesOf(text)).toContain(title);
  });

  it.each([
    ['They used ntdsutil to dump the directory database.', ['\\ntdsutil.exe'], ['\\vssadmin.exe', '\\esentutl.exe']],
    ['The wiper deleted the volume shadow copies with vssadmin.', ['\\vssadmin.exe'], ['\\wmic.exe']],
    ['The wiper deleted the volume shadow copies.', ['\\vssadmin.exe', '\\wmic.exe'], []],
    ['A PowerShell script deleted the volume shadow copies.', ['\\vssadmin.exe', '\\wmic.exe'], []],
  ])('looks for the program that the text names, for all where it names none: %s', async (text, own, others) => {
    const { rules } = generate(await textAdvisory(`${ABOUT}\n\n${text}`), { targets: [] });
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    for (const name of own) expect(yaml).toContain(name);
    for (const name of others) expect(yaml).not.toContain(name);
  });

  it('names the template of every value', async () => {
    const { rules } = generate(await textAdvisory(`${ABOUT}\n\nThe loader deletes all shadow copies of the host.`));
    const rule = rules.find(({ title }) => title === 'Shadow Copies Deleted');
    expect(parseSigma(rule?.yaml ?? '').documents).toHaveLength(1);
    expect(rule?.evidence.length).toBeGreaterThan(4);
    for (const each of rule?.evidence ?? []) expect(each).toHaveProperty('template', 'behaviour-shadow-copies-deleted');
  });

  it.each([
    ['advice', 'Organizations should watch for deleted shadow copies.'],
    [
      'what something else resembles',
      'They used HeronExec (similar to Microsoft’s PsExec) in order to remotely execute files.',
    ],
    ['an archive that is brought', 'The mail carries a RAR archive, and its payload is compressed inside RAR files.'],
    ['a value that is only named', 'The documentation of Windows describes fSingleSessionPerUser at length.'],
    ['what did not happen', 'The loader did not delete the shadow copies.'],
    ['the name of a technique', 'T1070.001: Clear Windows Event Logs'],
    ['a report that gives the command', 'It deletes all shadow copies:\n\nvssadmin.exe delete shadows /all /quiet\n'],
  ])('gives no such rule for %s', async (_, text) => {
    const titles = await titlesOf(text);
    expect(titles).not.toContain('Shadow Copies Deleted');
    expect(titles).not.toContain('Event Logs Cleared By Command');
  });

  it('is not drafted where another kind of evidence shows it in more detail', async () => {
    const title = "Scheduled Task Of A Program In A User's Folder";
    expect(await titlesOf('The loader creates a scheduled task for persistence.')).toContain(title);
    const named = await titlesOf(
      'The loader creates a scheduled task for persistence. The loader creates a scheduled task named "HeronTray7".',
    );
    expect(named).not.toContain(title);
    expect(named.join()).toContain('HeronTray7');
  });

  it('gives no such rule where Windows is not told of', async () => {
    const { rules } = generate(await textAdvisory('On the phone they recorded sound with the microphone.'));
    expect(rules).toEqual([]);
  });
});
