// The image's entry point: `run.mjs PROCESS [arguments]`. It imports the process's program, so that signals reach it.
const PROCESSES = {
  'rules-api': ['services/rules/dist/api.js'],
  'rules-worker': ['services/rules/dist/worker.js'],
  'coverage-api': ['services/coverage/dist/api.js'],
  dashboard: ['services/dashboard/dist/server.js'],
  'scan-worker': ['services/coverage/dist/worker.js'],
  migrate: ['services/rules/dist/migrate.js', 'services/coverage/dist/migrate.js'],
  tripline: ['packages/cli/bin/tripline.js'],
};

// The imported program finds its own arguments in their usual place.
const [name] = process.argv.splice(2, 1);
const files = PROCESSES[name];
if (files === undefined) {
  process.stderr.write(`Name a process to run, one of: ${Object.keys(PROCESSES).join(', ')}; not "${name ?? ''}"\n`);
  process.exitCode = 2;
} else {
  // The first process of a container ignores signals without a handler. Until the program has started, a signal ends it at once.
  const leave = () => process.exit(143);
  process.on('SIGTERM', leave);
  for (const file of files) await import(new URL(file, import.meta.url).href);
  process.removeListener('SIGTERM', leave);
}
