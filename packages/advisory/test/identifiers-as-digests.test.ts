import { findIndicators, generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const DIGITS = '5f2a77c0d1e94b36a8c3f90e12b4d6a7';

describe('32 hexadecimal digits', () => {
  it.each(['License ID: ', 'The campaign identifier is ', 'Its bot UUID: '])(
    'are no MD5 where the words before them call them an identifier: %s',
    async (words) => {
      const found = findIndicators(await textAdvisory(`${words}${DIGITS}`));
      expect(found.map(({ type }) => type)).toEqual([]);
    },
  );

  it.each(['MD5: ', 'The file is ', 'The sample with the campaign ID 7 is '])(
    'are one elsewhere: %s',
    async (words) => {
      const found = findIndicators(await textAdvisory(`${words}${DIGITS}`));
      expect(found.map(({ type }) => type)).toEqual(['md5']);
    },
  );

  it('are not asked of the log of programs as the fingerprint of a certificate', async () => {
    const { rules } = generate(
      await textAdvisory(
        `Intruders broke into the Windows hosts of a bank.\n\n## Indicators\n\nTLS certificate SHA1 fingerprint: 9d5f3a1b7c9e2d4f6a8b0c1d3e5f7a9b1c3d5e70`,
      ),
    );
    expect(rules.map(({ yaml }) => yaml).join()).not.toContain('Hashes');
  });

  it.each(['Git commit: ', 'It was built from commit '])('and 40 are no SHA-1 of a file behind: %s', async (words) => {
    const found = findIndicators(await textAdvisory(`${words}${DIGITS}9f3e01c7`));
    expect(found.map(({ type }) => type)).toEqual([]);
  });
});
