// npm run check: types (sources and tests), lint and format, unused code, made pages, what the documents name, subjects of commits, OpenAPI documents, circles among neighbours, import directions. Runs all, then says which failed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';

await bootstrap();
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
/** The longest first, so that none is left alone at the end. */
const checks = [
  ['types of the tests', bin('tsc'), ['-p', 'tsconfig.test.json']],
  ['import directions', bin('depcruise'), ['packages', 'services', 'test-e2e', '--config', '.dependency-cruiser.cjs']],
  ['OpenAPI documents', process.execPath, [join(ROOT, 'scripts/openapi.mjs')]],
  ['unused code', bin('knip'), []],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['pages and clients made from the code', process.execPath, [join(ROOT, 'scripts/docs.mjs'), '--check']],
  ['types of the dashboard’s page', bin('tsc'), ['-p', 'services/dashboard/web/tsconfig.json']],
  ['no circles among neighbours', process.execPath, [join(ROOT, 'scripts/rooms.mjs')]],
  ['documents', process.execPath, [join(ROOT, 'scripts/documents.mjs')]],
  ['subjects of commits', process.execPath, [join(ROOT, 'scripts/commit-subjects.mjs')]],
];
const failed = [];
await Promise.all(Array.from({ length: availableParallelism() }, runNext));
if (failed.length > 0) {
  say(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Runs the next check and then those after it, until none is left: as many at a time as there are processors. */
async function runNext() {
  for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
    const [name, ...words] = check;
    const { output, status } = await runToEnd(...words);
    if (status === 0) {
      say(`✓ ${name}`);
    } else {
      failed.push(name);
      say(`✗ ${name}\n${output.trim()}`);
    }
  }
}

/** Runs a program to its end; gives its exit code and what it has printed. */
function runToEnd(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', ({ message }) => resolve({ status: 127, output: message }));
    child.once('close', (status) => resolve({ status, output }));
  });
}
