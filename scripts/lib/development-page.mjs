// The dashboard's page as it is built for pictures: in development mode, which has /dev/parts, and without what only a release needs.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './bootstrap.mjs';

/**
 * Builds the page of the sources in a folder.
 * @param root the project's folder, whose packages are installed, and packages/sigma built
 * @param outDir where the page is put; what was there goes
 * @throws Error when it cannot be built
 */
export function buildDevelopmentPage(root, outDir) {
  const dashboard = join(root, 'services/dashboard');
  const vite = join(dashboard, 'node_modules/vite/bin/vite.js');
  const words = ['build', 'web', '--mode', 'development', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  run(process.execPath, [vite, ...words], dashboard, { NODE_ENV: 'production' });
}

/**
 * Builds the page of a commit in a work tree of its own, which is gone afterwards.
 * @param ref the commit, as git takes it
 * @param outDir where the page is put
 * @throws Error when git does not know the commit, or it cannot be built
 */
export function buildPageOf(ref, outDir) {
  const tree = join(ROOT, '.local/pictures/tree');
  const git = (...words) => run('git', words, ROOT);
  const clear = () => {
    if (!existsSync(tree)) return;
    rmSync(tree, { recursive: true });
    git('worktree', 'prune');
  };
  clear();
  git('worktree', 'add', '--quiet', '--detach', tree, ref);
  try {
    say(`Building the page of ${ref}`);
    // The commit's own way to install what it needs. The page's build imports packages/sigma; the bundler of packages asks for those of the command line.
    const script = `const { bootstrap } = await import('./scripts/lib/bootstrap.mjs'); await bootstrap({ projects: ['packages/cli'], types: false });`;
    run(process.execPath, ['--input-type=module', '-e', script], tree);
    buildDevelopmentPage(tree, outDir);
  } finally {
    clear();
  }
}

function run(command, words, cwd, env = {}) {
  const { error, status, stderr, stdout } = spawnSync(command, words, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  throw new Error(
    `${command} ${words.slice(0, 3).join(' ')} failed: ${[stdout, stderr, error?.message].join('\n').trim()}`,
  );
}
