// npm run test:node26 [-- jest arguments]: npm test on another Node.js than this one, and in every process that it starts; without arguments
// npm run test:processes too.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './lib/bootstrap.mjs';
import { otherNode } from './lib/other-node.mjs';

const [version, ...args] = process.argv.slice(2);
const { program, env } = otherNode(version);
const scripts = args.length === 0 ? ['test.mjs', 'test-processes.mjs'] : ['test.mjs'];
const passed = scripts.map(
  (script) =>
    spawnSync(program, [join(ROOT, 'scripts', script), ...args], { cwd: ROOT, stdio: 'inherit', env }).status === 0,
);
process.exitCode = passed.every(Boolean) ? 0 : 1;
