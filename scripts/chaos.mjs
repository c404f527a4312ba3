// npm run chaos: scans that lose their worker, Redis and Postgres at random moments, over and over. CHAOS_ROUNDS says how often [10].
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap();
const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
const args = ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects', 'services', '--verbose'];
const result = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CHAOS: '1' } });
process.exitCode = result.status ?? 1;
