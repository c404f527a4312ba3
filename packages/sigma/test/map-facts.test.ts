import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FACTS = new URL('../facts/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, FACTS), 'utf8')) as Record<string, object>;

test('the list of what no source confirms is what the maps make, and no map uses what its vendor retired', () => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('check.mjs', FACTS)), '--check'],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^udm: \d+ of \d+ claims confirmed$/m);
});

test('a fact is never both confirmed and retired', () => {
  const confirmed = [read('published.json'), read('collected.json')];
  for (const [family, claims] of Object.entries(read('retired.json'))) {
    for (const claim of Object.keys(claims)) {
      for (const facts of confirmed) expect(Object.keys(facts[family] ?? {})).not.toContain(claim);
    }
  }
});
