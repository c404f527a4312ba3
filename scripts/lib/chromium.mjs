import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from './bootstrap.mjs';

/** The shell without a window first: it draws no frame of its own around the page, and tests take a quarter less time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * The Chromium for tests in a browser: the one that CHROMIUM_PATH names, or the machine's own. Where there is none, Debian's and Ubuntu's package is installed,
 * which takes root.
 * @throws Error that says how to get one
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  return PLACES.find(existsSync) ?? installed();
}

function installed() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('• Installing Chromium, Debian’s package');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const aptGet = (...args) => {
      const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
      if (status !== 0) say(stderr);
    };
    aptGet('update', '-qq');
    // Older releases have no package of the shell alone.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      aptGet('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-dejavu-core');
      const found = PLACES.find(existsSync);
      if (found !== undefined) return found;
    }
  }
  throw new Error(
    'Tests in a browser need Chromium: install it (Debian: apt-get install chromium), or name one with CHROMIUM_PATH.',
  );
}
