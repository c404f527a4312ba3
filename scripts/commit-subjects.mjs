// node scripts/commit-subjects.mjs [BASE]: every subject of a commit since BASE is as CONTRIBUTING.md says, `type(scope): what changed` with at most 72
// characters; merges have git's own. A clone that does not reach back to BASE, and a folder that is no clone, have nothing to check.
import { spawnSync } from 'node:child_process';

/** The last commit of the time before subjects were checked. */
const BASE = process.argv[2] ?? '59c0ce36df7ad2046c2963773eef6d7c0f1ac437';
const SUBJECT = /^(?:feat|fix|perf|refactor|test|docs|build|ci|chore)(?:\([a-z0-9-]+\))?!?: \S/;
const CHARACTERS_MAX = 72;

const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });
if (git('merge-base', '--is-ancestor', BASE, 'HEAD').status === 0) {
  const { stdout } = git('log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`);
  for (const line of stdout.split('\n').filter(Boolean)) {
    const subject = line.slice(line.indexOf(' ') + 1);
    const characters = [...subject].length;
    if (!SUBJECT.test(subject))
      fail(`${line}\n  is not "type(scope): what changed for the user", as CONTRIBUTING.md says`);
    if (characters > CHARACTERS_MAX) fail(`${line}\n  has ${characters} characters, more than ${CHARACTERS_MAX}`);
  }
}

function fail(message) {
  process.stderr.write(`${message}; git rebase -i ${BASE.slice(0, 8)} rewords it\n`);
  process.exitCode = 1;
}
