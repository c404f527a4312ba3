// npm run docs: writes the pages and the types of the clients that are made from the code. With --check it only says whether they are current, and fails when they are not.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { clientTypes } from './lib/api-documents.mjs';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';
import { formSamples } from './lib/form-samples.mjs';
import { logPages } from './lib/log-pages.mjs';
import { processSettings } from './lib/process-settings.mjs';
import { settingsPage } from './lib/settings-page.mjs';

// Not all: the callers of the clients may not fit a changed API yet.
await bootstrap({ projects: ['packages/telemetry', 'services/rules', 'services/coverage', 'services/dashboard'] });
const processes = await processSettings();
const names = [...new Set(processes.flatMap(({ settings }) => settings.map(({ name }) => name)))].sort();
const undescribed = processes.flatMap(({ name, settings }) =>
  settings.filter(({ description }) => description === '').map((setting) => `${setting.name} (${name})`),
);
if (undescribed.length > 0) {
  say(`settings without .description() in their schema: ${undescribed.join(', ')}`);
  process.exitCode = 1;
}
// It writes with TypeScript's old programming interface, and so is at home in the one package that has that version.
const requireOfClient = createRequire(join(ROOT, 'packages/client/package.json'));
const { astToString, default: openapiTS } = requireOfClient('openapi-typescript');
const GENERATED = '// Made from the OpenAPI document by npm run docs.\n\n';
const ts = requireOfClient('typescript');
const clients = Object.entries(await clientTypes({ astToString, openapiTS, ts })).map(([name, types]) => [
  `packages/client/src/generated/${name}-api.ts`,
  GENERATED + types,
]);
const sigma = await import('../packages/sigma/dist/index.js');
const { technique } = await import('../packages/attack/dist/index.js');
const pagesOfLogs = logPages(await import('@tripline/telemetry'));
const files = {
  ...Object.fromEntries(clients),
  ...pagesOfLogs,
  'docs/targets/forms.md': formSamples(sigma, technique),
  'docs/settings.md': settingsPage(processes),
  'packages/service/data/settings.json': `${JSON.stringify(names, null, 2)}\n`,
};
for (const [file, content] of Object.entries(files)) {
  const path = join(ROOT, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
  if (process.argv.includes('--check')) {
    say(`${file} is not what the code says: run npm run docs`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    say(`wrote ${file}`);
  }
}
const LOGS = 'docs/logs';
const ended = readdirSync(join(ROOT, LOGS)).filter((name) => pagesOfLogs[`${LOGS}/${name}`] === undefined);
for (const name of ended) {
  if (process.argv.includes('--check')) {
    say(`${LOGS}/${name} is of a log that is not there: run npm run docs`);
    process.exitCode = 1;
  } else {
    rmSync(join(ROOT, LOGS, name));
    say(`removed ${LOGS}/${name}`);
  }
}
