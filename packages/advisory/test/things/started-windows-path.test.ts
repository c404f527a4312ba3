import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What is asked of process creations on the paths of a text. */
async function startedRules(text: string): Promise<string> {
  const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`);
  return generate(doc, { targets: [] })
    .rules.filter(({ log, title }) => log === 'windows/process-creation' && title.includes('Its Path'))
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('programs and scripts of Windows that were run', () => {
  it.each([
    'Then they ran C:\\ProgramData\\Marsh\\fog7.exe from the console.',
    'The file C:\\ProgramData\\Marsh\\fog7.exe was executed on every host.',
    'The following command line began it: C:\\ProgramData\\Marsh\\fog7.exe',
  ])('are looked for by their paths: %s', async (text) => {
    expect(await startedRules(text)).toContain("Image|endswith: '\\ProgramData\\Marsh\\fog7.exe'");
  });

  it.each(['[user]', '<username>', '{name}', '*'])('are looked for in the folders of any user: %s', async (user) => {
    const yaml = await startedRules(`The operators launched C:\\Users\\${user}\\Downloads\\FogUpdate.exe by hand.`);
    expect(yaml).toContain("Image|endswith: '\\Downloads\\FogUpdate.exe'");
  });

  it('are looked for in the command lines of their interpreters where they are scripts', async () => {
    const yaml = await startedRules('The installer executes C:\\ProgramData\\Marsh\\start_fog.vbs first.');
    expect(yaml).toContain("CommandLine|contains: '\\ProgramData\\Marsh\\start_fog.vbs'");
    expect(yaml).not.toContain('Image');
  });

  it.each([
    ['of Windows', 'They executed C:\\Windows\\System32\\net.exe on the host.'],
    ['of Defender', 'They executed C:\\Program Files\\Windows Defender\\MpCmdRun.exe on the host.'],
    ['of Windows, by its variable,', 'They executed %windir%\\syswow64\\rundll32.exe on the host.'],
    ['without a folder', 'They executed C:\\fog7.exe on the host.'],
    ['with a part that stands for something else', 'They executed C:\\ProgramData\\<random>\\fog7.exe on the host.'],
    ['that were only written', 'The loader wrote C:\\ProgramData\\Marsh\\fog7.exe first.'],
    ['with arguments', 'They executed C:\\ProgramData\\Marsh\\fog7.exe --key 7 on the host.'],
  ])('%s are left out', async (_, text) => {
    expect(await startedRules(text)).toBe('');
  });
});
