// npm run data -- NAME FOLDER... [--check]: rebuilds the checked-in data that is derived from public sources, or says whether it is up to date.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
const program = join(ROOT, 'bench/data-builders/build.mjs');
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
