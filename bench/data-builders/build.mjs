// Rebuilds the data files that are derived from public sources: npm run data -- NAME FOLDER... [--check].

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAttack } from './attack.mjs';
import { buildAws } from './aws.mjs';
import { buildCoverage } from './coverage.mjs';
import { buildEveryday } from './everyday.mjs';
import { inputsIn } from './files.mjs';
import { buildMapFacts } from './map-facts.mjs';
import { buildModel } from './model.mjs';
import { buildSigmaFacts } from './sigma-facts.mjs';

/** Each takes a finder of inputs and gives the text of every file it makes, by path in the project. */
const BUILDERS = {
  attack: buildAttack,
  aws: buildAws,
  coverage: buildCoverage,
  'sigma-facts': buildSigmaFacts,
  everyday: buildEveryday,
  'map-facts': buildMapFacts,
  model: buildModel,
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
    const build = Object.hasOwn(BUILDERS, name ?? '') ? BUILDERS[name] : undefined;
    if (build === undefined) throw new Error(name === undefined ? 'which data?' : `there is no data named ${name}`);
    if (folders.length === 0) throw new Error('in which folder are the inputs?');
    return { build, folders, ...values };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(2);
  }
}

const { build, folders, check, out } = argumentsOf(process.argv.slice(2));
try {
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
