// node scripts/page.mjs: builds the dashboard's page (services/dashboard/web) into services/dashboard/dist/web, with every file in brotli and gzip
// as well, and fails when the page has outgrown its budget. Does nothing when it is as new as its sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { overBudget } from './lib/page-budget.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dashboard = join(root, 'services/dashboard');
const built = join(dashboard, 'dist/web');
const stampFile = join(dashboard, 'dist/web.stamp');
/** Smaller files arrive in one packet either way. */
const LEAST_BYTES = 1024;

const stamp = stampOf([
  fileURLToPath(import.meta.url),
  fileURLToPath(new URL('lib/page-budget.mjs', import.meta.url)),
  join(root, 'pnpm-lock.yaml'),
  join(root, 'packages/attack/data/attack.json'),
  join(root, 'packages/auth/data/tiers.json'),
  ...filesIn(join(dashboard, 'web')),
]);
if (readIfThere(stampFile) !== stamp) {
  const vite = join(dashboard, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: dashboard,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
  for (const file of filesIn(built)) {
    const content = readFileSync(file);
    // A typeface is compressed already.
    if (content.length < LEAST_BYTES || file.endsWith('.woff2')) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
  const faults = overBudget(built);
  // It tells what is in which file, and is nothing that the server should give.
  rmSync(join(built, '.vite'), { recursive: true });
  if (faults.length > 0) {
    process.stderr.write(`The dashboard's page is over its budget:\n${faults.join('\n')}\n`);
    process.exit(1);
  }
  writeFileSync(stampFile, stamp);
}

function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
