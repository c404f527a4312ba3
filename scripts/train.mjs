// npm run train -- FOLDER [--check]: trains the technique model on annotated reports, after cross-validating it on them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
const program = join(ROOT, 'bench/eval/train.mjs');
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
