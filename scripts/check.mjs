// npm run check: types (sources and tests), lint and format, unused code, made pages, what the documents name, subjects of commits, OpenAPI documents, circles among neighbours, import directions. Runs all, then says which failed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';

await bootstrap();
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const checks = [
  ['types of the tests', bin('tsc'), ['-p', 'tsconfig.test.json']],
  ['types of the dashboard’s page', bin('tsc'), ['-p', 'services/dashboard/web/tsconfig.json']],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['unused code', bin('knip'), []],
  ['pages and clients made from the code', process.execPath, [join(ROOT, 'scripts/docs.mjs'), '--check']],
  ['documents', process.execPath, [join(ROOT, 'scripts/documents.mjs')]],
  ['OpenAPI documents', process.execPath, [join(ROOT, 'scripts/openapi.mjs')]],
  ['subjects of commits', process.execPath, [join(ROOT, 'scripts/commit-subjects.mjs')]],
  ['no circles among neighbours', process.execPath, [join(ROOT, 'scripts/rooms.mjs')]],
  ['import directions', bin('depcruise'), ['packages', 'services', 'test-e2e', '--config', '.dependency-cruiser.cjs']],
];
const failed = [];
for (const [name, command, args] of checks) {
  const result = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  if (result.status === 0) {
    say(`✓ ${name}`);
  } else {
    failed.push(name);
    say(`✗ ${name}\n${[result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n').trim()}`);
  }
}
if (failed.length > 0) {
  say(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
