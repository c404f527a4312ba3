// The order of the test files: those that start whole stacks come first, since one of them at the end keeps one processor busy for minutes
// while the others have nothing to do. Beyond that it is Jest's: by time where it knows the time, else by size.
const { createRequire } = require('node:module');

const core = createRequire(require.resolve('jest')).resolve('@jest/core');
const { default: Sequencer } = createRequire(core)('@jest/test-sequencer');

const startsStacks = ({ path }) => /[\\/]packages[\\/]stack[\\/]test[\\/]/.test(path);

module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(startsStacks), ...sorted.filter((test) => !startsStacks(test))];
  }
};
