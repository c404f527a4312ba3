import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = join(process.cwd(), 'scripts/commit-subjects.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-commits-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.test', '-c', 'commit.gpgsign=false'];
  const { stderr, stdout, status } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** A repository with a commit from before the check and these after it. @returns what the check says */
function check(subjects: readonly string[]): { status: number | null; said: string } {
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'whatever was written in times long gone');
  const base = git('rev-parse', 'HEAD');
  for (const subject of subjects) git('commit', '-q', '--allow-empty', '-m', subject, '-m', 'A body.');
  return checkSince(base);
}

function checkSince(base: string): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, base], { cwd: folder, encoding: 'utf8' });
  return { status, said: stderr };
}

describe('the check of commit subjects', () => {
  it('takes subjects of the form of CONTRIBUTING.md, up to 72 characters, and history before the base', () => {
    const full = 'feat(sigma): ';
    expect(check(['fix: a thing', `${full}${'é'.repeat(72 - full.length)}`, 'docs(aws-sample)!: another'])).toEqual({
      status: 0,
      said: '',
    });
  });

  it.each([
    ['a type that is not listed', 'update: a thing', 'is not "type(scope)'],
    ['no type', 'wip', 'is not "type(scope)'],
    ['nothing after the colon', 'fix(rules):', 'is not "type(scope)'],
    ['73 characters', `fix: ${'x'.repeat(68)}`, 'has 73 characters, more than 72'],
  ])('refuses %s', (_what, subject, said) => {
    const outcome = check(['fix: a thing', subject]);
    expect(outcome.status).toBe(1);
    expect(outcome.said).toContain(said);
    expect(outcome.said).toContain(subject);
    expect(outcome.said).not.toContain('fix: a thing');
  });

  it('has nothing to say of merges, of a clone without the base, and outside git', () => {
    expect(checkSince('0'.repeat(40))).toEqual({ status: 0, said: '' });
    check(['fix: a thing']);
    const before = git('rev-parse', 'HEAD');
    git('checkout', '-q', '-b', 'side', 'HEAD~1');
    git('commit', '-q', '--allow-empty', '-m', 'feat: aside');
    git('merge', '-q', '--no-edit', before);
    expect(git('log', '-1', '--format=%s')).toMatch(/^Merge/);
    expect(checkSince(git('rev-list', '--max-parents=0', 'HEAD'))).toEqual({ status: 0, said: '' });
    expect(checkSince('0'.repeat(40))).toEqual({ status: 0, said: '' });
  });
});
