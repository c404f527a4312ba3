// npm run test:random [-- --rounds N] [-- jest arguments]: runs the files with property tests N times [10], each time with a random seed. A
// failed round prints its seed, and fast-check the path to the values; add them to the test as an example.
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';
import { runJest } from './lib/jest.mjs';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '10' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  say(`--rounds takes a whole number from 1 on, not "${values.rounds}"`);
  process.exit(2);
}
await bootstrap({ redis: true });
const files = propertyTests().filter(
  (file) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
);
if (files.length === 0) {
  say(`no file with property tests has ${positionals.join(' or ')} in its path`);
  process.exit(2);
}
const failed = [];
for (let round = 1; round <= rounds; round += 1) {
  const seed = String(randomInt(2 ** 31));
  say(`round ${round} of ${rounds}: PROPERTY_SEED=${seed}`);
  if ((await runJest(['--runTestsByPath', ...files], { PROPERTY_SEED: seed })) !== 0) failed.push(seed);
}
if (failed.length > 0) {
  say(`failed with these seeds; PROPERTY_SEED=… npm test -- FILE repeats one: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Every test file that draws values with fast-check, from the root. */
function propertyTests() {
  const tests = [];
  for (const group of ['packages', 'services']) {
    for (const name of readdirSync(join(ROOT, group))) {
      const folder = join(group, name, 'test');
      let entries = [];
      try {
        entries = readdirSync(join(ROOT, folder), { recursive: true });
      } catch {
        // A package without tests.
      }
      tests.push(...entries.filter((file) => file.endsWith('.test.ts')).map((file) => join(folder, file)));
    }
  }
  return tests.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'")).sort();
}
