import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`The intruders broke into the Windows hosts of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('Reported Address') && yaml.includes('process_creation'))
    .join('\n');
}

describe('a program that is told to have got something from an address', () => {
  it.each([
    ['They used certutil to download the file fen64.bin from 45.66.231.7 and saved it.', 'certutil', '45.66.231.7'],
    [
      'mshta.exe was launched with a remote HTA file from the domain fenmarsh-files.top.',
      'mshta',
      'fenmarsh-files.top',
    ],
    ['The second stage was downloaded from hxxp://45.66.231[.]7/s2 via bitsadmin.', 'bitsadmin', '45.66.231.7/s2'],
  ])('is looked for with it: %s', async (text, program, address) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`CommandLine|contains: '${address}'`);
    expect(yaml).toContain(`Image|endswith: '\\${program}.exe'`);
  });

  it.each([
    'They used certutil to decode fen64.bin. Later the implant connected to 45.66.231.7.',
    'The implant on 45.66.231.7 is older than certutil.',
    'They downloaded one file from 45.66.231.7 with certutil and one from fenmarsh-files.top with a browser.',
    'Block certutil from downloading anything from 45.66.231.7.',
    'Check whether certutil downloaded something from 45.66.231.7.',
    'In our lab we downloaded the file from 45.66.231.7 with certutil.',
    'The implant could not download the file from 45.66.231.7 with certutil.',
  ])('is none where the sentence tells it of another, or for readers: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});
