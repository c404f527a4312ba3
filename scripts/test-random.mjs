// npm run test:random [-- --rounds N] [--properties] [--seed N] [parts of paths]: runs the tests N times [10], each time with a random seed: every file in
// the first round, the files with property tests in the others (with --properties in the first too). The seed decides in which order the files run,
// one after the other in one process, so that what one leaves behind meets the next; and which values the properties draw. A failed round
// prints the command that repeats it; --seed runs one round.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { bootstrap, say } from './lib/bootstrap.mjs';
import { runJest } from './lib/jest.mjs';
import { filesNamed, hasProperties, testFiles } from './lib/test-files.mjs';

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    properties: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});
const rounds = values.seed === undefined ? Number(values.rounds) : 1;
if (!Number.isInteger(rounds) || rounds < 1) {
  say(`--rounds takes a whole number from 1 on, not "${values.rounds}"`);
  process.exit(2);
}
if (values.seed !== undefined && !/^\d{1,10}$/.test(values.seed)) {
  say(`--seed takes a whole number, not "${values.seed}"`);
  process.exit(2);
}
await bootstrap({ redis: true });
const files = filesNamed(testFiles(), positionals);
if (files.length === 0) {
  say(`no test file has ${positionals.join(' or ')} in its path`);
  process.exit(2);
}
const withProperties = files.filter(hasProperties);
const failed = [];
for (let round = 1; round <= rounds; round += 1) {
  const properties = values.properties || round > 1;
  const chosen = properties ? withProperties : files;
  if (chosen.length === 0) break;
  const seed = values.seed ?? String(randomInt(2 ** 31));
  say(`round ${round} of ${rounds}: ${chosen.length} files with the seed ${seed}`);
  if ((await runJest(['--runInBand', '--runTestsByPath', ...chosen], { TEST_SEED: seed })) !== 0)
    failed.push(
      ['npm run test:random -- --seed', seed, ...(properties ? ['--properties'] : []), ...positionals].join(' '),
    );
}
if (failed.length > 0) {
  say(`failed; to repeat it:\n${failed.join('\n')}\nor, for the values of one file, TEST_SEED=N npm test -- FILE`);
  process.exitCode = 1;
}
