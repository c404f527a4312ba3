import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder, absolute, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** The advisory that `npm start` reads unless it is given another. */
export const SAMPLE_ADVISORY = join(ROOT, 'packages/stack/samples/copper-wren.html');
