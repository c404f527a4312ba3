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

describe('arguments of an intruder’s own program', () => {
  it.each([
    ['fentessera.exe is then executed with the argument "--svc 91".', '--svc 91'],
    ['The loader starts fentessera.exe with the parameter “install”.', 'install'],
  ])('are looked for with the program: %s', async (text, argument) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`CommandLine|contains: '${argument}'`);
    expect(yaml).toContain("Image|endswith: '\\fentessera.exe'");
  });

  it.each([
    ['fentessera.exe is launched with the -k netsvc and /quiet switches.', ['-k', '/quiet']],
    ['The implant was executed as fentessera.exe with the /silent switch.', ['/silent']],
  ])('are looked for without quotes too: %s', async (text, options) => {
    const yaml = await asked(text);
    for (const option of options) expect(yaml).toContain(`'${option}'`);
    expect(yaml).toContain("Image|endswith: '\\fentessera.exe'");
  });

  it.each([
    'Administrators should start fentessera.exe with the /quiet switch.',
    'fentessera.exe checks whether it was executed with the argument "--svc 91".',
    'fentessera.exe has an option "--svc 91".',
    'fenone.exe was executed and fentessera.exe takes the argument "--svc 91".',
    'Monitor fentessera.exe being executed with the argument "--svc 91".',
    'cmd.exe was executed with the argument "/c".',
  ])('are none where it was not run with them: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});
