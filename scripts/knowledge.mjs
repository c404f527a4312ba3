// npm run knowledge: makes packages/advisory/data/knowledge.json of the files in packages/advisory/knowledge, and packages/telemetry/data/logs.json of
// those in packages/telemetry/logs. With --check it only compares. `npm run knowledge -- paraphrase` says which paraphrases of behaviours are found.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
const [task, ...rest] = process.argv.slice(2);
const programs =
  task === 'paraphrase'
    ? ['packages/advisory/knowledge/paraphrase.mjs']
    : ['packages/telemetry/logs/build.mjs', 'packages/advisory/knowledge/build.mjs'];
const given = task === 'paraphrase' || task === undefined ? rest : [task, ...rest];
for (const program of programs) {
  const { status } = spawnSync(process.execPath, [join(ROOT, program), ...given], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
