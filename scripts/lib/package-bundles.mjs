// Each library package in few files, dist/bundle, from what the compiler wrote (decision 69): a process that loads a thousand modules one by one takes a
// second longer to start.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { crc32 } from 'node:zlib';
import { build } from 'esbuild';

/** The packages whose `exports` lead to `dist/bundle`. */
const BUNDLED = ['advisory', 'attack', 'auth', 'fetch', 'service', 'sigma', 'telemetry'];

const DAY_MS = 86_400_000;

/**
 * Makes the bundles that are not as new as their package's compiled modules. Packages that have not been compiled are left out.
 * @param root the checkout's folder
 */
export async function bundlePackages(root) {
  await Promise.all(BUNDLED.map((name) => bundlePackage(join(root, 'packages', name, 'dist'))));
}

async function bundlePackage(dist) {
  const record = join(dist, '.tsbuildinfo');
  const entries = join(dist, 'index.js');
  if (!existsSync(record) || !existsSync(entries)) return;
  const folder = join(dist, 'bundle');
  const stamp = join(folder, 'made-from');
  const inputs = [record, new URL(import.meta.url)].map((file) => crc32(readFileSync(file)).toString(16)).join(' ');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  const { outputFiles } = await build({
    entryPoints: [entries],
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

/** Whoever loads the file meanwhile finds the old one or the new one. */
function writeWhole(file, content) {
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
