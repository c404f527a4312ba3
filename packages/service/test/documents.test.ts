import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const inFolder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const DOCUMENTS = [...inFolder('.'), ...inFolder('docs'), ...inFolder('docs/decisions'), ...inFolder('docs/targets')];

test.each(DOCUMENTS)('%s links to files that are there', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  expect(links.filter((target) => !existsSync(join(ROOT, dirname(document), target)))).toEqual([]);
});

test('every decision record has a number of its own, in its name and in its title', () => {
  const names = inFolder('docs/decisions').map((path) => path.split('/').at(-1) ?? '');
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers).toEqual(names.map((_name, index) => String(index + 1).padStart(4, '0')));
  for (const name of names) {
    const [title = ''] = readFileSync(join(ROOT, 'docs/decisions', name), 'utf8').split('\n');
    expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
  }
});
