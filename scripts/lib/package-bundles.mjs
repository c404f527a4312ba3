// Each library package in few files, dist/bundle, from what the compiler wrote (decision 69): a process that loads a thousand modules one by one takes a
// second longer to start.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { crc32 } from 'node:zlib';
import { build } from 'esbuild';

const DAY_MS = 86_400_000;

/**
 * Makes the bundles of all packages whose `exports` lead to `dist/bundle`, where they are not as new as the compiled modules. Packages that have not been
 * compiled are left out.
 * @param root the checkout's folder
 */
export async function bundlePackages(root) {
  const folder = join(root, 'packages');
  await Promise.all(readdirSync(folder).map((name) => bundlePackage(join(folder, name))));
}

async function bundlePackage(home) {
  const dist = join(home, 'dist');
  const record = join(dist, '.tsbuildinfo');
  const entryPoints = entriesOf(home);
  if (entryPoints.length === 0 || !existsSync(record)) return;
  const folder = join(dist, 'bundle');
  const stamp = join(folder, 'made-from');
  const inputs = [record, join(home, 'package.json'), new URL(import.meta.url)]
    .map((file) => crc32(readFileSync(file)).toString(16))
    .join(' ');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  const { outputFiles } = await build({
    entryPoints,
    outdir: folder,
    write: false,
    bundle: true,
    // What a module loads at its first use stays a file of its own.
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [{ name: 'tripline', setup: (plugin) => plugin.onLoad({ filter: /\.js$/ }, (file) => load(dist, file)) }],
  });
  mkdirSync(folder, { recursive: true });
  for (const { contents, path } of outputFiles) writeWhole(path, contents);
  removeOld(folder, new Set(outputFiles.map(({ path }) => basename(path))));
  writeWhole(stamp, inputs);
}

/** What a package exports from its bundle: each module by the place of its types, under the name that `exports` gives it. */
function entriesOf(home) {
  const manifest = join(home, 'package.json');
  if (!existsSync(manifest)) return [];
  return Object.values(JSON.parse(readFileSync(manifest, 'utf8')).exports ?? {})
    .filter((entry) => entry.default.startsWith('./dist/bundle/'))
    .map((entry) => ({
      in: join(home, entry.types.replace(/\.d\.ts$/, '.js')),
      out: basename(entry.default, '.js'),
    }));
}

/** Writes a file whole: whoever loads it meanwhile finds the old one or the new one. */
export function writeWhole(file, content) {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** Removes what an earlier build made. A process that runs since then may still load it: for a day it stays. */
function removeOld(folder, made) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!made.has(name) && Date.now() - statSync(file).mtimeMs > DAY_MS) rmSync(file);
  }
}

/** A module finds its data and its threads by its own address, which in a bundle is another's. */
function load(dist, { path }) {
  const address = `new URL(${JSON.stringify(`../${relative(dist, path)}`)}, import.meta.url).href`;
  return {
    contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', address),
    resolveDir: dirname(path),
  };
}
