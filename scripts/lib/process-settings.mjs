// The settings of every process of ours, as its own code declares them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './bootstrap.mjs';

/** Every process and what it reads: `{ name, settings }`, the settings as `describeSettings` gives them. Needs the build of the services. */
export async function processSettings() {
  const load = (path) => import(pathToFileURL(join(ROOT, path)).href);
  const [{ describeSettings }, auth, rules, coverage, dashboard] = await Promise.all([
    load('packages/service/dist/bundle/index.js'),
    load('packages/auth/dist/bundle/index.js'),
    load('services/rules/dist/config.js'),
    load('services/coverage/dist/config.js'),
    load('services/dashboard/dist/config.js'),
  ]);
  return [
    ['rules API', rules.rulesSettings],
    ['rules worker', rules.rulesWorkerSettings],
    ['coverage API', coverage.coverageSettings],
    ['scan worker', coverage.workerSettings],
    ['dashboard', dashboard.dashboardSettings],
    ['migrate', auth.migrateSettings],
  ].map(([name, schema]) => ({ name, settings: describeSettings(schema) }));
}
