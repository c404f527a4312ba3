// What `import fc from 'fast-check'` means in a test (scripts/jest/typescript.mjs puts it there). With `npm test` every property has one seed, so that it
// draws the same values each time, and at most 30 runs; `npm run test:long` gives it up to TEST_RUNS. `npm run test:random` gives other seeds, and then
// a property has its full number.
import fastCheck from '../../node_modules/fast-check/lib/fast-check.js';

const MOST_RUNS = Number(process.env.TEST_RUNS ?? 30);
const seed = process.env.TEST_SEED;

fastCheck.configureGlobal({ seed: Number(seed ?? 1) });

export * from '../../node_modules/fast-check/lib/fast-check.js';

/** Fast-check's own, which counts a property's examples as runs. */
export function assert(property, parameters = {}) {
  const { examples = [], numRuns = MOST_RUNS } = parameters;
  const most = seed === undefined ? MOST_RUNS + examples.length : numRuns;
  return fastCheck.assert(property, { ...parameters, numRuns: Math.min(numRuns, most) });
}

const SURROGATES = { first: 0xd800, count: 0x800 };
const CHARACTERS = 0x11_0000 - SURROGATES.count;
const BLANK = 0x20;

/** Any character, those of a keyboard first. Fast-check's own `binary` makes a table of all of them at its first use: 1.5 s, in every process. */
const anyCharacter = fastCheck.nat(CHARACTERS - 1).map(
  (drawn) => {
    const place = (drawn + BLANK) % CHARACTERS;
    return String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count);
  },
  (character) => {
    const point = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
    if (point < 0 || String.fromCodePoint(point) !== character) throw new Error('not one character');
    const place = point < SURROGATES.first ? point : point - SURROGATES.count;
    return (place - BLANK + CHARACTERS) % CHARACTERS;
  },
);

/** Fast-check's own, but for the unit `binary`. */
export function string(constraints = {}) {
  const { unit } = constraints;
  return fastCheck.string(unit === 'binary' ? { ...constraints, unit: anyCharacter } : constraints);
}

export default { ...fastCheck, assert, string };
