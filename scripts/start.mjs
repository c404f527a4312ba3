// npm start: sets everything up, runs the main job on a sample and stays up. See README.md.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap({ redis: !process.env.REDIS_URL && !process.env.REDIS_URL_FILE, types: false });
const { start } = await import('../packages/stack/dist/start.js');
process.exitCode = await start(process.argv.slice(2));
