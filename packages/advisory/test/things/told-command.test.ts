import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`The intruders broke into the Windows hosts of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('Reported Argument'))
    .join('\n');
}

describe('a command that is described', () => {
  it.each([
    [
      'The loader executes fenhelper.dll through rundll32 with the export StartFen.',
      'rundll32',
      'fenhelper.dll*StartFen',
    ],
    ['The script starts the library with rundll32.exe and its exported function named FenRun.', 'rundll32', 'FenRun'],
    ['It runs the exported function “begin” within “FEN77.win” using rundll32.exe.', 'rundll32', 'FEN77.win*begin'],
    ['A script called fenupd.vbs in C:\\Users\\Public is started by wscript.', 'wscript', 'Users\\Public\\fenupd.vbs'],
    [
      'They executed the beacon via regsvr32 with a file named fen88.dat located in C:\\ProgramData\\Marsh.',
      'regsvr32',
      'ProgramData\\Marsh\\fen88.dat',
    ],
    ['The malware starts MSBuild.exe to execute fenproj.csproj.', 'msbuild', 'fenproj.csproj'],
    ['The script fenrun.py is executed with pythonw.exe.', 'pythonw', 'fenrun.py'],
    [
      'It drops fenhelper.dll. The file is placed in %APPDATA%\\Marsh\\Sync. It is then started with rundll32 using the export StartFen.',
      'rundll32',
      'Marsh\\Sync\\fenhelper.dll*StartFen',
    ],
    ['The malware runs fenhelper.dll through regsvr32 with the /i switch.', 'regsvr32', ' /i*fenhelper.dll'],
  ])('is looked for in the command line of its program: %s', async (text, program, part) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`CommandLine|contains: '${part}'`);
    expect(yaml).toContain(`Image|endswith: '\\${program}.exe'`);
  });

  it.each([
    ['The loader executes fenhelper.dll through rundll32 with the export StartFen.', 't1218.011'],
    ['The malware runs fenhelper.dll through regsvr32 with the /i switch.', 't1218.010'],
    ['The malware starts MSBuild.exe to execute fenproj.csproj.', 't1127.001'],
    ['A script called fenupd.vbs is started by wscript.', 't1059.005'],
  ])('shows the technique of its program: %s', async (text, technique) => {
    expect(await asked(text)).toContain(`attack.${technique}`);
  });

  it.each([
    ['The script drops an .ax file and executes it via installutil.exe.', 'installutil', '.ax'],
    ['The malware writes an .inf file to disk and runs it with cmstp.exe.', 'cmstp', '.inf'],
    ['A batch file writes a “.rsp” file and passes it to the Microsoft tool odbcconf.exe.', 'odbcconf', '.rsp'],
  ])('has the ending of a file without a name: %s', async (text, program, part) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`CommandLine|contains: '${part}'`);
    expect(yaml).toContain(`Image|endswith: '\\${program}.exe'`);
  });

  it.each([
    'The loader saves a .vbs file and runs it with wscript.exe.',
    'The script drops an .ax file but did not execute it via installutil.exe.',
    'The loader opened a .csv file and stopped installutil.exe.',
  ])('has no ending that every host has, or that was not run: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });

  it('has a short export only beside its file', async () => {
    const yaml = await asked('The loader executes fenhelper.dll through rundll32 with the export Wind.');
    expect(yaml).toContain("CommandLine|contains: 'fenhelper.dll*Wind'");
  });

  it('has the program that starts it where the sentence tells it', async () => {
    const yaml = await asked('Word starts cmd.exe, which starts conhost.exe with the --headless option.');
    expect(yaml).toContain("CommandLine|contains: '--headless'");
    expect(yaml).toContain("Image|endswith: '\\conhost.exe'");
    expect(yaml).toContain("ParentImage|endswith: '\\cmd.exe'");
  });

  it('asks for options that everybody uses only beside the program that starts it', async () => {
    const told = 'powershell.exe with the arguments -ExecutionPolicy Bypass -WindowStyle Hidden.';
    expect(await asked(`The loader then runs ${told}`)).toBe('');
    const yaml = await asked(`wscript.exe runs the script, and spawns ${told}`);
    expect(yaml).toContain("CommandLine|contains: ' -ExecutionPolicy Bypass* -WindowStyle Hidden'");
    expect(yaml).toContain("ParentImage|endswith: '\\wscript.exe'");
  });

  it.each([
    [
      'They dropped fenwick.vbs to C:\\Users\\Public\\Music. The attackers then used wscript.exe to run the script.',
      'wscript',
    ],
    [
      'They dropped fenwick.vbs to C:\\Users\\Public\\Music. A scheduled task launched cscript, which executed the dropped script.',
      'cscript',
    ],
    [
      'They dropped fenwick.vbs to C:\\Users\\Public\\Music. From there wscript is called to execute this file.',
      'wscript',
    ],
  ])('is looked for with the file that was told before: %s', async (text, program) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`Image|endswith: '\\${program}.exe'`);
    expect(yaml).toContain('fenwick.vbs');
  });

  it.each([
    'They dropped fenwick.vbs to C:\\Users\\Public\\Music. The user then used wscript.exe to print a script.',
    'They dropped fenwick.vbs to C:\\Users\\Public\\Music. It did not use wscript.exe to run the script.',
    'They dropped fenwick.dll to C:\\Users\\Public\\Music. The attackers then used wscript.exe to run the script.',
  ])('is none with a file that it does not run: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });

  it.each([
    'The loader downloads fenhelper.dll, which was not seen with rundll32.',
    'The function StartFen checks whether it is run in the context of rundll32.exe.',
    'The dropper runs fenone.exe and writes fenhelper.dll; rundll32 is a program of Windows.',
    'Defenders should monitor rundll32 executing fenhelper.dll with the export StartFen.',
    'We recommend that you look for fenupd.vbs started by wscript.',
    'In our lab we executed fenhelper.dll through rundll32 with the export StartFen.',
    'The attackers could have executed fenhelper.dll through rundll32 with the export StartFen.',
    'The malware did not execute fenhelper.dll through rundll32.',
    'The script uses PowerShell, whose -EncodedCommand parameter takes base64.',
    'The ransomware was started in PowerShell sessions. Its flag is -fensafe.',
    'The loader runs its library through rundll32 with the export Wind.',
  ])('is none where it was not run so, or readers are meant: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});
