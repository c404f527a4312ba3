import { generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

/** What is asked of a log about a text. */
async function askedOf(log: string, text: string): Promise<string> {
  const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`);
  return generate(doc, { targets: [] })
    .rules.filter((rule) => rule.log === log)
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('named objects of Windows', () => {
  it('are looked for where they are filters and consumers of WMI', async () => {
    const yaml = await askedOf(
      'windows/wmi-event',
      'They created a WMI event filter named FogBankFilter and a consumer called "marsh consume7".\nIn WMI the filter "fogtime" ran each hour.',
    );
    expect(yaml).toContain("'FogBankFilter'");
    expect(yaml).toContain("'fogtime'");
  });

  it('are looked for where they are jobs of BITS', async () => {
    expect(
      await askedOf('windows/bits-client', 'The implant makes a BITS job named "fogbank" to fetch more.'),
    ).toContain("jobTitle: 'fogbank'");
  });

  it.each([
    ['of other things', 'The mail filter named FogBankFilter let it pass, and a job named FogBankJob ran.'],
    ['without a name', 'They created a WMI event filter and a consumer that starts the loader with a BITS job.'],
    ['that are words', 'They created a WMI event filter called often, and a BITS job named after it.'],
  ])('%s give no rule by name', async (_, text) => {
    expect(await askedOf('windows/bits-client', text)).toBe('');
    expect(await askedOf('windows/wmi-event', text)).not.toContain('Name|contains');
  });
});

describe('a scheduled task that the text says schtasks made', () => {
  const rulesOf = async (text: string): Promise<string> => {
    const doc = await textAdvisory(`The intruders broke into the Windows hosts of a bank.\n\n${text}`);
    return generate(doc, { targets: [] })
      .rules.map(({ yaml }) => yaml)
      .filter((yaml) => yaml.includes('Made By A Command'))
      .join('\n');
  };

  it('is looked for in the command line of schtasks', async () => {
    const yaml = await rulesOf('A scheduled task named FenAudio was created with schtasks to run fenaudio.exe.');
    expect(yaml).toContain("CommandLine|contains: 'FenAudio'");
    expect(yaml).toContain("Image|endswith: '\\schtasks.exe'");
  });

  it('is left to a command that the page shows', async () => {
    const doc = await markdownAdvisory(
      'The intruders broke into the Windows hosts of a bank. A scheduled task named FenAudio was created with schtasks.\n\n```\nschtasks /create /tn FenAudio /tr fenaudio.exe\n```\n',
    );
    expect(generate(doc, { targets: [] }).rules.map(({ title }) => title)).not.toContainEqual(
      expect.stringContaining('Made By A Command'),
    );
  });

  it.each([
    'A scheduled task named FenAudio was created.',
    'Use schtasks to delete the task named FenAudio.',
    'Look for a scheduled task named FenAudio that was created with schtasks.',
  ])('is none where no command made it, or readers are meant: %s', async (text) => {
    expect(await rulesOf(text)).toBe('');
  });
});
