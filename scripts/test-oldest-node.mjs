// npm run test:oldest-node: loads every package that runs in production, and each of its dependencies, on the oldest Node.js that
// `engines` admits. A dependency that needs a newer one fails here.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';
import { otherNode } from './lib/other-node.mjs';

/** Dependencies that are read as files and not loaded. */
const FILES_ONLY = new Set(['swagger-ui-dist']);

/** A module of dependencies that have none under their own name. */
const MODULES = { '@modelcontextprotocol/sdk': '@modelcontextprotocol/sdk/server/mcp.js' };

await bootstrap();
const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const oldest = `${/^>=(\d+\.\d+)$/.exec(engines.node)[1]}.0`;
const { program, env } = otherNode(oldest);
let loaded = 0;
const failed = [];
for (const group of ['packages', 'services']) {
  for (const name of readdirSync(join(ROOT, group))) {
    const folder = join(ROOT, group, name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const own = manifest.exports === undefined ? [] : [manifest.name];
    const names = [...own, ...Object.keys(manifest.dependencies ?? {})].filter((module) => !FILES_ONLY.has(module));
    const modules = names.map((module) => MODULES[module] ?? module);
    const load = `for (const module of ${JSON.stringify(modules)}) await import(module); process.exit();`;
    const { status, stderr } = spawnSync(program, ['--input-type=module', '--eval', load], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    if (status === 0) loaded += modules.length;
    else failed.push(`one of ${modules.join(', ')} (${group}/${name}):\n${stderr.trim()}`);
  }
}
say(`${loaded} packages load on Node.js ${oldest}`);
if (failed.length > 0) {
  say(`These do not:\n${failed.join('\n')}`);
  process.exitCode = 1;
}
