// Rebuilds the data files that are derived from public sources: npm run data -- NAME FOLDER... [--check].

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inputsIn } from './files.mjs';

/**
 * Each takes a finder of inputs and gives the text of every file it makes, by path in the project. Most load the engine, which takes a second.
 */
const BUILDERS = {
  attack: async () => (await import('./attack.mjs')).buildAttack,
  aws: async () => (await import('./aws.mjs')).buildAws,
  coverage: async () => (await import('./coverage.mjs')).buildCoverage,
  'sigma-facts': async () => (await import('./sigma-facts.mjs')).buildSigmaFacts,
  everyday: async () => (await import('./everyday.mjs')).buildEveryday,
  'map-facts': async () => (await import('./map-facts.mjs')).buildMapFacts,
  model: async () => (await import('./model.mjs')).buildModel,
};
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const USAGE = `usage: npm run data -- ${Object.keys(BUILDERS).join('|')} FOLDER... [--check] [--out FOLDER]
  FOLDER   where the inputs lie
  --check  write nothing; exit code 1 where a file differs
  --out    where the files are, instead of in this project`;

function argumentsOf(args) {
  try {
    const options = { check: { type: 'boolean', default: false }, out: { type: 'string', default: PROJECT } };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, ...folders] = positionals;
    const load = Object.hasOwn(BUILDERS, name ?? '') ? BUILDERS[name] : undefined;
    if (load === undefined) throw new Error(name === undefined ? 'which data?' : `there is no data named ${name}`);
    if (folders.length === 0) throw new Error('in which folder are the inputs?');
    return { load, folders, ...values };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(2);
  }
}

const { load, folders, check, out } = argumentsOf(process.argv.slice(2));
try {
  const build = await load();
  for (const [path, text] of await build(inputsIn(folders))) {
    const file = join(out, path);
    const same = existsSync(file) && readFileSync(file, 'utf8') === text;
    console.log(`${same ? 'same   ' : check ? 'differs' : 'written'} ${path}`);
    if (same) continue;
    if (check) {
      process.exitCode = 1;
    } else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
