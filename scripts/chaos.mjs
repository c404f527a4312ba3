// npm run chaos [-- --kills N --others N --seed N]: kills, restarts, cut connections, wrong clocks and slow clients under load, then counts what was
// lost; 50 kills and 5 of each other kind unless told otherwise.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap({ redis: true });
const program = join(ROOT, 'test-e2e/dist/chaos/main.js');
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
