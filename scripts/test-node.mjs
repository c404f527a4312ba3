// npm run test:node26 [-- jest arguments]: every suite on another Node.js than this one, and in every process that the suites start.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './lib/bootstrap.mjs';
import { otherNode } from './lib/other-node.mjs';

const [version, ...args] = process.argv.slice(2);
const { program, env } = otherNode(version);
const { status } = spawnSync(program, [join(ROOT, 'scripts/test.mjs'), ...args], { cwd: ROOT, stdio: 'inherit', env });
process.exitCode = status ?? 1;
