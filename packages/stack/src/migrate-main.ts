// The process that migrate.ts starts: `node migrate-main.js FILE…`, the services' migrate commands one after the other. In one process they load what they
// share once, which is most of their time when there is nothing to migrate.
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
