// Makes data/logs.json of the files beside this one, so that whoever reads the table parses no YAML. With --check it only compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileLogs } from '@tripline/telemetry';
import { load } from 'js-yaml';

const LOGS = new URL('.', import.meta.url);
const TARGET = fileURLToPath(new URL('../data/logs.json', import.meta.url));
const ENDING = '.yaml';

/** A file of the table: its path without the ending (`windows/security`), and its parsed content. */
function logFile(path) {
  try {
    return { name: path.slice(0, -ENDING.length), content: load(readFileSync(new URL(path, LOGS), 'utf8')) };
  } catch (error) {
    throw new Error(`logs/${path}: ${error.message}`);
  }
}

try {
  const paths = readdirSync(LOGS, { recursive: true }).filter((path) => path.endsWith(ENDING));
  const text = compileLogs(paths.map(logFile));
  const current = existsSync(TARGET) && readFileSync(TARGET, 'utf8') === text;
  if (process.argv.includes('--check')) {
    if (!current) throw new Error('data/logs.json is not what the files make: run npm run knowledge');
  } else if (!current) {
    writeFileSync(TARGET, text);
  }
  const rows = JSON.parse(text).logs.reduce((sum, log) => sum + log.rows.length, 0);
  console.log(`data/logs.json: ${paths.length} logs, ${rows} rows`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
