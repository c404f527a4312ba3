// npm run chaos:scans: scans that lose their worker, Redis and Postgres at random moments, over and over. CHAOS_ROUNDS says how often [10].
import { bootstrap } from './lib/bootstrap.mjs';
import { runJest } from './lib/jest.mjs';

await bootstrap({ redis: true });
process.exitCode = await runJest(['--verbose'], { CHAOS: '1' });
