import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`A Windows intrusion.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('scheduled tasks', () => {
  it('are known by their name in any folder', async () => {
    const yaml = await yamlOf('It creates a scheduled task named "HeronDaily" that starts the loader.');
    expect(yaml).toContain("TaskName|endswith: '\\HeronDaily'");
    expect(yaml).toContain('EventID: 4698');
  });

  it('are known by a name in quotation marks', async () => {
    expect(await yamlOf('A task "\\Heron\\FogDaily" was created on the host.')).toContain(
      "TaskName|endswith: '\\Heron\\FogDaily'",
    );
    expect(await yamlOf('The task starts "heron fog" again.')).not.toContain('TaskName');
  });

  it.each([
    'The backdoor installs three scheduled tasks via COM: FenSvcUpdate, FenSvcCore and MarshUser7.',
    'Self-healing verifies the persistence tasks ( FenSvcUpdate , FenSvcCore , MarshUser7 ), which are scheduled.',
  ])('are known by the names of a list: %s', async (text) => {
    const yaml = await yamlOf(text);
    for (const name of ['FenSvcUpdate', 'FenSvcCore', 'MarshUser7']) expect(yaml).toContain(`'\\${name}'`);
  });

  it.each([
    'The malware uses scheduled tasks for the following: FenSvcUpdate is one of its reasons.',
    'The tasks of the team are: FenReview, MarshReview.',
    'The actor’s scheduled tasks (T1053.005, [23]) run the loader.',
    'Administrators should delete the scheduled tasks (FenSvcUpdate, FenSvcCore).',
    'The malware did not create scheduled tasks (FenSvcUpdate, FenSvcCore).',
  ])('are no list where the text names none of the intruder’s: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('TaskName');
  });

  it.each([
    [
      'The intruders created a scheduled task DiskHealthMon.exe, which executed DiskHealth.exe daily.',
      'DiskHealthMon.exe',
    ],
    ['It was kept by a Scheduled Task AudioDriverCheck that launched audiodrv.exe at logon.', 'AudioDriverCheck'],
  ])('are known by a name right behind the word, and are no program: %s', async (text, name) => {
    const yaml = await yamlOf(text);
    expect(yaml).toContain(`TaskName|endswith: '\\${name}'`);
    expect(yaml).not.toContain(`Image|endswith: '\\${name}'`);
  });

  it.each([
    'They created a scheduled task PowerShell runs daily.',
    'A Scheduled Task OneDriveSync is seen on most hosts.',
  ])('have no name where a program or nothing made follows the word: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('TaskName');
  });

  it('that Windows brings along were not created', async () => {
    expect(await yamlOf('UAC is bypassed with the SilentCleanup scheduled task.')).not.toContain('TaskName');
    expect(await yamlOf('The loader hijacks the scheduled task named "DiskCleanup" of Windows.')).not.toContain(
      'TaskName',
    );
  });

  it('without a name of their own are no rule', async () => {
    expect(await yamlOf('It creates a scheduled task named daily to start the loader.')).not.toContain('TaskName');
  });

  it('are known by names before the word, where it is about scheduled ones', async () => {
    const yaml = await yamlOf(
      'The loader was scheduled to run daily by the FenDataUpdater and MarshAccessUpdate tasks.',
    );
    expect(yaml).toContain('\\FenDataUpdater');
    expect(yaml).toContain('\\MarshAccessUpdate');
    expect(await yamlOf('The FenDataUpdater tasks of the team took a week.')).not.toContain('TaskName');
  });

  it('are known by their path', async () => {
    const yaml = await yamlOf(
      'The scheduled task is registered as \\Microsoft\\Windows\\Fen\\Cleanup9 for the loader.',
    );
    expect(yaml).toContain("TaskName|endswith: '\\Microsoft\\Windows\\Fen\\Cleanup9'");
  });

  it('are known by a name told behind what they do', async () => {
    const yaml = await yamlOf('It makes a scheduled task that runs every ten minutes under the name MarshUpd7.');
    expect(yaml).toContain("TaskName|endswith: '\\MarshUpd7'");
  });

  it('are known by the beginning of a name whose rest differs each time', async () => {
    for (const told of [
      'The loader creates a scheduled task named Marsh<random> for the beacon.',
      'The loader creates a scheduled task with a name in the form "Marsh-[0-9]{6}".',
      'It made a task named MarshUpdaterCore followed by a string of random digits.',
      'It registers a scheduled task called "MarshXXXX", where XXXX are digits.',
      'Each host got a scheduled task whose name starts with "MarshUpd".',
    ]) {
      const yaml = await yamlOf(told);
      expect(yaml).toMatch(/TaskName\|contains: '\\Marsh[\w-]*'/);
      expect(yaml).not.toMatch(/TaskName\|endswith|X{3}|random/);
    }
  });

  it('with a whole name, or the beginning of many names, are not found by a beginning', async () => {
    for (const told of [
      'It creates a scheduled task named "HeronDaily" followed by a reboot of the host.',
      'It creates a scheduled task named "Heron{1A2B3C4D-0011}" for the loader.',
      'The loader creates a scheduled task named Update<random>.',
      'The loader creates a scheduled task with a random name.',
      'The loader creates a scheduled task named <random>.',
    ])
      expect(await yamlOf(told)).not.toContain('TaskName|contains');
  });

  it.each([
    'The malware registers a task named MicrosoftEdgeUpdate followed by random digits.',
    'The loader creates a scheduled task named "GoogleUpdateTask<random>".',
    'The loader creates a scheduled task named "Update-[0-9]{4}" for the beacon.',
  ])('are not found by the beginning of names that every host has: %s', async (told) => {
    expect(await yamlOf(told)).not.toContain('TaskName');
  });

  it.each([
    'The loader made a scheduled task named MarshDaily9 running every five minutes.',
    'The loader made a scheduled task called MarshDaily9 set to run a script.',
    'It creates a scheduled task. The task name is MarshDaily9.',
    'It creates a scheduled task named "MarshDaily9" triggered at logon.',
  ])('have names without the words behind them: %s', async (told) => {
    expect(await yamlOf(told)).toContain("TaskName|endswith: '\\MarshDaily9'\n");
  });

  it('are known by a name of ordinary words without quotes', async () => {
    const yaml = await yamlOf(
      'The malware creates a scheduled task named Update of system to run the payload at logon.',
    );
    expect(yaml).toContain("TaskName|endswith: '\\Update of system'\n");
  });

  it.each([
    'The malware creates a scheduled task named after the infected host.',
    'The malware creates a scheduled task called Update each time.',
    'They created a scheduled task named by the operator of the host.',
  ])('are none where the words behind them are no name: %s', async (told) => {
    expect(await yamlOf(told)).not.toContain('TaskName');
  });
});
