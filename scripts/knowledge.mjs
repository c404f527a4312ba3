// npm run knowledge: makes packages/advisory/data/knowledge.json of the files in packages/advisory/knowledge, and packages/telemetry/data/logs.json of
// those in packages/telemetry/logs. With --check it only compares.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
for (const program of ['packages/telemetry/logs/build.mjs', 'packages/advisory/knowledge/build.mjs']) {
  const { status } = spawnSync(process.execPath, [join(ROOT, program), ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
