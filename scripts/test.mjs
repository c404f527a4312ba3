// npm test [-- jest arguments]: installs and builds what is missing, then runs every suite on throw-away servers.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
mkdirSync(join(ROOT, '.local'), { recursive: true });
const result = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', join(ROOT, 'node_modules/jest/bin/jest.js'), ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exitCode = result.status ?? 1;
