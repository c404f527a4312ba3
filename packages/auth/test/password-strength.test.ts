import { readFileSync } from 'node:fs';
import { createPasswordStrength } from '@tripline/auth';
import fc from 'fast-check';

const EMAIL = 'grace.hopper@navy.example.org';
const NAMES = ['Grace Brewster Hopper', 'Acme'];
const PHRASES = JSON.parse(
  readFileSync(new URL('../data/published-phrases.json', import.meta.url), 'utf8'),
) as string[];
const SEASONS = ['Spring', 'Summer', 'Autumn', 'Winter', 'January', 'March', 'August', 'December', 'Oct'];
const WORDS = ['Tripline', 'Security', 'Detection', 'Acme', 'Grace', 'Hopper', 'navy', 'gracehopper'];

const strength = createPasswordStrength();

/** The refusal of a password; undefined where it is taken. */
async function refusalOf(password: string): Promise<{ status?: number; message?: string } | undefined> {
  return strength.require(password, EMAIL, 'password', NAMES).then(
    () => undefined,
    (error: Error) => error,
  );
}

test.each([
  'correcthorsebatterystaple',
  'Correct-Horse-Battery-Staple-1',
  'C0rrectH0rseB4tterySt4ple',
  'Summer2026Summer',
  'October2025October!',
  'AcmeSecurity2026!',
  'GraceHopper-Acme-1952',
  'Tripline Detection 2026',
])('%s is refused, with what to do', async (password) => {
  expect(await refusalOf(password)).toMatchObject({
    status: 400,
    message: expect.stringContaining('Take four or more words'),
  });
});

test.each([
  'velvet-anchor-mosaic-thunder',
  'gargoyle pickaxe nectarine fjord summer 2026',
  'Acme-velvet-anchor-mosaic-thunder',
  'x9#Lq2!vT7pZ',
  'Tripline2026velvetanchormosaicthunder',
])('%s is taken: what is left of it is hard to guess', async (password) => {
  expect(await refusalOf(password)).toBeUndefined();
});

test('words of the product with a year are taken out also where the name beside them is not known', async () => {
  const refused = strength.require('AcmeSecurity2026!', 'grace@example.test', 'password');
  await expect(refused).rejects.toMatchObject({ status: 400 });
});

/** A text as people vary it: letter case, digits for letters, something between the words. */
const varied = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.constantFrom('', '-', '_', ' ', '.'), fc.constantFrom('small', 'Capitals', 'CAPITALS', 'l3tt3r5'))
    .map(([words, between, form]) => {
      const joined = words.split(' ').join(between);
      if (form === 'small') return joined.toLowerCase();
      if (form === 'CAPITALS') return joined.toUpperCase();
      if (form === 'l3tt3r5')
        return joined.replace(/[oesa]/g, (letter) => ({ o: '0', e: '3', s: '5', a: '4' })[letter] ?? letter);
      return joined.replace(/(?:^|[-_ .])\w/g, (first) => first.toUpperCase());
    });
const known = fc.oneof(
  varied(fc.constantFrom(...PHRASES)),
  varied(fc.constantFrom(...WORDS)),
  fc
    .tuple(fc.constantFrom(...SEASONS), fc.integer({ min: 1950, max: 2049 }))
    .map(([season, year]) => `${season}${year}`),
);

test('nothing but known parts, and a sign or two, is refused, whatever their number, order and form', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(known, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '!', '1', '12', '?!'),
      async (parts, end) => {
        expect(await refusalOf(`${parts.join('')}${end}`)).toMatchObject({ status: 400 });
      },
    ),
    { numRuns: 60 },
  );
});

test('any text of any length is judged or refused, and never fails', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 256 }),
    fc
      .constantFrom('a', '0', '1@$3', 'İ', 'ß', '\ud800', '𝒜', '2026', 'may', 'Acme', '4cm3')
      .chain((piece) => fc.integer({ min: 1, max: 256 }).map((times) => piece.repeat(times).slice(0, 256))),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (password) => {
      expect([undefined, 400]).toContain((await refusalOf(password))?.status);
    }),
    { numRuns: 25 },
  );
});
