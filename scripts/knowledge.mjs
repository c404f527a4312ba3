// npm run knowledge: makes packages/advisory/data/knowledge.json of the files in packages/advisory/knowledge. With --check it only compares.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
const program = join(ROOT, 'packages/advisory/knowledge/build.mjs');
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
