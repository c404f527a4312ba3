import { generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

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
    ['It saves keystrokes in kk.txt, which is located in the home directory of the user.', 'kk.txt', 'Users'],
    ['The loader copies itself to the Startup folder as winhrn.exe.', 'winhrn.exe', 'Startup'],
    ['A second file, qa.bin, is dropped into C:\\ProgramData.', 'qa.bin', 'ProgramData'],
    ['Copy of FenSvc32.exe in “User/AppData/Local/FenSetup2”.', 'FenSvc32.exe', 'AppData\\Local\\FenSetup2'],
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

describe('a file whose folder stands in another sentence, clause, caption or row', () => {
  it.each([
    ['It drops fenhelper.dll. The file is placed in %APPDATA%\\Marsh\\Sync.', 'fenhelper.dll', 'Marsh\\Sync'],
    [
      'The loader writes fenhelper.dll, which is stored in C:\\ProgramData\\Marsh.',
      'fenhelper.dll',
      'ProgramData\\Marsh',
    ],
    [
      'The malware creates the folder C:\\ProgramData\\MarshAudio and copies itself there as fenaudio.exe.',
      'fenaudio.exe',
      'ProgramData\\MarshAudio',
    ],
    [
      'It makes the directory C:\\ProgramData\\MarshAudio. Then fenaudio.exe is copied into this folder.',
      'fenaudio.exe',
      'ProgramData\\MarshAudio',
    ],
    ['PowerShell saves the second stage under %TEMP% as fenstage.ps1.', 'fenstage.ps1', 'Temp'],
    ['It is decoded and dropped in the %temp% directory with the name: fenrun.bat.', 'fenrun.bat', 'Temp'],
    [
      'The following files were dropped into C:\\Users\\Public\\Marsh:\n\n- fencfg.dat\n- fenrelay.exe\n',
      'fenrelay.exe',
      'Users\\Public\\Marsh',
    ],
    [
      'Host artifacts\n\n| Artifact | Location | Remark |\n| --- | --- | --- |\n| fennetx.exe | C:\\Windows\\System32\\spool | Backdoor |\n',
      'fennetx.exe',
      'Windows\\System32\\spool',
    ],
    [
      'Suspicious files on the servers:\n\nfendump.exe\n\nC:\\Users\\Public\\Marsh\n\nfenlist.exe\n\nC:\\PerfLogs\\Marsh\n',
      'fenlist.exe',
      'PerfLogs\\Marsh',
    ],
    ['It copies itself as fenhost.exe to %AppData%\\Marsh.', 'fenhost.exe', 'AppData\\Roaming\\Marsh'],
  ])('is looked for in it: %s', async (text, name, folder) => {
    const doc = text.includes('| ---')
      ? await markdownAdvisory(`# An intrusion on Windows hosts\n\n${text}`)
      : undefined;
    const yaml =
      doc === undefined
        ? await asked(text)
        : generate(doc, { targets: [] })
            .rules.map((rule) => rule.yaml)
            .join('\n');
    const at = yaml.indexOf(`TargetFilename|contains: '\\${folder}\\`);
    expect(at).toBeGreaterThan(0);
    expect(yaml.slice(0, at)).toContain(`'\\${name}'`);
  });

  it.each([
    'It drops fenhelper.dll. The report is stored in C:\\ProgramData\\Marsh.',
    'It drops fenhelper.dll and fenrun.dll. They differ. It is placed in C:\\ProgramData\\Marsh.',
    'The malware creates the folder C:\\ProgramData\\MarshAudio, and there is a file called fenaudio.exe elsewhere.',
    'Defenders should write fenhelper.dll. The file is placed in %APPDATA%\\Marsh\\Sync.',
    'The scanner excludes these files in C:\\Users\\Public\\Marsh:\n\n- fencfg.dat\n- fenrelay.exe\n',
    'The following legitimate files were installed to C:\\Users\\Public\\Marsh:\n\n- fencfg.dat\n- fenrelay.exe\n',
    'It writes %TEMP%\\Random-letters.jpg and Random-letters.ico into the %TEMP% directory.',
  ])('is none where they do not say it: %s', async (text) => {
    expect(await asked(text)).not.toContain('TargetFilename|contains');
  });

  it('takes time in proportion to the text', async () => {
    const started = performance.now();
    await asked('It drops fenhelper.dll in %APPDATA% there %x% '.repeat(1000));
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

it('a web shell is looked for in its folder as well as in requests', async () => {
  const yaml = await asked(
    'The intruders uploaded a web shell named fendiag.aspx to the web root C:\\inetpub\\wwwroot\\aspnet_client\\fenweb.',
  );
  expect(yaml).toContain("TargetFilename|contains: '\\inetpub\\wwwroot\\aspnet_client\\fenweb\\");
  expect(yaml).toContain("TargetFilename|endswith: '\\fendiag.aspx'");
  expect(yaml).toContain('cs-uri-stem');
});

describe('a file that is run where it was put', () => {
  it.each([
    'It copies the legitimate binary wkssvc.exe from System32 to C:\\ProgramData\\Marsh and launches it from there.',
    'A copy of the legitimate program wkssvc.exe is placed in C:\\ProgramData\\Marsh and then started.',
  ])('is looked for by its name in that folder: %s', async (text) => {
    expect(await asked(text)).toContain("Image|contains: '\\ProgramData\\Marsh\\");
  });

  it('is not where nothing says that it was run', async () => {
    const yaml = await asked('The binary wkssvc.exe is written to C:\\ProgramData\\Marsh, where it waits for a start.');
    expect(yaml).not.toContain('Image|contains');
  });

  it('is not asked for once more where a rule has it with its path', async () => {
    const yaml = await asked(
      'It copies helper77.scr to C:\\ProgramData\\Fen on each host. The file C:\\ProgramData\\Fen\\helper77.scr was written at night.',
    );
    expect(yaml.split('helper77.scr')).toHaveLength(2 + (yaml.includes('- helper77.scr') ? 1 : 0));
  });
});

describe('a file that was put into a folder of Linux', () => {
  const linux = async (text: string): Promise<string> => {
    const { rules } = generate(
      await textAdvisory(
        `# Heron on Linux\n\nThe attackers ran Heron on Linux servers with bash and systemd.\n\n${text}`,
      ),
      { targets: [] },
    );
    return rules.map(({ yaml }) => yaml).join('\n');
  };

  it.each([
    ['The implant drops xhrn.so to the /var/tmp directory.', '/var/tmp/xhrn.so'],
    ['It saves its keys in fenkeys.txt in the hidden folder /opt/.fen.', '/opt/.fen/fenkeys.txt'],
  ])('is looked for by its whole path: %s', async (text, path) => {
    expect(await linux(text)).toContain(`name: '${path}'`);
  });

  it.each(['It does not write fenkeys.txt to /opt/.fen.', 'It reads fenkeys.txt in /opt/.fen.'])(
    'is none where it was not put there: %s',
    async (text) => expect(await linux(text)).not.toContain('fenkeys.txt'),
  );
});
