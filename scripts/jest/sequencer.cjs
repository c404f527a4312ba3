// The order of the test files. With TEST_SEED it is a random one, the same for the same files and seed (`npm run test:random`). Otherwise those that
// start whole stacks come first, since one of them at the end keeps one processor busy for minutes while the others have nothing to do, and beyond
// that it is Jest's: by time where it knows the time, else by size.
const { createRequire } = require('node:module');

const core = createRequire(require.resolve('jest')).resolve('@jest/core');
const { default: Sequencer } = createRequire(core)('@jest/test-sequencer');

const startsStacks = ({ path }) => /[\\/]packages[\\/]stack[\\/]test[\\/]/.test(path);

module.exports = class extends Sequencer {
  sort(tests) {
    const seed = process.env.TEST_SEED;
    if (seed !== undefined) return shuffle(tests, Number(seed));
    const sorted = super.sort(tests);
    return [...sorted.filter(startsStacks), ...sorted.filter((test) => !startsStacks(test))];
  }
};

/** Fisher and Yates' shuffle, whose dice is a linear congruential generator (Numerical Recipes' constants). */
function shuffle(tests, seed) {
  // From one order, whatever Jest has found them in.
  const shuffled = [...tests].sort((one, other) => (one.path < other.path ? -1 : 1));
  let state = seed >>> 0;
  for (let left = shuffled.length; left > 1; left -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const drawn = Math.floor((state / 2 ** 32) * left);
    [shuffled[left - 1], shuffled[drawn]] = [shuffled[drawn], shuffled[left - 1]];
  }
  return shuffled;
}
