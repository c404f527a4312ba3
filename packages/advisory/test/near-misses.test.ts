import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

/** Gives the titles of the rules that a text yields. */
async function rulesFrom(text: string): Promise<readonly string[]> {
  return generate(await textAdvisory(text), { targets: [] }).rules.map(({ title }) => title);
}

describe('what only sounds like a behaviour', () => {
  it.each([
    ['denial', 'The Windows servers were untouched: the intruders never ran auditpol on any of them.'],
    ['denial', 'On Windows, makecab was not used to pack the stolen files.'],
    ['denial', 'No login item was added to the Mac by the stealer.'],
    ['denial', 'The actor did not connect to hidden administrative shares of other Windows hosts.'],
    ['denial', 'Nothing was deleted from /var/log on the Linux server.'],
    ['denial', 'The malware does not read the keychain of the Mac.'],
    ['denial', 'The wiper did not corrupt the boot sector of the Windows host.'],
    ['denial', 'The registry was not changed: the consent prompt still appeared.'],
    ['advice', 'Administrators should run auditpol on Windows to check which events are recorded.'],
    ['advice', 'Restrict who may use schtasks on Windows to create tasks.'],
    ['advice', 'Defenders should look for touch being run on Linux to change the timestamps of files.'],
    ['advice', 'Use tmutil on macOS to check that backups still run.'],
    ['advice', 'Block remote support tools such as ScreenConnect that can open a command prompt on Windows.'],
    ['advice', 'Forbid browser extensions by policy on Windows, so that no add-on is installed.'],
    ['detection', 'The rule alerts when an alternate data stream is written on Windows.'],
    ['detection', 'Hunt for findstr commands on Windows that look for password in files.'],
    ['detection', 'To detect it, watch for the Userinit value of Winlogon being changed.'],
    ['possibility', 'An attacker could use makecab on Windows to compress data before it leaves.'],
    ['possibility', 'Somebody with root may append an entry to /etc/passwd on Linux.'],
    ['possibility', 'Malware might register a launch agent below ~/Library/LaunchAgents on macOS.'],
    ['possibility', 'With enough rights, an intruder would be able to stop virtual machines through PowerCLI.'],
    ['possibility', 'If the vault is unlocked, passwords of Internet Explorer could be read from it.'],
    ['product', 'ScreenConnect lets support staff open a command prompt on Windows machines.'],
    ['product', 'The security command of macOS finds passwords with find-generic-password.'],
    ['product', 'Windows PowerShell 32-bit version and 64-bit version are both installed by default.'],
    ['staff', 'Our administrators ran auditpol on the Windows servers after the incident to record more events.'],
    ['trend', 'Malware that runs as a service in the cyber economy keeps its customers for years.'],
    ['staff', 'The help desk of the company uses TeamViewer to see the screens of Windows users.'],
    ['advice', 'Enable tamper protection on Windows, so that backup services cannot be stopped.'],
    ['detection', 'Alert on a scheduled task that is created with schtasks on Windows and runs every minute.'],
    ['possibility', 'An intruder with these rights might map administrative shares of other Windows hosts.'],
    ['product', 'Backup services of Windows stop when their database is closed.'],
    ['other meaning', 'The support team stays in touch with its Linux customers all the time.'],
    ['other meaning', 'The encrypted tunnel looked like a connection to the services of Windows Update.'],
    ['other meaning', 'The modification timestamp of each Windows file is the second column of the table.'],
    ['other meaning', 'Chrome saves the credentials of Windows users in a database.'],
    ['other meaning', 'The Windows kernel documentation says how a named pipe is opened.'],
    ['other meaning', 'The mail system of the company sends a password to each user when an account is made.'],
    ['other meaning', 'The vendor delivers its installer as an ISO file to paying customers.'],
  ])('gives no rule: %s: %s', async (_, text) => {
    expect(await rulesFrom(text)).toEqual([]);
  });
});

describe('a deed told with the program that did it', () => {
  it.each([
    ['The stolen files on the Windows server were packed by means of makecab.', 'Files Packed By Makecab'],
    ['Makecab was run on the Windows server before the files left.', 'Files Packed By Makecab'],
    ['The operators resorted to makecab on Windows.', 'Files Packed By Makecab'],
    ['With auditpol the intruders cleared the audit policy of the Windows server.', 'Audit Policy'],
    ['Auditpol was executed on the Windows server by the intruders.', 'Audit Policy'],
    ['The ransomware used tmutil on the Mac to delete its local snapshots.', 'Time Machine'],
  ])('%s', async (text, title) => {
    expect((await rulesFrom(text)).filter((each) => each.includes(title))).toHaveLength(1);
  });
});

describe('a command of which there is no rule', () => {
  it('leaves the rule of the behaviour that its sentence tells', async () => {
    const titles = await rulesFrom('On Linux, the intruders backdated the web shell with touch -t 202301010000.');
    expect(titles).toEqual(['Time Of A File Changed By Touch On Linux']);
  });
});

describe('a text that names no system', () => {
  it('tells of Windows where nothing in the sentence is of another', async () => {
    expect(await rulesFrom('The intruders deactivated the local firewall profile before they moved on.')).toContain(
      'Windows Firewall Turned Off',
    );
  });

  it.each([
    'The intruders of the GitHub organization created a service and kept it running after a reboot.',
    'The intruders created an account on the GitLab server and added it as administrator.',
    'The routers were rebooted by the intruders and their firewall protection was deactivated.',
  ])('does not where it is about something with logs of its own: %s', async (text) => {
    expect(await rulesFrom(text)).toEqual([]);
  });
});

describe('what nobody did to a victim', () => {
  const told = async (text: string) => rulesFrom(`The intruders broke into the hosts of a bank.\n\n${text}`);

  it('is what a list names that the authors themselves used', async () => {
    expect(await told('Our analysts used the following tools for triage:\n\n• PsExec\n• ProcDump')).toEqual([]);
    const text = 'Our analysts found that the intruders used the following tools:\n\n• AdFind\n• Netscan';
    expect((await told(text)).join()).toContain('adfind');
  });

  it('is what intrusions often have, and not what one relied on', async () => {
    expect(await told('Persistence often relies on a cron job on Linux hosts.')).toEqual([]);
    expect(await told('Persistence relied on a cron job on the Linux hosts.')).toEqual(['Cron Job Created']);
  });
});
