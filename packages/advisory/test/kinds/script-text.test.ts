import { findBehaviours, generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

const typed = (line: string): string => `# Grey Heron\n\nThe intruders ran:\n\n\`\`\`\n${line}\n\`\`\`\n`;

async function scriptRules(line: string) {
  return generate(await markdownAdvisory(typed(line)), { targets: [] }).rules.filter(
    ({ platform }) => platform === 'endpoint-powershell',
  );
}

describe('a cmdlet called with parameters', () => {
  it.each([
    ['Set-Service -Name HeronGuard -StartupType Disabled', ['Set-Service', 'HeronGuard']],
    ['PS C:\\Users\\egret> Get-HeronNest -SearchBase Reeds -Recurse', ['Get-HeronNest', 'Reeds']],
    ['$eggs = Export-HeronNest -Format Clutch -Path C:\\ProgramData\\clutch.csv', ['Export-HeronNest', 'clutch.csv']],
  ])('gives a rule with what it was given: %s', async (line, values) => {
    const yaml = (await scriptRules(line)).map((rule) => rule.yaml).join('\n');
    for (const value of values) expect(yaml).toContain(value);
  });

  it.each([
    ['a common one without a value', 'Get-Process -Verbose'],
    ['one with a value that the page hides', 'Invoke-WebRequest -Uri <redacted>'],
  ])('gives none: %s', async (_, line) => {
    expect((await scriptRules(line)).filter(({ title }) => title.includes('Called With'))).toEqual([]);
  });
});

it('a function of an attack tool is evidence where nothing of Windows has its name', async () => {
  const named = async (text: string) =>
    findBehaviours(await textAdvisory(text)).flatMap((each) => (each.kind === 'script-text' ? [each.value] : []));
  expect(await named('The intruders used Invoke-HeronDive to reach the other hosts.')).toEqual(['Invoke-HeronDive']);
  expect(await named('The intruders used Invoke-Expression to reach the other hosts.')).not.toContain(
    'Invoke-HeronDive',
  );
});

it('cmdlets that administrators use as often are no rule by their names alone', async () => {
  const text =
    'An intrusion on Windows hosts.\n\nTheir script calls Set-MpPreference and Add-MpPreference on each host.';
  const { rules } = generate(await textAdvisory(text), { targets: [] });
  expect(rules.filter(({ title }) => title.startsWith('PowerShell Functions'))).toEqual([]);
});

describe('a cmdlet that a blank has cut', () => {
  const yamlOf = async (text: string): Promise<string> =>
    generate(await textAdvisory(`The intruders broke into the Windows hosts of a bank.\n\n${text}`), { targets: [] })
      .rules.map(({ yaml }) => yaml)
      .join('\n');

  it.each([
    'The decoded command loads Invoke-Share Finder and writes the results to a file.',
    'The decoded script ran Invoke-ShareFin der on the host.',
  ])('is looked for whole: %s', async (text) => {
    const yaml = await yamlOf(text);
    expect(yaml).toContain("'Invoke-ShareFinder'");
    expect(yaml).not.toMatch(/Invoke-Share(?:Fin)?'/);
  });

  it('is none where the next word is one of its own', async () => {
    const yaml = await yamlOf('The decoded command loads Invoke-ShareFinder Module and writes the results to a file.');
    expect(yaml).toContain("'Invoke-ShareFinder'");
    expect(yaml).not.toContain('FinderModule');
  });
});
