// npm test [-- jest arguments]: installs and builds what is missing, then runs the tests of all packages and services on temporary servers. What starts whole processes is `npm run test:processes`.
import { bootstrap } from './lib/bootstrap.mjs';
import { runJest } from './lib/jest.mjs';

await bootstrap({ redis: true });
process.exitCode = await runJest(process.argv.slice(2));
