// npm run test:long [-- parts of paths]: the depth that `npm test` leaves out. It runs the files *.long.test.ts, and every property with up to a
// hundred draws (TEST_RUNS). On demand, and before an issue ends.
import { bootstrap, say } from './lib/bootstrap.mjs';
import { runJest } from './lib/jest.mjs';
import { filesNamed, hasProperties, testFiles } from './lib/test-files.mjs';

const LONG = { LONG_TESTS: '1', TEST_RUNS: process.env.TEST_RUNS ?? '100' };
const parts = process.argv.slice(2);

await bootstrap({ redis: true });
const deep = testFiles(LONG).filter((file) => file.endsWith('.long.test.ts') || hasProperties(file));
const files = filesNamed(deep, parts);
if (files.length === 0) {
  say(`no long test has ${parts.join(' or ')} in its path`);
  process.exit(2);
}
process.exitCode = await runJest(['--runTestsByPath', ...files], LONG);
