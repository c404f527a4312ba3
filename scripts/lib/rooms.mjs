// Circles of imports among neighbours. The neighbours in a folder are its files and its folders, a folder with all that is inside; one imports another where
// a file of the one imports a file of the other, types included. `index.ts` is a neighbour as any other file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from '@swc/core';

const NO_SOURCES = new Set(['dist', 'node_modules', 'test']);

/**
 * The circles in a package, at every depth.
 * @param root the package's folder
 * @returns one sentence for each group of neighbours that import each other, with its shortest circle and an import for each of its steps
 */
export function circlesIn(root) {
  const files = new Set(sourcesIn(root));
  const own = nameOf(root);
  const folders = new Map();
  for (const file of files) {
    for (const imported of importsOf(file)) {
      const target = imported === own ? join(root, 'src/index.ts') : fileOf(imported, file, files);
      if (target !== undefined && target !== file) noteImport(folders, relative(root, file), relative(root, target));
    }
  }
  return [...folders].sort(byName).flatMap(([folder, arrows]) =>
    groupsIn(arrows).map((group) => {
      const steps = shortestCircle(group, arrows).map(([from, to]) => `  ${arrows.get(from).get(to)}`);
      return `${folder === '' ? 'here' : folder}: ${group.join(', ')} import each other\n${steps.join('\n')}`;
    }),
  );
}

/** The name by which a package's own files can import it too. */
function nameOf(root) {
  const manifest = join(root, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).name : undefined;
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NO_SOURCES.has(entry.name) ? [] : sourcesIn(path);
    return /(?<!\.d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** What a file imports, as it is written there: declarations, `export … from`, `import()` of values and of types. */
function importsOf(file) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) node.forEach(visit);
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
    if (typeof node.source?.value === 'string') found.push(node.source.value);
    if (node.type === 'CallExpression' && node.callee.type === 'Import')
      found.push(node.arguments[0]?.expression.value);
    if (node.type === 'TsImportType') found.push(node.argument.value);
    Object.values(node).forEach(visit);
  };
  visit(
    parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true }).body,
  );
  return found.filter((specifier) => typeof specifier === 'string');
}

/** The source behind a relative import, which names the file that is built of it, or as bundlers allow a file without its ending or a folder. */
function fileOf(specifier, from, files) {
  if (!specifier.startsWith('.')) return undefined;
  const path = join(dirname(from), specifier).replace(/\.jsx?$/, '');
  return [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts'), join(path, 'index.tsx')].find((file) =>
    files.has(file),
  );
}

/** Notes the import at the one folder in which its two ends are different neighbours. */
function noteImport(folders, from, to) {
  const [here, there] = [from.split('/'), to.split('/')];
  const depth = here.findIndex((part, index) => part !== there[index]);
  const folder = here.slice(0, depth).join('/');
  const arrows = entryOf(folders, folder, () => new Map());
  const targets = entryOf(arrows, here[depth], () => new Map());
  entryOf(targets, there[depth], () => `${from} imports ${to}`);
}

function entryOf(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/** The neighbours that reach each other, group by group. */
function groupsIn(arrows) {
  const reached = new Map([...arrows.keys()].map((start) => [start, new Set(pathsFrom(start, arrows).keys())]));
  const groups = new Map();
  for (const one of [...arrows.keys()].filter((name) => reached.get(name).has(name)).sort()) {
    const first = [...groups.keys()].find((other) => reached.get(other).has(one) && reached.get(one).has(other));
    entryOf(groups, first ?? one, () => []).push(one);
  }
  return [...groups.values()];
}

function shortestCircle(group, arrows) {
  const circles = group.map((name) => pathsFrom(name, arrows).get(name));
  return circles.reduce((shortest, circle) => (circle.length < shortest.length ? circle : shortest));
}

/** The shortest path to each neighbour that is reached, as a list of steps; to the start itself where a circle leads back. */
function pathsFrom(start, arrows) {
  const paths = new Map();
  const next = [[start, []]];
  for (const [name, steps] of next) {
    for (const target of arrows.get(name)?.keys() ?? []) {
      if (paths.has(target)) continue;
      paths.set(target, [...steps, [name, target]]);
      next.push([target, paths.get(target)]);
    }
  }
  return paths;
}

const byName = ([one], [other]) => (one < other ? -1 : 1);
