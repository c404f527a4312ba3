// npm run fuzz [-- --requests N --seed N --at-once N | --again 'LINE']: requests made from both OpenAPI documents against a throw-away stack: odd
// texts in every text field, costly bodies to every operation, then valid and broken ones at random, 100,000 unless told otherwise.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap({ redis: true });
const program = join(ROOT, 'test-e2e/dist/fuzz/main.js');
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
