// npm run maps: compares the field maps with published sources and writes packages/sigma/facts/unconfirmed.json. With --check it only compares.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
const program = join(ROOT, 'packages/sigma/facts/check.mjs');
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
