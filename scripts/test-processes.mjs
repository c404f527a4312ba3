// npm run test:processes [-- jest arguments]: the suites that start, kill and stop whole processes and servers of their own, as users start them.
import { bootstrap } from './lib/bootstrap.mjs';
import { runJest } from './lib/jest.mjs';

await bootstrap({ redis: true });
process.exitCode = await runJest(process.argv.slice(2), { PROCESS_TESTS: '1' });
