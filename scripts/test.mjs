// npm test [-- jest arguments]: installs and builds what is missing, then runs every suite on temporary servers.
import { bootstrap } from './lib/bootstrap.mjs';
import { runJest } from './lib/jest.mjs';

await bootstrap({ redis: true });
process.exitCode = await runJest(process.argv.slice(2));
