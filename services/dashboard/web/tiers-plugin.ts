import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SOURCE = new URL('../../../packages/auth/data/tiers.json', import.meta.url);
const NAME = 'virtual:tiers';

/** What each tier allows as a module of the page, out of the table by which the services decide. */
export const tiers: Plugin = {
  name: 'tiers',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load: (id) =>
    id === `\0${NAME}` ? `export const TIERS = ${JSON.stringify(JSON.parse(readFileSync(SOURCE, 'utf8')))};` : null,
};
