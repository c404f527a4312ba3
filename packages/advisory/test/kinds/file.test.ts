import { generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`A Windows intrusion.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n');
}

const onLinux = async (text: string): Promise<string> => {
  const { rules } = generate(await textAdvisory(`An intrusion on Linux servers.\n\n${text}`));
  return rules
    .filter(({ platform }) => platform === 'endpoint-auditd')
    .map(({ yaml }) => yaml)
    .join('\n');
};

describe('files of Windows', () => {
  it.each(['\\ShareName\\fogheron.dat', '\\Windows\\DOMAINNAME.exe', '\\HERON\\<user>.exe'])(
    'do not use a placeholder for a name that is not shown: C:%s',
    async (path) => {
      expect(await yamlOf(`The loader was written to C:${path} first.`)).not.toContain('TargetFilename');
    },
  );

  it.each([
    ['the folder of any user', 'C:\\Users\\[user]\\Downloads\\fogbank.dat', '\\Downloads\\fogbank.dat'],
    ['an administrative share', '\\\\HERON7\\ADMIN$\\Temp\\fogbank.dat', '\\Temp\\fogbank.dat'],
    ['the share of a drive', '\\\\HERON7\\C$\\PerfLogs\\fogbank.dat', '\\PerfLogs\\fogbank.dat'],
  ])('are watched for below %s, without what differs by host', async (_, path, end) => {
    const yaml = await yamlOf(`The operators copied the tool to ${path} there.`);
    expect(yaml).toContain(`TargetFilename|endswith: '${end}'`);
    expect(yaml).not.toContain('HERON7');
  });

  it.each([
    ['%PUBLIC%\\fogbank.exe', '\\Users\\Public\\fogbank.exe'],
    ['%AppData%\\fogbank.exe', '\\AppData\\Roaming\\fogbank.exe'],
    ['%APPDATA%\\HRN\\fogbank.exe', '\\HRN\\fogbank.exe'],
    ['{Install Path}\\Plugins\\fogbank.dll', '\\Plugins\\fogbank.dll'],
  ])('are watched for in the folder that is the same on every host: %s', async (path, end) => {
    expect(await yamlOf(`The malware copied itself to ${path} there.`)).toContain(`TargetFilename|endswith: '${end}'`);
  });

  it('watch a program in a folder that anybody may write to, whatever the verb', async () => {
    const yaml = await yamlOf('In this case the path was C:\\ProgramData\\HRN\\fog\\fogbank.exe there.');
    expect(yaml).toContain("TargetFilename|endswith: '\\ProgramData\\HRN\\fog\\fogbank.exe'");
  });

  it('are several where a list has lost its line breaks', async () => {
    const yaml = await yamlOf('It drops %ProgramData%\\hrn\\fog.dat %ProgramData%\\hrn\\fogbank.bin on the host.');
    expect(yaml).toContain("'\\hrn\\fog.dat'");
    expect(yaml).toContain("'\\hrn\\fogbank.bin'");
  });

  it('leave out a file that the text says is not there', async () => {
    const yaml = await yamlOf('The payload is neither embedded nor located in a heronfog77.dat stream.');
    expect(yaml).not.toContain('heronfog77.dat');
  });

  it.each([
    ['a program of Windows in its place', 'C:\\Windows\\System32\\ClipUp.exe'],
    ['a library of Windows in its place', 'C:\\Windows\\SysWOW64\\advapi32.dll'],
    ['the place where the author built it', 'C:\\projects\\heron\\Release\\heron.pdb'],
  ])('are not %s', async (_, path) => {
    expect(await yamlOf(`It copied its text to ${path} and created nothing else.`)).not.toContain('TargetFilename');
  });
});

describe('a list of paths', () => {
  const PATH = 'C:\\Program Files\\Marten Suite\\plugins\\hrnview.tlb';

  it.each([
    [
      'below a heading of malware, in lines that were a table',
      `Malicious files\n\nName\n\nPath\n\nhrnview.tlb\n\n${PATH}`,
    ],
    ['below words that call them dropped', `These are the dropped components:\n\n${PATH}`],
    ['in a record of a web shell', `Web shells:\n\nFile name: hrnview.tlb\n\nFull path: ${PATH}`],
    ['below a caption, between other lines', `The backdoors found:\n\nD:\\heron\\fog.ocx\n\n${PATH}`],
  ])('is the intruder’s %s', async (_, text) => {
    expect(await yamlOf(text)).toContain("'\\Program Files\\Marten Suite\\plugins\\hrnview.tlb'");
  });

  it.each([
    ['of legitimate files', `Legitimate files beside the malware:\n\n${PATH}`],
    ['that the malware spares', `The ransomware skips these:\n\n${PATH}`],
    ['that readers look at', `Suspicious hosts: verify this file there:\n\n${PATH}`],
    ['below a caption that says nothing', `Malware\n\nThe suite was not touched. It lies here:\n\n${PATH}`],
    ['below a later heading', `Malware\n\nIt is small.\n\n# About the suite\n\n${PATH}`],
    [
      'of programs that the malware injects itself into',
      `The loader injects the payload into the first of these:\n\n${PATH}`,
    ],
    ['with a variable in its name', `The payloads:\n\n%AppData%\\marten\\hrnview.tlb%USERNAME%.tlb`],
    ['within a sentence', `Malware\n\nThe vendor ships ${PATH} with each release of the suite.`],
  ])('gives nothing where it is one %s', async (_, text) => {
    const { rules } = generate(await markdownAdvisory(`A Windows intrusion.\n\n${text}`));
    expect(rules.map(({ yaml }) => yaml).join('\n')).not.toContain('hrnview.tlb');
  });
});

describe('more files than a rule holds', () => {
  it('are cut, and the answer says so', async () => {
    const files = Array.from({ length: 70 }, (_, index) => `It writes C:\\ProgramData\\hrn\\fog${index}.exe first.`);
    const { stats } = generate(await textAdvisory(`A Windows intrusion.\n\n${files.join('\n')}`));
    expect(stats.caps).toContainEqual(expect.objectContaining({ what: 'reported names', bound: 60, of: 70 }));
  });
});

describe('files of Linux', () => {
  it('that are folders are no files written', async () => {
    const text = await onLinux(
      'The script copies itself to the /opt/marten/lib/ directory and creates a link in /etc/sytem/multi-user.target.wants for good.',
    );
    expect(text).toBe('');
  });

  it('whose files start something are told by the folder', async () => {
    expect(await onLinux('It writes a unit to the /usr/lib/systemd/system/ directory.')).toContain(
      "name|startswith: '/usr/lib/systemd/system/'",
    );
  });
});

it.each(['replaced', 'overwrote'])('a library of Linux that was %s is watched for', async (verb) => {
  expect(await onLinux(`As root the intruders ${verb} /usr/lib/security/pam_fog.so on the server.`)).toContain(
    "name: '/usr/lib/security/pam_fog.so'",
  );
});

describe('a file of Linux told in a sentence', () => {
  it.each([
    ['The implant, located in /opt/heron/bin/heronmon, beacons each hour.', '/opt/heron/bin/heronmon'],
    ['The rootkit hidden at /usr/share/heron/hk.so is loaded early.', '/usr/share/heron/hk.so'],
    ['Its payload resides at /etc/heroncfg/hk.', '/etc/heroncfg/hk'],
    ['The malware copies itself to /usr/bin/heronps and goes on.', '/usr/bin/heronps'],
    ['The backdoor is saved as /usr/sbin/heron-update.', '/usr/sbin/heron-update'],
  ])('is looked for where it lies: %s', async (text, path) => {
    expect(await onLinux(text)).toContain(path);
  });

  it.each([
    'The malware copies /usr/bin/heronps to another host.',
    'The malware copies its code to /usr/bin/ssh.',
    'The settings of the product are located in /opt/fen/conf/main.',
    'The malware looks for /opt/fen/bin/agentd.',
  ])('is none of what was there before: %s', async (text) => {
    expect(await onLinux(text)).not.toMatch(/heronps|\/usr\/bin\/ssh|\/opt\/fen/);
  });
});

describe('files of Windows that readers are sent to look for', () => {
  it.each([
    'The tool came first. Defenders should look for C:\\ProgramData\\Marsh\\fogbank.exe, which was on each host.',
    'Hunt for the file C:\\ProgramData\\Marsh\\fogbank.exe on all servers.',
    'Organizations should search for C:\\ProgramData\\Marsh\\fogbank.exe on their hosts.',
  ])('are the intruder’s: %s', async (text) => {
    expect(await yamlOf(text)).toContain("'\\ProgramData\\Marsh\\fogbank.exe'");
  });

  it.each([
    'The malware looks for C:\\ProgramData\\Marsh\\fogbank.exe before it starts.',
    'Administrators should check whether C:\\ProgramData\\Marsh\\fogbank.exe is the newest version.',
  ])('are others’ where the malware looks for them, or where they are kept: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('fogbank.exe');
  });
});

describe('a path in quotes', () => {
  it.each([
    [
      'The payload is saved as "C:\\ProgramData\\Fen Marsh\\fen host.exe" and run.',
      'ProgramData\\Fen Marsh\\fen host.exe',
    ],
    ['The loader writes “%APPDATA%\\Fen Marsh\\update service.dll” to disk.', 'Fen Marsh\\update service.dll'],
    ["It drops 'C:\\Users\\Public\\Music\\media player.vbs' for later.", 'Users\\Public\\Music\\media player.vbs'],
  ])('may have blanks in the name of its file: %s', async (text, path) => {
    const yaml = await yamlOf(text);
    expect(yaml).toContain(`TargetFilename|endswith: '\\${path}'`);
    expect(yaml).not.toMatch(/'\\(?:player|service|host)\./);
  });

  it.each([
    'The loader starts "C:\\ProgramData\\fen\\fogbank.exe -x two.dll" then.',
    'It drops "C:\\ProgramData\\fen, and then it runs marsh file.exe" on the host.',
  ])('has no arguments and no sentence in it: %s', async (text) => {
    expect(await yamlOf(text)).not.toMatch(/-x two\.dll'|marsh file\.exe'/);
  });
});
