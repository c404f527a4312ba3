import { generate } from '@tripline/advisory';
import { markdownAdvisory } from './support/documents.js';

/** Gives the rules that a text on an intrusion yields, by title. */
async function rulesOf(text: string): Promise<ReadonlyMap<string, string>> {
  const about = 'An intrusion into the Windows hosts of Brellow. The intruders ran malware on Windows servers.\n\n';
  const { rules } = generate(await markdownAdvisory(about + text), { targets: [] });
  return new Map(rules.map(({ title, yaml }) => [title, yaml]));
}

const DEFENDER = 'Windows Defender Disabled';
const UAC = 'UAC Bypassed Through A Hijacked Handler';
const STORAGE = 'Cloud Storage Asked For By Another Program';
const ADDRESS = 'Public Address Of The Host Looked Up';

describe('a behaviour that shows by one of several means', () => {
  it.each([
    ['The intruders disabled Windows Defender on each server.', `${DEFENDER} By PowerShell`],
    ['The intruders disabled Windows Defender with batch scripts.', `${DEFENDER} By PowerShell`],
    ['An exclusion was added to Defender for the drive.', 'Windows Defender Exclusion Added By PowerShell'],
    ['The intruders turned the Windows firewall off.', 'Windows Firewall Turned Off By Netsh'],
    ['The intruders turned the Windows firewall off with netsh.', 'Windows Firewall Turned Off'],
    ['The malware bypasses UAC before it installs its driver.', UAC],
    ['Delivery in an image of a disk bypasses the mark of the web.', 'Mark Of The Web Disabled Through Registry'],
    ['The script changes the firewall to allow RDP connections.', 'Remote Desktop Enabled Through Registry'],
    ['The loader injects its payload into a legitimate process by an APC.', 'Thread Created In Another Process'],
  ])('gives no rule where another is told, or none: %s', async (sentence, title) => {
    expect([...(await rulesOf(sentence)).keys()]).not.toContain(title);
  });

  it.each([
    ['The intruders disabled Windows Defender on each server.', `${DEFENDER} Through Registry`],
    ['The intruders disabled Windows Defender. For this they ran a PowerShell line.', `${DEFENDER} By PowerShell`],
    ['They called Add-MpPreference. So Defender had an exclusion.', 'Windows Defender Exclusion Added By PowerShell'],
    ['The intruders turned the Windows firewall off.', 'Windows Firewall Turned Off'],
    ['The intruders turned the Windows firewall off with netsh.', 'Windows Firewall Turned Off By Netsh'],
    ['The malware bypasses UAC. It puts its path into the ms-settings handler.', UAC],
    ['The files carry no mark of the web. A registry value does it.', 'Mark Of The Web Disabled Through Registry'],
    ['The intruders enabled RDP connections in the registry.', 'Remote Desktop Enabled Through Registry'],
    ['The loader injects its payload into a legitimate process.', 'Thread Created In Another Process'],
  ])('gives its rule where its means is told there or beside it, or where it shows any: %s', async (text, title) => {
    expect([...(await rulesOf(text)).keys()]).toContain(title);
  });
});

describe('services of which a behaviour has a list', () => {
  it.each([
    ['The intruders uploaded the archives to MEGA.', STORAGE, ['.mega.co.nz'], ['dropbox', 'pcloud']],
    ['Files were exfiltrated to Dropbox and OneDrive.', STORAGE, ['dropboxapi', 'onedrive'], ['mega.co', 'pcloud']],
    ['The loader gets its public IP address from api[.]ipify[.]org.', ADDRESS, ['api.ipify.org'], ['ipinfo']],
    ['The loader gets the public IP address of the host.', ADDRESS, ['api.ipify.org', 'ipinfo.io'], []],
    [
      'The loader downloads its payload from a GitHub repository, where the stage is hosted on GitHub.',
      'File Of A Public Repository Asked For By A Program',
      ['raw.githubusercontent.com', 'api.github.com'],
      [],
    ],
  ])('are asked for where the text names none, else those that it names: %s', async (text, title, asked, left) => {
    const detection = ((await rulesOf(text)).get(title) ?? '').split('filter_main_usual')[0]?.toLowerCase();
    for (const host of asked) expect(detection).toContain(host);
    for (const host of left) expect(detection).not.toContain(host);
  });
});

describe('words that tell no deed', () => {
  it.each([
    ['a name of ATT&CK alone on its line', 'T1570\n\nLateral Tool Transfer'],
    ['such a name with its parent', 'T1562.004. Impair Defenses: Disable or Modify System Firewall'],
    ['two rows that an id stands between', 'They run a VBScript Execution / T1059.001 PowerShell'],
    ['what products let through', 'Brellow products detect the malicious macro as W97M/Grobel.'],
    [
      'what attackers have long done',
      'As said, attackers have long been abusing Windows Remote Management to move laterally.',
    ],
    [
      'what to monitor, glued to a deed',
      'They install a locker, often disabling backups.Through process monitoring, monitor for the execution of tools of data destruction, such as vssadmin and wbadmin.',
    ],
    ['the hash function of a loader', 'Replicating the hashing function lets us find the secrets of its imports.'],
    [
      'what does not alert',
      'This script will not trigger AMSI (Antimalware Scan Interface), providing an advantage in evading detection.',
    ],
  ])('gives no rule: %s', async (_, text) => {
    expect([...(await rulesOf(text)).keys()]).toEqual([]);
  });

  it.each([
    [
      'The intruders ran PowerShell [T1059.001] to add an exclusion to Defender.',
      'Windows Defender Exclusion Added By PowerShell',
    ],
    [
      'The document has a malicious macro, which starts cmd and which few products detect.',
      'Office Program Starts A Shell Or Script Host',
    ],
    ['The attackers abused Windows Remote Management to move laterally.', 'PowerShell Remoting Session Opened'],
    [
      'The intruders abused directory replication to get the password hashes.',
      'Directory Replication Asked For By An Account',
    ],
  ])('do not hide one: %s', async (text, title) => {
    expect([...(await rulesOf(text)).keys()]).toContain(title);
  });
});
