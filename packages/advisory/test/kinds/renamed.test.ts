import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on Windows hosts of a bank.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('a program under another name', () => {
  it.each([
    ['The file marsh.exe is a renamed copy of the Windows command line tool cmd.exe.', 'Cmd.Exe', '\\cmd.exe'],
    ['We found that reed.dat was a copy of the PsExec utility, which the actor ran.', 'psexec.c', '\\psexec64.exe'],
    ['The ferry.exe file in that folder is the legitimate rundll32.exe.', 'RUNDLL32.EXE', '\\rundll32.exe'],
    ['The attackers ran Rclone, renamed to otter.exe, on the file server.', 'rclone.exe', '\\rclone.exe'],
    ['Exfiltration was done with rclone (renamed otter.exe) to a cloud.', 'rclone.exe', '\\rclone.exe'],
    ['The intruders used a renamed version of AdFind on the host.', 'AdFind.exe', '\\adfind.exe'],
  ])('is looked for by the name that is built into it: %s', async (text, original, own) => {
    const yaml = await yamlOf(text);
    expect(yaml).toContain(`OriginalFileName: '${original}'`);
    expect(yaml).toContain(own);
    expect(yaml).toContain('condition: selection and not filter_main_own_name');
  });

  it('is not looked for by its own name besides', async () => {
    const yaml = await yamlOf('The attackers used reed.dat, and reed.dat is a copy of the PsExec utility.');
    expect(yaml).not.toMatch(/selection:\s+Image\|endswith: '\\psexec\.exe'/);
  });

  it.each([
    'The malware was renamed to cmd.exe and left there.',
    'The attackers downloaded a copy of PsExec and used psexec.exe on the host.',
    'The implant starts cmd.exe, a legitimate program of Windows, with reed.dat.',
    'Administrators should watch for a renamed copy of cmd.exe.',
  ])('is none where nothing says that it has another name, or readers are told: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('OriginalFileName');
  });
});

describe('a tool that the text names in words', () => {
  it('is looked for by its file', async () => {
    expect(await yamlOf('They used Windows Credentials Editor and Angry IP Scanner there.')).toMatch(
      /Image\|endswith:\s+- '\\wce\.exe'\s+- '\\ipscan\.exe'|'\\ipscan\.exe'\s+- '\\wce\.exe'/,
    );
  });

  it.each([
    ['After the logon the intruders ran BloodHound to map paths in the domain.', '\\sharphound.exe'],
    ['The intruders installed AnyDesk, Splashtop and Atera on three hosts.', '\\AteraAgent.exe'],
    ['Splashtop was deployed by the attackers as a second way in.', '\\SRManager.exe'],
    ['The actor used PowerView to list accounts.', 'Get-DomainUser'],
    ['PowerUp and Inveigh were executed on the file server.', 'Invoke-AllChecks'],
    ['The attackers used AADInternals on the synchronisation server.', 'Get-AADInt'],
    ['The operators launched PowerUpSQL against the databases.', 'Get-SQLInstanceDomain'],
    ['From the beacon the operators ran Get-DomainUser and Find-DomainShare.', 'Find-DomainShare'],
    ['The attackers used Get-HeronSecrets from their own module.', 'Get-HeronSecrets'],
  ])('of one word, where intruders used it, is looked for by its files and functions: %s', async (text, shown) => {
    expect(await yamlOf(text)).toContain(shown);
  });

  it.each([
    'Tools such as BloodHound and PowerView can show paths in the directory.',
    'Administrators should use BloodHound to find such paths themselves.',
    'The company uses Splashtop for the support of its staff.',
    'The attackers exploited a flaw of ScreenConnect and used it to run code.',
    'Block the use of Splashtop and Atera.',
    'The malware does not use Inveigh or PowerView.',
    'Defenders should hunt for Get-DomainUser in their logs.',
    'Administrators use Get-HeronState to see what is installed.',
  ])('of one word is nothing where intruders did not use it: %s', async (text) => {
    expect(await yamlOf(text)).not.toMatch(/sharphound|SRManager|AteraAgent|ScreenConnect|Invoke-|Get-/);
  });

  it.each([
    'The stealer is similar to Windows Credentials Editor.',
    'These are the programs that the miner tries to kill: Angry IP Scanner, Windows Credentials Editor.',
  ])('is nothing where it is compared with another, or a target: %s', async (text) => {
    expect(await yamlOf(text)).not.toMatch(/wce|ipscan/);
  });
});
