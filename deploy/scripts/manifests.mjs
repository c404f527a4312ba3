// npm run manifests: lints the chart and renders it into deploy/kubernetes/. With -- --check it writes nothing, and fails when that
// would have changed a file.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, ROOT, say } from '../../scripts/lib/bootstrap.mjs';

await bootstrap();
const { findHelm, run } = await import('./helm.mjs');

const CHART = join(ROOT, 'deploy/helm/tripline');
/** What each folder of deploy/kubernetes/ holds: the templates that the given values change or add. */
const FOLDERS = [
  { folder: 'base', values: [] },
  { folder: 'keda', values: ['autoscaling.mode=keda'], only: ['scan-worker-keda'] },
  { folder: 'monitoring', values: ['serviceMonitor.enabled=true'], only: ['service-monitor'] },
];
const HEADER = '# Rendered from deploy/helm/tripline by `npm run manifests`; changes belong there.\n';

const check = process.argv.includes('--check');
const helm = findHelm();
say(run(helm, ['lint', '--strict', CHART]).trim());
const stale = [];
for (const { folder, values, only } of FOLDERS) {
  const target = join(ROOT, 'deploy/kubernetes', folder);
  for (const [file, text] of render(values, only)) {
    const path = join(target, file);
    if (readIfThere(path) === text) continue;
    stale.push(`deploy/kubernetes/${folder}/${file}`);
    if (check) continue;
    mkdirSync(target, { recursive: true });
    writeFileSync(path, text);
  }
}
if (stale.length > 0) say(`${check ? 'not what the chart renders' : 'written'}: ${stale.join(', ')}`);
else say('deploy/kubernetes is what the chart renders');
if (check && stale.length > 0) process.exitCode = 1;

/** The files that the chart renders with these values, by name. */
function render(values, only) {
  const out = mkdtempSync(join(tmpdir(), 'tripline-manifests-'));
  try {
    run(helm, ['template', 'tripline', CHART, '--output-dir', out, ...values.flatMap((value) => ['--set', value])]);
    const templates = join(out, 'tripline/templates');
    return readdirSync(templates)
      .filter((file) => only === undefined || only.includes(file.replace('.yaml', '')))
      .map((file) => [file, HEADER + readFileSync(join(templates, file), 'utf8').replace(/^# Source: .*\n/gm, '')]);
  } finally {
    rmSync(out, { recursive: true });
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
