import { generate } from '@tripline/advisory';
import { markdownAdvisory } from './support/documents.js';

/** Gives the rules that a text yields, by title. */
async function rulesOf(text: string): Promise<ReadonlyMap<string, string>> {
  const { rules } = generate(await markdownAdvisory(text), { targets: [] });
  return new Map(rules.map(({ title, yaml }) => [title, yaml]));
}

const SCRIPT = 'Shell Started By A Script Host';
const OFFICE = 'Office Program Starts A Shell Or Script Host';
const DATABASE = 'Shell Started By A Database Server';

describe('programs that a text says are started', () => {
  it.each([
    ['The JScript file uses whoami, net view and nltest to look around.', SCRIPT, ['whoami', 'net', 'nltest']],
    ['The VBS script executes the commands netstat -ano and arp -a.', SCRIPT, ['netstat', 'arp']],
    ['The Word macro runs reg add and then starts net view and netstat.', OFFICE, ['reg', 'net', 'netstat']],
    [
      '# Fenlo\n\nThis VBScript uses built-in Windows commands.\n\nIt collects:\n\n- System information via WMIC\n- Tasklist\n- Net users\n',
      SCRIPT,
      ['wmic', 'tasklist', 'net'],
    ],
  ])('stand beside the known children of the program that starts them: %s', async (text, title, programs) => {
    const rule = (await rulesOf(text)).get(title) ?? '';
    for (const program of programs) expect(rule).toContain(`'\\${program}.exe'`);
  });

  it.each([
    [
      'what runs the script',
      'The service runs a VBS script using sc.exe, and the VBS script runs PowerShell.',
      SCRIPT,
      'sc.exe',
    ],
    ['a name of English', 'The VBScript uses built-in Windows commands at the net of the victim.', SCRIPT, 'net.exe'],
    ['what a shell runs', 'The Word macro runs cmd.exe /c taskkill.', OFFICE, 'taskkill.exe'],
  ])('are not %s', async (_, text, title, program) => {
    const rule = (await rulesOf(text)).get(title);
    expect(rule).toBeDefined();
    expect(rule).not.toContain(program);
  });

  it('come from spreadsheets in text form, too', async () => {
    expect(await rulesOf('Fenlo is spread by mails with an .slk or .iqy attachment that abuses Excel.')).toHaveProperty(
      'size',
      1,
    );
    expect([...(await rulesOf('Block .slk and .iqy attachments at the mail gateway.')).keys()]).toEqual([]);
  });
});

describe('flaws of database servers', () => {
  it.each([
    'Earlier variants of Fenlo attacked weaknesses in PostgreSQL Server for entry.',
    'The group exploited a vulnerability in Microsoft SQL Server.',
  ])('give the rule on shells of the server: %s', async (text) => {
    expect([...(await rulesOf(text)).keys()]).toContain(DATABASE);
  });

  it.each([
    'Patch Microsoft SQL Server: flaws in it can be exploited.',
    'The actor did not exploit a weakness in Microsoft SQL Server.',
  ])('give none where nobody used them: %s', async (text) => {
    expect([...(await rulesOf(text)).keys()]).not.toContain(DATABASE);
  });
});

describe('downloads by BitsTransfer', () => {
  it('are those of PowerShell', async () => {
    const title = 'File Or Script Fetched By PowerShell';
    expect([...(await rulesOf('BITS: BitsTransfer retrieves the payload.')).keys()]).toContain(title);
    expect([...(await rulesOf('The script did not download it by BitsTransfer.')).keys()]).not.toContain(title);
  });
});

describe('deeds with an id of ATT&CK behind them', () => {
  it.each([
    ['The actors cleared event logs [T1070.001] on every host.', 'Event Logs Cleared By Command'],
    ['The batch files add a new administrator account [T1136.002] and leave.', 'Member Added To The Administrators'],
    [
      'The scripts delete traces of their run, including the System and Security event logs [T1070.001].',
      'Security Event Log Cleared On Windows',
    ],
  ])('are told: %s', async (text, title) => {
    expect([...(await rulesOf(text)).keys()]).toContain(title);
  });

  it.each([
    'Techniques of the actors: Clear Windows Event Logs [T1070.001], Inhibit System Recovery (T1490).',
    'Indicator removal: clear Windows event logs [T1070.001]',
    'The actors did not clear event logs [T1070.001].',
  ])('are not where only the technique is named: %s', async (text) => {
    expect([...(await rulesOf(text)).keys()]).toEqual([]);
  });

  it('are no deployment by a group policy where one is only refreshed', async () => {
    const titles = [...(await rulesOf('The intruder ran a script that forced a refresh of Group Policy.')).keys()];
    expect(titles).not.toContain('Scheduled Task Written Into A Group Policy');
  });
});
