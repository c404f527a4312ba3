import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function yamlOf(text: string, log: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on Windows hosts of a bank.\n\n${text}`));
  return rules
    .filter((rule) => rule.log === log)
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('a script that was run', () => {
  it.each([
    'The downloader executes the dropped batch script named “mallardfog.bat” at once.',
    'After that the actors ran mallardfog.bat on each host.',
    'The loader drops a batch file named mallardfog.bat that terminates services.',
    'The loader drops mallardfog.bat, which deletes the backups of the host.',
    'The mallardfog.bat script is run when the user clicks a shortcut.',
    'The loader writes two files. Then mallardfog.bat is executed by the loader.',
    'The archive holds “mallardfog.bat”, which is small. The file "mallardfog.bat" was then launched by the user.',
  ])('is looked for in command lines: %s', async (text) => {
    expect(await yamlOf(text, 'windows/process-creation')).toMatch(/CommandLine\|contains: '?mallardfog\.bat/);
  });

  it('is looked for where it was written too', async () => {
    const text = 'The actor dropped mallardfog.ps1 on the host. The malware launches mallardfog.ps1 at each logon.';
    expect(await yamlOf(text, 'windows/process-creation')).toContain('mallardfog.ps1');
    expect(await yamlOf(text, 'windows/file-event')).toContain('mallardfog.ps1');
  });

  it.each([
    'The actor wrote mallardfog.bat to the disk.',
    'The loader drops a batch file named mallardfog.bat that the actor uses later.',
    'The loader drops a batch file named mallardfog.bat that contains three words.',
    'The malware executes a command that deletes mallardfog.bat again.',
    'Administrators should run mallardfog.bat to remove it.',
    'The actor did not run mallardfog.bat on these hosts.',
    'The page loads hxxps://fog[.]heronhost[.]net/a/mallardfog.js for all. Then mallardfog.js is executed in the browser.',
    'The actor ran setup.bat on each host.',
    'The actor ran “a.bat” on each host.',
  ])('gives nothing where it was not, is for readers or has anybody’s name: %s', async (text) => {
    expect(await yamlOf(text, 'windows/process-creation')).not.toMatch(
      /CommandLine\|contains: '?(?:mallardfog|setup|a)\.(?:bat|js)/,
    );
  });
});
