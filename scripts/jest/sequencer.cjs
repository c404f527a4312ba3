// The order of the test files. With TEST_SEED it is a random one, the same for the same files and seed (`npm run test:random`). Otherwise it is that of
// longest.txt beside this file, whose lines are files and folders, and then the rest by size: a long file that begins last keeps one worker busy
// while the others have nothing to do. Jest's own order begins with files whose time it does not know, so it differs from machine to machine.
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const core = createRequire(require.resolve('jest')).resolve('@jest/core');
const { default: Sequencer } = createRequire(core)('@jest/test-sequencer');

const ROOT = join(__dirname, '../..');

module.exports = class extends Sequencer {
  sort(tests) {
    const seed = process.env.TEST_SEED;
    if (seed !== undefined) return shuffle(tests, Number(seed));
    const longest = longestFiles();
    const keyed = tests.map((test) => {
      const listed = longest.findIndex((path) => test.path.startsWith(path));
      const bytes = test.context.hasteFS.getSize(test.path) ?? 0;
      return { test, bytes, place: listed === -1 ? longest.length : listed };
    });
    keyed.sort((one, other) => one.place - other.place || other.bytes - one.bytes);
    return keyed.map(({ test }) => test);
  }
};

/** The paths of longest.txt. A line whose file was moved is a fault. */
function longestFiles() {
  const lines = readFileSync(join(__dirname, 'longest.txt'), 'utf8').split('\n');
  const paths = lines.filter((line) => line !== '' && !line.startsWith('#'));
  for (const path of paths)
    if (!existsSync(join(ROOT, path)))
      throw new Error(`scripts/jest/longest.txt names ${path}, which is not there: change or delete its line`);
  return paths.map((path) => join(ROOT, path));
}

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
