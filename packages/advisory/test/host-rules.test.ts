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

  it('tell a shell that waits and then deletes what started it from network discovery', async () => {
    const rules = await rulesOf('It ends with:\n\ncmd.exe /C ping 198.18.7.7 -n 1 -w 3000 > Nul & Del /f /q "%s"\n');
    expect(rules.map(({ title }) => title)).toEqual(['Delayed Self-Deletion By Command Shell']);
    expect(rules[0]?.techniques).toEqual(['T1070.004']);
    expect(yamlOf(rules)).toMatch(/- 'ping '\n\s+- '&'\n\s+- 'Del '/);
  });

  it('keep the address that a script host is given, defanged or not', async () => {
    const yaml = yamlOf(
      await rulesOf('It has the string “mshta.exe hxxps://h.]mp/heronfogheron”, which runs a script.'),
    );
    expect(yaml).toContain("Image|endswith: '\\mshta.exe'");
    expect(yaml).toContain("CommandLine|contains: 'https://'");
  });

  it('leave out where the output goes, which the shell knows alone', async () => {
    const yaml = yamlOf(await rulesOf('They ran:\n\nmakecab heron.back heron.zip >1.txt\n'));
    expect(yaml).toContain("- 'heron.zip'");
    expect(yaml).not.toContain('1.txt');
  });

  it('leave out a stand-in of several words', async () => {
    expect(yamlOf(await rulesOf('They ran:\n\nfogtool.exe \\\\[IP ADDRESS] -lu heron.cfg\n'))).not.toContain('[IP');
  });

  it('read arrows without blanks between programs', async () => {
    const titles = (await rulesOf('Flow of execution: wscript.exe ->cmd.exe->powershell.exe')).map(
      ({ title }) => title,
    );
    expect(titles).toContain('cmd.exe Started By wscript.exe');
  });

  it('keep an option whose value is not shown', async () => {
    const yaml = yamlOf(await rulesOf('They ran:\n\nwmic /node:<REDACTED> process list brief\n'));
    expect(yaml).toContain("- '/node:'");
  });

  it.each([
    ['one everyday discovery command', 'They ran:\n\narp -a\n'],
    ['an export that every library has', 'They ran:\n\nrundll32.exe <path>,DllRegisterServer\n'],
    ['a program’s own format strings', 'The batch file has:\n\ncmd /c del %s1\n'],
    ['what a batch file says to the console', 'They typed:\n\npause dll mail heronfog\n'],
    ['a benign program of another maker', 'It extracts and executes a benign installer, fogvpnlatest.exe, first.'],
    ['programs that Windows brings', 'The loader executes tracert.exe and rdpclip.exe.'],
  ])('are not drafted for %s', async (_, text) => {
    expect((await rulesOf(text)).map(({ title }) => title)).toEqual([]);
  });

  it('write a plain hyphen where a word processor made a dash of it', async () => {
    const yaml = yamlOf(await rulesOf('They ran:\n\nheronprobe7.exe –target heron.dat –quiet\n'));
    expect(yaml).toContain("- '-target'");
    expect(yaml).not.toContain('–');
  });

  it('cut discovery where its output goes', async () => {
    const yaml = yamlOf(
      await rulesOf(
        'They ran:\n\nnltest /domain_trusts >> C:\\Users\\Public\\o.txt\nwhoami /all > o.txt\nnet view /all /domain\nipconfig /all\nsysteminfo /fo csv\n',
      ),
    );
    expect(yaml).toContain("CommandLine|contains: ' /domain_trusts'\n");
    expect(yaml).not.toContain('/all >');
  });
});

describe('a customer’s host at a cloud', () => {
  it('is the intruders’ where its sentence calls it a C2 server or traffic is redirected to it', async () => {
    expect(yamlOf(await rulesOf('The first C2 server is d1fen7.cloudfront.net.'))).toContain("'d1fen7.cloudfront.net'");
    expect(yamlOf(await rulesOf('It was redirected to d1fen7.cloudfront.net.'))).toContain("'d1fen7.cloudfront.net'");
    expect(await rulesOf('The bank’s own site is at d1fen7.cloudfront.net.')).toEqual([]);
  });
});

describe('a path that begins with a folder of users', () => {
  it('is looked for without what is above the folder', async () => {
    expect(yamlOf(await rulesOf('The script saves the payload to AppData\\Fenpay.dat.'))).toContain(
      "TargetFilename|endswith: '\\AppData\\Fenpay.dat'",
    );
    expect(await rulesOf('Delete AppData\\Fenpay.dat.')).toEqual([]);
  });
});
