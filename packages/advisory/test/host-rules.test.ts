import { type GeneratedRule, generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function rulesOf(text: string): Promise<readonly GeneratedRule[]> {
  return generate(await textAdvisory(`A Windows intrusion.\n\n${text}`)).rules;
}
const yamlOf = (rules: readonly GeneratedRule[]): string => rules.map(({ yaml }) => yaml).join('\n');

describe('rules on hosts', () => {
  it('take what a web shell runs after it has chosen a folder', async () => {
    const yaml = yamlOf(
      await rulesOf('They sent:\n\n"cmd" /c cd /d C:\\HERON\\&makecab heron.back heron.zip >1.txt&cd\n'),
    );
    expect(yaml).toContain("Image|endswith: '\\makecab.exe'");
    expect(yaml).not.toContain("'\\cd.exe'");
  });

  it('keep the shell’s own command beside the file it works on', async () => {
    const yaml = yamlOf(await rulesOf('They ran:\n\ncopy C:\\Perf\\x1.tmp C:\\Perf\\heronget7.exe\n'));
    expect(yaml).toMatch(/contains\|all:\n\s+- 'copy'\n(?:.*\n)*?\s+- '\\heronget7\.exe'/);
  });

  it('keep an option whose value is not shown', async () => {
    const yaml = yamlOf(await rulesOf('They ran:\n\nwmic /node:<REDACTED> process list brief\n'));
    expect(yaml).toContain("- '/node:'");
  });

  it.each([
    ['one everyday discovery command', 'They ran:\n\narp -a\n'],
    ['an export that every library has', 'They ran:\n\nrundll32.exe <path>,DllRegisterServer\n'],
    ['a program’s own format strings', 'The batch file has:\n\ncmd /c del %s1\n'],
    [
      'a program of Windows in its place',
      'It copied its text to C:\\Windows\\System32\\ClipUp.exe and created nothing else.',
    ],
    ['programs that Windows brings', 'The loader executes tracert.exe and rdpclip.exe.'],
    ['the place where the author built it', 'It was created as C:\\projects\\heron\\Release\\heron.pdb by its author.'],
    [
      'a key that is only read',
      'It queries HKLM\\SOFTWARE\\Microsoft\\Cryptography\\MachineGUID to obtain an id of the machine.',
    ],
  ])('are not drafted for %s', async (_, text) => {
    expect((await rulesOf(text)).map(({ title }) => title)).toEqual([]);
  });

  it('write the dash that was typed, not the word processor’s', async () => {
    const yaml = yamlOf(await rulesOf('They ran:\n\nheronprobe7.exe –target heron.dat –quiet\n'));
    expect(yaml).toContain("- '-target'");
    expect(yaml).not.toContain('–');
  });

  it('take a service of Windows for the actor’s only where it is made', async () => {
    expect(yamlOf(await rulesOf('It abuses a service named PrintNotify to load the DLL.'))).not.toContain('4697');
    expect(yamlOf(await rulesOf('It creates a service named PrintNotify to load the DLL.'))).toContain('PrintNotify');
  });

  it('cut discovery where its output goes', async () => {
    const yaml = yamlOf(
      await rulesOf(
        'They ran:\n\nnltest /domain_trusts >> C:\\Users\\Public\\o.txt\nwhoami /all > o.txt\nnet view /all /domain\nipconfig /all\nsysteminfo /fo csv\n',
      ),
    );
    expect(yaml).toContain("- 'nltest /domain_trusts'\n");
    expect(yaml).not.toContain("'whoami /all >");
  });
});
