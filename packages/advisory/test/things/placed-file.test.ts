import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('a file that was put into a folder which stands apart from its name', () => {
  it.each([
    ['The dropper writes its payload (oci.dll) into the System32 directory.', 'oci.dll', 'System32'],
    ['It drops fen7.lnk into the Startup folder.', 'fen7.lnk', 'Startup'],
    ['They placed a tool in C:\\PerfLogs\\Fen: dump64.exe.', 'dump64.exe', 'PerfLogs\\Fen'],
    [
      'They created the folder C:\\ProgramData\\Heronix. Into it they copied svcnet.exe.',
      'svcnet.exe',
      'ProgramData\\Heronix',
    ],
    ['It copies helper77.scr to C:\\ProgramData\\Fen on each host.', 'helper77.scr', 'ProgramData\\Fen'],
  ])('is looked for there: %s', async (text, name, folder) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`TargetFilename|endswith: '\\${name}'`);
    expect(yaml).toContain(`TargetFilename|contains: '\\${folder}\\`);
  });

  it('matches the file in that folder and not the same name elsewhere', async () => {
    const doc = await textAdvisory(
      'An intrusion on the Windows hosts of a bank.\n\nThe dropper writes its payload (oci.dll) into the System32 directory.',
    );
    const rule = generate(doc, { targets: [] }).rules.find(({ yaml }) => yaml.includes('System32'));
    expect(rule?.tests.match).toEqual([{ TargetFilename: 'C:\\System32\\oci.dll' }]);
  });

  it.each([
    'It reads oci.dll from the System32 directory.',
    'They created the folder C:\\ProgramData\\Heronix. Later a dropper copied svcnet.exe.',
    'They read the list in C:\\PerfLogs: what it held was copied, and dump64.exe was not.',
    'The dropper has not written oci.dll into the System32 directory.',
    'Oci.dll was written, and another file went to the System32 directory.',
    'It copies svchost.exe into the System32 folder.',
  ])('is none where nothing says that it was put there: %s', async (text) => {
    expect(await asked(text)).not.toContain('TargetFilename|contains');
  });
});
