// Another Node.js than the one that runs this, from npm's packages of its programs; kept in .local/node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, say } from './bootstrap.mjs';

/** The program of an exact version, installed when it is missing, and an environment in which `node` is that version. */
export function otherNode(version) {
  const folder = join(ROOT, '.local', 'node', version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(program)) {
    say(`Installing Node.js ${version} into .local/node`);
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`];
    const { status, stderr, error } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) {
      say(`Node.js ${version} could not be installed (${name}):\n${stderr || error?.message}`);
      process.exit(1);
    }
  }
  return { program, env: { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` } };
}
