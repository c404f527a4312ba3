import { generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await markdownAdvisory(`A Windows intrusion.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('registry values', () => {
  it('pair an autorun key with the program that the next sentence says it starts', async () => {
    const yaml = await yamlOf(
      'It adds an entry under HKCU\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run, as shown. The copied heronfog.js is then executed automatically at logon.',
    );
    expect(yaml).toContain("Details|contains: 'heronfog.js'");
  });

  it.each(['HKCU\\Software\\Marlowe\\Update\\<random_number>', 'HKCU\\Software\\Marlowe\\Update\\'])(
    'look for a key with the backslash that keeps others out: %s',
    async (key) => {
      const yaml = await yamlOf(`The backdoor stores its shellcode in the registry under \`${key}\`.`);
      expect(yaml).toContain("TargetObject|contains: '\\Software\\Marlowe\\Update\\\\'");
    },
  );

  it.each([
    'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\ApplicationAssociationToasts',
    'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings\\ProxyEnable',
    'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender',
    'HKCU\\Software\\Microsoft\\SystemCertificates\\Root\\Certificates',
  ])('are not looked for at a key that Windows itself writes to every day: %s', async (key) => {
    expect(await yamlOf(`The backdoor adds entries to \`${key}\`.`)).not.toContain('TargetObject');
  });

  it.each([
    'HKCU\\Software\\Microsoft\\SystemCertificates\\Root\\Certificates\\0174E68C97DDF1E0EEEA415EA336A163D2B61AFE',
    'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender\\Fenloom',
  ])('are looked for below it: %s', async (key) => {
    expect(await yamlOf(`The backdoor adds entries to \`${key}\`.`)).toContain('TargetObject');
  });

  it('know an autorun value by the name that the text gives it', async () => {
    const yaml = await yamlOf(
      'It sets a value named "HeronTray7" under HKCU\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run for persistence.',
    );
    expect(yaml).toContain("TargetObject|endswith: '\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run\\HeronTray7'");
  });

  it.each([
    'It copies itself to AppData and adds an autostart entry under HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run.',
    'Persistence - copies its file and makes the startup entry [SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run].',
    'To survive a restart the malware sets an entry in SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\RunOnce.',
    'The malware creates the value HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\@NAME@ for its copy.',
  ])('look for programs in folders of users where an autorun key is told by its path alone: %s', async (text) => {
    expect(await yamlOf(text)).toContain('title: Program Set To Run At Logon By A Registry Run Key');
  });

  it.each([
    'The bot scans the startup entries in HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run and deletes others’.',
    'Administrators should check HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run for entries that start at logon.',
    'The malware did not create a value in HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run.',
    'It sets the value HeronTray7 in HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run for persistence.',
    'The intruder ran reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v HeronTray7 /d C:\\fen\\a.exe to persist.',
  ])('do not where it was not set, or where a rule has the value: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('title: Program Set To Run At Logon By A Registry Run Key');
  });

  it.each([
    ['Older variants wrote a Run value named "Heron Tray".', 'Run\\Heron Tray'],
    ['It sets a Run key: the value "HeronTray".', 'Run\\HeronTray'],
    ['It adds HeronTray to the Run key for persistence.', 'Run\\HeronTray'],
    ['It persists by adding the value "HeronTrayX" to the current user’s Run key.', 'Run\\HeronTrayX'],
    ['It created a Run key in the registry named Marshwarden that starts it again.', 'Run\\Marshwarden'],
    ['The loader adds a Run key called Fen Marsh Helper for persistence.', 'Run\\Fen Marsh Helper'],
    ['It creates a RunOnce entry named Otter to survive a restart.', 'RunOnce\\Otter'],
    ['The loader registers itself in the RunOnce key as "HeronTray".', 'RunOnce\\HeronTray'],
  ])('know an autorun value whose key is named without its path: %s', async (text, path) => {
    expect(await yamlOf(text)).toContain(
      `TargetObject|endswith: '\\Software\\Microsoft\\Windows\\CurrentVersion\\${path}'`,
    );
  });

  it.each([
    'Administrators should look at every Run value.',
    'It sets a Run key for persistence.',
    'They run keys through a value named "HeronTray".',
    'It adds a Run key by PowerShell.',
    'It adds PowerShell to the Run key.',
    'It sets a Run key with Base64 data for persistence.',
    'It sets a Run value named HeronTray.exe for persistence.',
    'It sets a Run key named after the victim.',
    'It sets a Run key called by the loader.',
  ])('of autorun are none where no name is told: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('Autorun Value');
  });

  it.each([
    ['It sets the value HeronLogon7 under HKCU\\Environment for persistence.', '\\Environment\\HeronLogon7'],
    ['It keeps its settings in a value named "fog", in HKLM\\SOFTWARE\\Heron.', '\\SOFTWARE\\Heron\\fog'],
  ])('are known by a name that stands before their key: %s', async (text, path) => {
    expect(await yamlOf(text)).toContain(`TargetObject|contains: '${path}'`);
  });

  it.each([
    ['The Run value points at another key, HKEY_CURRENT_USER\\Heronlike, which holds the script.', '\\Heronlike'],
    ['The script keeps its code under HKCU\\Otterly in several values.', '\\Otterly'],
    ['It sets a user environment variable called SaltoQ that holds a path.', '\\Environment\\SaltoQ'],
    ['The script creates an environment variable named "Marsh_Opt" for later.', '\\Environment\\Marsh_Opt'],
  ])('are known right below the hive of a user, and as variables of the environment: %s', async (text, path) => {
    expect(await yamlOf(text)).toContain(`TargetObject|contains: '${path}'`);
  });

  it.each([
    'It changes HKCU\\Console and HKCU\\Control Panel of the user.',
    'The loader reads the environment variable named SaltoQ.',
    'It sets an environment variable called by the loader.',
    'It sets the environment variable named ComSpec to its own path.',
    'It sets the environment variable named AppData to its own folder.',
    'It changes the environment variable called PSModulePath of the user.',
  ])('are none of Windows itself, none that is read, and none without a name: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('TargetObject');
  });

  it('keep the backslash before a GUID, which Markdown takes for an escape', async () => {
    const key = 'Software\\Classes\\CLSID\\{0A29FF9E-7F9C-4437-8B11-F424491E3931}\\InprocServer32';
    expect(await yamlOf(`It sets HKCU\\${key} for persistence.`)).toContain(`\\${key}'`);
  });

  it.each([
    ['a key that is only read', 'It queries HKLM\\SOFTWARE\\Microsoft\\Cryptography\\MachineGUID to obtain an id.'],
    [
      'a key that programs of all kinds write to',
      'It sets HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall then.',
    ],
  ])('are no rule: %s', async (_, text) => {
    expect(await yamlOf(text)).not.toContain('registry_set');
  });

  it.each([
    [
      'a number',
      'It sets HKCU\\Software\\Heron\\Config\\Fog7 = 1 then.',
      /Config\\Fog7'\s+Details: 'DWORD \(0x00000001\)'/,
    ],
    [
      'a path',
      'The value HKLM\\SOFTWARE\\Heron\\Marsh\\Loader is set to "C:\\ProgramData\\fog.exe".',
      /Marsh\\Loader'\s+Details\|contains: 'C:\\ProgramData\\fog\.exe'/,
    ],
    [
      'what a file of the registry writes',
      'It imports:\n\n```\n[HKEY_CURRENT_USER\\Software\\Heron\\Config]\n"Fog7"=dword:0000001f\n```',
      /Config\\Fog7'\s+Details: 'DWORD \(0x0000001f\)'/,
    ],
    [
      'the command of an autorun value',
      'It adds a value named "HeronTray7" with the value "cmd.exe /c start C:\\ProgramData\\reed" under HKCU\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run.',
      /Run\\HeronTray7'\s+Details\|contains: 'cmd\.exe \/c start C:\\ProgramData\\reed'/,
    ],
  ])('are asked for with what they hold: %s', async (_, text, written) => {
    expect(await yamlOf(text)).toMatch(written);
  });

  it.each([
    [
      'a key of their own right below Software',
      'The implant creates its home key (HKCU\\SOFTWARE\\MarshFerry) for its settings.',
      "TargetObject|contains: '\\SOFTWARE\\MarshFerry'",
    ],
    [
      'a known value that is named without its key',
      'It then sets the EnableLinkedConnections registry value to reach mapped drives.',
      "TargetObject|contains: '\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\System\\EnableLinkedConnections'",
    ],
  ])('are found: %s', async (_, text, asked) => {
    expect(await yamlOf(text)).toContain(asked);
  });

  it.each([
    ['a maker’s key', 'The implant creates values below HKCU\\SOFTWARE\\Mozilla then.'],
    ['a key that nothing says was made', 'The settings lie in HKCU\\SOFTWARE\\MarshFerry of the host.'],
    ['a known value that readers set', 'Administrators should set the NoAutoUpdate registry value to 0.'],
    ['a known value that is only read', 'The implant reads the LegalNoticeText registry value.'],
    ['the name of a value that is none of the registry', 'The program sets DisableCMD in its own file.'],
  ])('are none: %s', async (_, text) => {
    expect(await yamlOf(text)).not.toContain('registry_set');
  });

  it('say the technique of their place', async () => {
    const yaml = await yamlOf('It sets HKLM\\SOFTWARE\\Microsoft\\Active Setup\\Installed Components\\HeronFog7 then.');
    expect(yaml).toContain('attack.t1547.014');
  });

  const HERON = 'HKCU\\Software\\HeronFog\\Client\\Guard\\Level';

  it.each([
    ['a number', `It was setting ${HERON} to 3 on the host.`, "Details: 'DWORD (0x00000003)'"],
    [
      'a path',
      `It set ${HERON} to C:\\ProgramData\\fog\\q.cmd then.`,
      "Details|contains: 'C:\\ProgramData\\fog\\q.cmd'",
    ],
    ['a label behind a comma', `It set ${HERON}, value:1`, "Details: 'DWORD (0x00000001)'"],
    ['a type in brackets', `It set ${HERON} (REG_DWORD) = 2`, "Details: 'DWORD (0x00000002)'"],
  ])('have what stands right behind their path: %s', async (_, text, details) => {
    expect(await yamlOf(text)).toContain(details);
  });

  const SERVER = 'HKCU\\Software\\Classes\\CLSID\\{A1B2C3D4-1234-4321-ABCD-00AA00BB00CC}\\InprocServer32';

  it.each([
    `The malware registers a COM object at ${SERVER} and sets the default value to C:\\ProgramData\\fog\\kortex.dll.`,
    `The loader set the registry value under ${SERVER} to data similar to "C:\\ProgramData\\fog\\kortex.dll" then.`,
    `It set ${SERVER} with data C:\\ProgramData\\fog\\kortex.dll on the host.`,
  ])('of a COM object have the library, in their default value: %s', async (text) => {
    expect(await yamlOf(text)).toMatch(
      /TargetObject\|contains: '.*InprocServer32'\n\s+Details\|contains: 'C:\\ProgramData\\fog\\kortex\.dll'/,
    );
  });

  it('have no data that is cut at a blank', async () => {
    const yaml = await yamlOf(`The malware sets the default value of ${SERVER} with data C:\\Program Files\\fog now.`);
    expect(yaml).not.toContain('Details');
  });

  it('of one sentence have each their own data', async () => {
    const yaml = await yamlOf(
      `It set ${HERON} to 3 and then HKCU\\Software\\HeronFog\\Client\\Guard\\Helper to "C:\\ProgramData\\q.cmd" there.`,
    );
    expect(yaml).toMatch(/Guard\\Level'\n\s+Details: 'DWORD \(0x00000003\)'/);
    expect(yaml).toMatch(/Guard\\Helper'\n\s+Details\|contains: 'C:\\ProgramData\\q\.cmd'/);
  });

  it('that show different techniques have rules of their own', async () => {
    const { rules } = generate(
      await markdownAdvisory(
        `A Windows intrusion.\n\nIt set ${HERON} to 3 and HKCU\\Software\\Microsoft\\Command Processor\\AutoRun to "C:\\ProgramData\\q.cmd" there.`,
      ),
    );
    const set = rules.filter(({ yaml }) => yaml.includes('category: registry_set'));
    expect(set.map(({ techniques }) => techniques[0])).toEqual(['T1112', 'T1546']);
  });
});
