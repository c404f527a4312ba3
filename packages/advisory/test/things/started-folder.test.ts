import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`The intruders broke into the Windows hosts of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('Reported Folder'))
    .join('\n');
}

describe('a folder that programs are told to have been run from', () => {
  it.each([
    ['TeamViewer was executed from C:\\Users\\Public\\Music.', 'Users\\Public\\Music', 'teamviewer.exe'],
    ['They installed AnyDesk silently in C:\\ProgramData\\FenRemote.', 'ProgramData\\FenRemote', 'anydesk.exe'],
    ['AnyDesk was run from C:\\Program Files\\FenRemote.', 'Program Files\\FenRemote', 'anydesk.exe'],
    ['The actor ran rclone from C:\\PerfLogs.', 'PerfLogs', 'rclone.exe'],
  ])('is looked for with the tool that the sentence names: %s', async (text, folder, program) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`Image|contains: '\\${folder}\\`);
    expect(yaml).toContain(`Image|endswith: '\\${program}'`);
  });

  it.each([
    ['From C:\\PerfLogs the attackers ran a program named xkdfwq that encrypted the host.', 'PerfLogs', 'xkdfwq.exe'],
    [
      'The ransomware binary, jvqpre, was executed from C:\\Users\\Public\\Music on each server.',
      'Users\\Public\\Music',
      'jvqpre.exe',
    ],
    [
      'The actor executed a randomly named binary, zzqtmp, from the C:\\ProgramData folder.',
      'ProgramData',
      'zzqtmp.exe',
    ],
  ])('is looked for with a program of a name without ending: %s', async (text, folder, program) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`Image|contains: '\\${folder}\\`);
    expect(yaml).toContain(`Image|endswith: '\\${program}'`);
  });

  it('is looked for alone where it is the intruder’s own', async () => {
    const yaml = await asked('The implants were started from the folder C:\\ProgramData\\FenMarsh.');
    expect(yaml).toContain("Image|contains: '\\ProgramData\\FenMarsh\\");
    expect(yaml).not.toContain('endswith');
  });

  it.each([
    'The implants were started from C:\\Windows\\Temp.',
    'From C:\\PerfLogs the attackers ran a program called ransomware.',
    'From C:\\PerfLogs the attackers read a program named xkdfwq.',
    'The ransomware binary, however, was executed from C:\\PerfLogs on each server.',
    'Attackers could run a program named xkdfwq from C:\\PerfLogs.',
    'AnyDesk is usually kept in C:\\ProgramData\\AnyDesk.',
    'They read files from C:\\ProgramData\\FenMarsh.',
    'Alert on TeamViewer being executed from C:\\Users\\Public\\Music.',
    'In our lab AnyDesk was executed from C:\\ProgramData\\FenRemote.',
    'AnyDesk was not installed in C:\\ProgramData\\FenRemote.',
    'TeamViewer was executed from C:\\Program Files\\TeamViewer.',
    'They installed AnyDesk in C:\\Program Files (x86)\\AnyDesk.',
    'They renamed rclone and copied it to C:\\PerfLogs.',
  ])('is none where it is everybody’s, only named, or for readers: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});
