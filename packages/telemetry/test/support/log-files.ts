import { readdirSync, readFileSync } from 'node:fs';
import type { LogFile } from '@tripline/telemetry';
import { load } from 'js-yaml';

const LOGS = new URL('../../logs/', import.meta.url);

/** The files of the table, as people write them. */
export function logFiles(): readonly LogFile[] {
  return readdirSync(LOGS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => ({
      name: path.slice(0, -'.yaml'.length),
      content: load(readFileSync(new URL(path, LOGS), 'utf8')),
    }));
}
