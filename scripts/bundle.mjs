// node scripts/bundle.mjs: makes, from what the compiler wrote, the library packages' bundles (decision 69) and packages/cli/dist/tripline.cjs, the command
// line in one file (decision 45). Does nothing where they are as new as that.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { build } from 'esbuild';
import { bundlePackages, writeWhole } from './lib/package-bundles.mjs';

/** Commands that stand on these packages and small libraries alone. The others load far more than a bundle would save. */
const COMMANDS = ['convert', 'check', 'list', 'match', 'backtest'];
const PACKAGES = ['cli', 'sigma', 'attack'];

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'packages/cli/dist');
const manifestFile = join(dist, 'bundle.json');
/** As `checksumOf` in the command line, which is not compiled yet when this is read. */
const checksumOf = (file) => {
  const content = readFileSync(file);
  return `${content.length}-${crc32(content).toString(16).padStart(8, '0')}`;
};

await bundlePackages(root);

const records = PACKAGES.map((name) => join(root, 'packages', name, 'dist/.tsbuildinfo'));
const manifest = JSON.stringify({
  commands: COMMANDS,
  script: checksumOf(fileURLToPath(import.meta.url)),
  inputs: Object.fromEntries(records.map((file) => [relative(dist, file), checksumOf(file)])),
});

if (existsSync(join(dist, 'index.js')) && readIfThere(manifestFile) !== manifest) {
  const { outputFiles } = await build({
    entryPoints: [join(dist, 'index.js')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // One byte a character, and so half the memory and no decoding.
    charset: 'ascii',
    // Every run reads and hashes the text.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
    plugins: [{ name: 'tripline', setup }],
  });
  // The manifest goes last: a bundle without its own is not used.
  writeWhole(manifestFile, '');
  writeWhole(join(dist, 'tripline.cjs'), outputFiles[0].contents);
  writeWhole(manifestFile, manifest);
}

function setup(plugin) {
  // What only other commands load stays outside, and is never asked for.
  plugin.onResolve({ filter: /^\./ }, ({ importer, kind, path }) => {
    if (kind !== 'dynamic-import' || dirname(importer) !== join(dist, 'commands')) return undefined;
    return COMMANDS.includes(basename(importer, '.js')) ? undefined : { path, external: true };
  });
  // From their modules, so that what no command uses stays out; their bundles hold everything.
  plugin.onResolve({ filter: /^@tripline\// }, ({ path }) => ({
    path: join(root, 'packages', path.slice('@tripline/'.length), 'dist/index.js'),
  }));
  // A module finds its data by its own address, which a bundled module does not have.
  plugin.onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
    const inside = relative(join(root, 'packages'), path).split(/[\\/]/);
    const url = `urlOf('@tripline/${inside[0]}', ${JSON.stringify(inside.slice(2).join('/'))})`;
    return {
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url),
      resolveDir: dirname(resolve(path)),
    };
  });
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
