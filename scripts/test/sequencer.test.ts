import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Test {
  readonly path: string;
  readonly context: { readonly hasteFS: { getSize(path: string): number } };
}

const require = createRequire(import.meta.url);
const Sequencer: new (options: object) => { sort(tests: readonly Test[]): readonly Test[] } =
  require('../jest/sequencer.cjs');
const ROOT = join(import.meta.dirname, '../..');

const order = (sizes: Readonly<Record<string, number>>): readonly string[] => {
  const tests = Object.entries(sizes).map(([path, bytes]) => ({
    path: join(ROOT, path),
    context: { hasteFS: { getSize: () => bytes } },
  }));
  const sequencer = new Sequencer({ contexts: [], globalConfig: {} });
  return sequencer.sort(tests).map(({ path }) => path.slice(ROOT.length + 1));
};

// A run in random order has one.
beforeEach(() => delete process.env['TEST_SEED']);

test('files that are known to take long begin first, however small they are, and the others by size', () => {
  const sizes = {
    'packages/a/test/small.test.ts': 10,
    'packages/a/test/large.test.ts': 1_000,
    'services/coverage/test/worker.test.ts': 1,
    'services/coverage/test/contract.test.ts': 2,
    'packages/auth/test/audit.test.ts': 3,
  };
  const longest = [
    'services/coverage/test/contract.test.ts',
    'services/coverage/test/worker.test.ts',
    'packages/auth/test/audit.test.ts',
  ];
  expect(order(sizes)).toEqual([...longest, 'packages/a/test/large.test.ts', 'packages/a/test/small.test.ts']);
});

test('a seed draws another order, which is the same for the same files', () => {
  const files = Array.from({ length: 20 }, (_, index) => [`packages/a/test/${index}.test.ts`, index] as const);
  const bySize = order(Object.fromEntries(files));
  process.env['TEST_SEED'] = '7';
  const drawn = order(Object.fromEntries(files));
  expect(drawn).not.toEqual(bySize);
  expect([...drawn].sort()).toEqual([...bySize].sort());
  expect(order(Object.fromEntries(files.reverse()))).toEqual(drawn);
});
