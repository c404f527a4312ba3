// What `import fc from 'fast-check'` means in a test (jest.config.mjs maps it here). With `npm test` every property has one seed, so that it
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

export default { ...fastCheck, assert };
