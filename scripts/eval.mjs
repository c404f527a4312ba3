// npm run eval [-- FOLDER --errors]: how well the engine reads annotated advisories; without a folder, the project's own samples.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
const program = join(ROOT, 'bench/eval/eval.mjs');
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
