import { generate } from '@tripline/advisory';
import * as fc from 'fast-check';
import { textAdvisory } from '../support/documents.js';

async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`Ransomware on the Windows hosts of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('an option of the intruders’ own program', () => {
  it.each([
    ['The ransomware starts only with the --fen-token flag.', '--fen-token'],
    ['It takes the command line argument -fenpath, by which the ransomware takes one folder.', '-fenpath'],
    ['The encryptor has the switches (--no-marsh) for servers.', '--no-marsh'],
  ])('is looked for: %s', async (text, option) => {
    expect(await asked(text)).toContain(`CommandLine|contains: '${option}'`);
  });

  it('is found whole, whatever it is called', async () => {
    const name = fc.string({ unit: fc.constantFrom(...'bdfgkmrtvz'), minLength: 5, maxLength: 12 });
    const written = fc.tuple(fc.constantFrom('-', '--'), name, fc.constantFrom('', '-fen'));
    await fc.assert(
      fc.asyncProperty(written, fc.constantFrom('', '"', '`'), async ([dashes, word, more], quote) => {
        const option = `${dashes}${word}${more}`;
        const text = `The ransomware needs the ${quote}${option}${quote} parameter.`;
        expect(await asked(text)).toContain(`'${option}'`);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    'The ransomware starts only with the --verbose flag.',
    'The ransomware starts only with the -p flag.',
    'The ransomware starts faster with the --encrypt flag.',
    'Administrators start the service with the --fen-token flag.',
    'The malware runs powershell with the -FenPolicy parameter.',
    'The ransomware is a well-known-family without a flag.',
  ])('is none where all programs have it, or another’s: %s', async (text) => {
    expect(await asked(text)).not.toContain('CommandLine|contains');
  });
});
