import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What is asked of replaced images by the name of a program. */
async function replaced(text: string): Promise<string> {
  const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`);
  return generate(doc, { targets: [] })
    .rules.filter(({ log, title }) => log === 'windows/process-tampering' && title.includes('Program Replaced'))
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('programs whose image is replaced', () => {
  it.each([
    'The payload is injected into a suspended copy of fogbank.exe by process hollowing.',
    'The loader hollows fogbank.exe and writes its code there.',
    'A new suspended version of the main binary fogbank.exe is made for process hollowing.',
    'By RunPE the code is put into a new instance of the main binary fogbank.exe.',
  ])('are looked for by their names: %s', async (text) => {
    const yaml = await replaced(text);
    expect(yaml).toContain("Image|endswith: '\\fogbank.exe'");
    expect(yaml).toContain("Type: 'Image is replaced'");
  });

  it.each([
    ['that replace others', 'The loader fogbank.exe uses process hollowing.'],
    [
      'that are copied and replace others',
      'It starts a copy of fogbank.exe, which uses process hollowing against others.',
    ],
    ['that start what is replaced', 'It uses process hollowing in which fogbank.exe starts another program.'],
    ['that do so by themselves', 'The payload is injected into chrome.exe by process hollowing.'],
    ['that are only injected into', 'The payload is injected into fogbank.exe by a remote thread.'],
  ])('%s are left out', async (_, text) => {
    expect(await replaced(text)).toBe('');
  });
});

describe('programs that seldom talk to a network', () => {
  it.each([
    ['The loader injects its code into winver.exe.', true],
    ['The loader did not inject its code into winver.exe.', false],
    ['The loader injects its code into explorer.exe.', false],
  ])('are looked for where a thread is started in them: %s', async (text, isFound) => {
    const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`);
    const asked = generate(doc, { targets: [] }).rules.map(({ yaml }) => yaml);
    expect(asked.some((yaml) => yaml.includes('TargetImage|endswith:'))).toBe(isFound);
  });
});

describe('programs into which a named one injects', () => {
  /** What is asked of threads in other processes. */
  async function threads(text: string): Promise<string> {
    const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`);
    return generate(doc, { targets: [] })
      .rules.filter(({ log }) => log === 'windows/create-remote-thread')
      .map(({ yaml }) => yaml)
      .join('\n');
  }

  it.each([
    ['The loader fenload.exe injects the DLL into wininit.exe and lsass.exe.', 'fenload.exe'],
    ['Then fenload.exe, which tries to inject into wininit.exe or lsass.exe, ends.', 'fenload.exe'],
    [
      'The DLL, loaded by the spooler service, first tries to inject into one of: wininit.exe or lsass.exe.',
      'spoolsv.exe',
    ],
  ])('are looked for together: %s', async (text, source) => {
    const yaml = await threads(text);
    expect(yaml).toContain(`SourceImage|endswith: '\\${source}'`);
    expect(yaml).toContain("- '\\wininit.exe'");
    expect(yaml).toContain("- '\\lsass.exe'");
  });

  it.each([
    'It drops fenload.exe and injects a DLL into lsass.exe.',
    'The loader fenload.exe does not inject into wininit.exe.',
    'The library is loaded by the spooler service and copied into wininit.exe.',
    'The loader injects its code into lsass.exe.',
  ])('are not where none is told: %s', async (text) => {
    expect(await threads(text)).not.toMatch(/(?:wininit|lsass)\.exe/);
  });
});
