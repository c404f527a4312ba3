import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const inFolder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const DOCUMENTS = ['.', 'docs', 'docs/decisions', 'docs/logs', 'docs/targets'].flatMap(inFolder);

test.each(DOCUMENTS)('%s links to files that are there', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  expect(links.filter((target) => !existsSync(join(ROOT, dirname(document), target)))).toEqual([]);
});

test('every decision record has a number of its own, in its name and in its title', () => {
  const names = inFolder('docs/decisions').map((path) => path.split('/').at(-1) ?? '');
  const numbers = names.map((name) => name.slice(0, 4));
  // A record that no longer holds goes, and its number is given to no other.
  expect(numbers).toEqual([...new Set(numbers)]);
  for (const name of names) {
    const [title = ''] = readFileSync(join(ROOT, 'docs/decisions', name), 'utf8').split('\n');
    expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
  }
});

describe('docs/glossary.md', () => {
  const text = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
  const entries = [...text.matchAll(/^- \*\*([^*]+)\*\* \(`([^`]+)`\)/gm)].map(
    ([, term = '', path = '']) => [term, path] as const,
  );

  test.each(entries)('%s is used in %s', (term, path) => {
    const words = new RegExp(term.split(' ').join('\\W?'), 'i');
    expect(filesOf(path).some((file) => words.test(file) || words.test(readFileSync(file, 'utf8')))).toBe(true);
  });

  test('has its entries in the order of the alphabet, section by section', () => {
    for (const section of text.split(/^## /m)) {
      const terms = [...section.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, term]) => term);
      expect(terms).toEqual([...terms].sort());
    }
  });

  test('no source and no document uses a word that was replaced', () => {
    const replaced = [...text.matchAll(/^\| (?!before|---)([^|]+?) \|/gm)].flatMap(([, words = '']) =>
      words.split(', '),
    );
    expect(replaced.length).toBeGreaterThan(0);
    const found = new RegExp(`(?<![-\\w:])(?:${replaced.join('|')})s?(?![-\\w:])`, 'i');
    const files = [
      'packages',
      'services',
      'bench',
      'scripts',
      'deploy',
      'test-e2e',
      'docs',
      'README.md',
      'CONTRIBUTING.md',
    ].flatMap(filesOf);
    const allowed = new Set([join(ROOT, 'docs/glossary.md')]);
    expect(files.filter((file) => !allowed.has(file) && found.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

/** Gives the sources and documents at a path below the repository, without data, samples and build output. */
function filesOf(path: string): readonly string[] {
  const whole = join(ROOT, path);
  if (!statSync(whole).isDirectory()) return [whole];
  return readdirSync(whole, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'data', 'samples', 'build'].includes(entry.name)) return [];
    if (entry.isDirectory()) return filesOf(join(path, entry.name));
    return /\.(?:ts|mjs|cjs|md|yaml)$/.test(entry.name) ? [join(whole, entry.name)] : [];
  });
}
