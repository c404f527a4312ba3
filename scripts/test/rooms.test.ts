import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// By an address that the compiler does not follow: it is a script.
const { circlesIn } = (await import(new URL('../lib/rooms.mjs', import.meta.url).href)) as {
  circlesIn: (root: string) => string[];
};
const SCRIPT = fileURLToPath(new URL('../rooms.mjs', import.meta.url));

/** What `look` sees in a package of these files. */
function inPackage<Result>(sources: Readonly<Record<string, string>>, look: (root: string) => Result): Result {
  const root = mkdtempSync(join(tmpdir(), 'tripline-rooms-'));
  try {
    for (const [name, text] of Object.entries({ 'package.json': '{ "name": "@tripline/made-up" }', ...sources })) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return look(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const circles = (sources: Readonly<Record<string, string>>): string[] => inPackage(sources, circlesIn);

describe('circles among neighbours', () => {
  it('are found between folders whose files do not import each other in one', () => {
    const found = circles({
      'src/users/user.ts': "import { sign } from '../sessions/token.js';",
      'src/sessions/session.ts': "export { nameOf } from '../users/name.js';",
      'src/sessions/token.ts': '',
      'src/users/name.ts': '',
    });
    expect(found).toEqual([
      [
        'src: sessions, users import each other',
        '  src/sessions/session.ts imports src/users/name.ts',
        '  src/users/user.ts imports src/sessions/token.ts',
      ].join('\n'),
    ]);
  });

  it('are found at every depth, and through more than two', () => {
    const found = circles({
      'src/targets/kql/read/one.ts': "import '../write/two.js';",
      'src/targets/kql/write/two.ts': "import { three } from '../three.js';",
      'src/targets/kql/three.ts': "export * from './read/four.js';",
      'src/targets/kql/read/four.ts': '',
    });
    expect(found).toEqual([expect.stringMatching(/^src\/targets\/kql: read, three\.ts, write import each other\n/)]);
  });

  it('are found through a barrel, by its path and by the name of the package', () => {
    const barrel = { 'src/index.ts': "export { rule } from './rules/rule.js';" };
    const found = [expect.stringMatching(/^src: index\.ts, rules import each other\n/)];
    expect(circles({ ...barrel, 'src/rules/rule.ts': "import { level } from '../index.js';" })).toEqual(found);
    expect(circles({ ...barrel, 'src/rules/rule.ts': "import { level } from '@tripline/made-up';" })).toEqual(found);
    const inner = {
      'src/rules/index.ts': "export { rule } from './rule.js';",
      'src/rules/rule.ts': "import { level } from './index.js';",
    };
    expect(circles(inner)).toEqual([expect.stringMatching(/^src\/rules: index\.ts, rule\.ts import each other\n/)]);
  });

  it.each([
    ['a type', "import type { Rule } from '../rules/rule.js';"],
    ['a type where it is used', "export const title = (rule: import('../rules/rule.js').Rule): string => rule.title;"],
    ['what is loaded later', "export const later = () => import('../rules/rule.js');"],
    ['a file of the page without its ending', "import { Rule } from '../rules/rule';"],
  ])('are found where one imports %s', (_, text) => {
    const found = circles({
      'src/rules/rule.ts': "import { check } from '../check/check.js';",
      'src/check/check.ts': text,
    });
    expect(found).toEqual([expect.stringMatching(/^src: check, rules import each other\n/)]);
  });

  it('are none where all import one way, whatever texts, comments and tests say', () => {
    const found = circles({
      'src/index.ts': "export { rule } from './rules/rule.js';",
      'src/rules/rule.ts': "import { level } from '../model/level.js';\nimport './names.js';",
      'src/rules/names.ts': '',
      'src/model/level.ts':
        "// import { rule } from '../rules/rule.js';\nexport const text = `import '../rules/rule.js'`;",
      'test/level.test.ts': "import '../src/rules/rule.js';",
      'src/model/test/level.test.ts': "import '../../rules/rule.js';",
      'dist/model/level.d.ts': "import '../rules/rule.js';",
    });
    expect(found).toEqual([]);
  });

  it('fail the check, with the imports that make them', () => {
    const sources = { 'src/a/one.ts': "import '../b/two.js';", 'src/b/two.ts': "import '../a/one.js';" };
    const { status, stderr } = inPackage(sources, (root) =>
      spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' }),
    );
    expect(status).toBe(1);
    expect(stderr).toContain('src/b/two.ts imports src/a/one.ts');
  });
});
