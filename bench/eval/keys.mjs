// Whether rules keep their keys from the engine of one commit to this one: pnpm eval keys [FOLDER] --against REF [--texts N].
// Thirty given texts, the judging half left out, are read by both. A rule is doubled where this engine gives a rule of the same log and
// values another key, although it is told what the text gave before, as the service tells it.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generate } from '@tripline/advisory';
import { parse } from 'yaml';
import { readCase, textOf } from './cases.mjs';
import { mayBeRead } from './halves.mjs';
import { loadCases } from './load-cases.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OWN = join(ROOT, 'packages/advisory/samples');
const PACKAGES = ['sigma', 'attack', 'telemetry', 'advisory'];
const USAGE = `usage: pnpm eval keys [FOLDER] --against REF [--texts N]
  REF  a commit, as git names it, whose engine is built in a worktree of its own and taken away again`;

/** Reads the texts by both engines and prints what became of the keys. @returns the exit code: 1 where a rule is doubled */
export async function compareKeys(args) {
  const { folder, ref, texts } = asked(args);
  const cases = chosen(loadCases(folder), texts);
  const before = readBy(ref, cases);
  const sums = { texts: cases.length, before: 0, now: 0, 'same key': 0, 'kept by what it looks for': 0, doubled: 0 };
  for (const each of cases) {
    const earlier = before[each.id];
    const doc = await readCase(each);
    const [alone, told] = [generate(doc).rules, generate(doc, { before: earlier }).rules];
    const doubled = doubledRules(earlier, told);
    const known = new Set(earlier.map(({ key }) => key));
    sums.before += earlier.length;
    sums.now += told.length;
    sums['same key'] += alone.filter(({ key }) => known.has(key)).length;
    sums['kept by what it looks for'] += told.filter(({ key }, at) => key !== alone[at].key).length;
    sums.doubled += doubled.length;
    for (const [then, now] of doubled) console.log(`doubled in ${each.id}: ${now.title}, once ${then}, now ${now.key}`);
  }
  for (const [name, sum] of Object.entries(sums)) console.log(`${name.padEnd(28)}${sum}`);
  return sums.doubled > 0 ? 1 : 0;
}

function asked(args) {
  try {
    const options = { against: { type: 'string' }, texts: { type: 'string', default: '30' } };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const texts = Number(values.texts);
    if (values.against === undefined) throw new Error('--against names the commit to compare with');
    if (!Number.isInteger(texts) || texts < 1) throw new Error(`--texts is a number from 1 on, not ${values.texts}`);
    return { folder: positionals[0] ?? OWN, ref: values.against, texts };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(2);
  }
}

/** Texts that may be read, drawn by the hash of their ids. */
function chosen(cases, most) {
  const hash = ({ id }) => createHash('sha256').update(`keys ${id}`).digest('hex');
  const readable = cases.filter((each) => mayBeRead(each.half) && textOf(each) !== undefined);
  return readable.sort((a, b) => (hash(a) < hash(b) ? -1 : 1)).slice(0, most);
}

/** What the engine of a commit gives for the texts: `{ id: [{ key, yaml }] }`. */
function readBy(ref, cases) {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-keys-'));
  const tree = join(folder, 'tree');
  try {
    run('git', ['worktree', 'add', '--detach', tree, ref], ROOT);
    for (const path of ['.', ...packagesOf(tree)]) {
      const modules = join(ROOT, path, 'node_modules');
      if (existsSync(modules)) run('cp', ['-al', modules, join(tree, path, 'node_modules')], ROOT);
    }
    run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'packages/advisory'], tree);
    const list = join(folder, 'texts.json');
    writeFileSync(list, JSON.stringify(cases.map((each) => ({ ...each, text: textOf(each) }))));
    const engine = join(tree, 'packages/advisory/dist/index.js');
    return JSON.parse(
      run(process.execPath, [fileURLToPath(new URL('keys-reader.mjs', import.meta.url)), engine, list], tree),
    );
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: ROOT });
    rmSync(folder, { recursive: true, force: true });
  }
}

const packagesOf = (tree) =>
  readdirSync(join(tree, 'packages'))
    .filter((name) => PACKAGES.includes(name))
    .map((name) => `packages/${name}`);

function run(program, args, cwd) {
  const { error, status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error !== undefined || status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? stderr + stdout}`);
  return stdout;
}

/** Rules of now with what an earlier rule, which is no longer updated, looked for: the earlier key and the rule. */
function doubledRules(earlier, now) {
  const keys = new Set(now.map(({ key }) => key));
  const lost = new Map(earlier.filter(({ key }) => !keys.has(key)).map(({ key, yaml }) => [lookedFor(yaml), key]));
  const known = new Set(earlier.map(({ key }) => key));
  return now
    .filter(({ key, yaml }) => !known.has(key) && lost.has(lookedFor(yaml)))
    .map((rule) => [lost.get(lookedFor(rule.yaml)), rule]);
}

/** Log sources and values of a rule as its YAML writes them, selections that its condition negates left out. */
function lookedFor(yaml) {
  const parts = yaml.split(/^---$/m).flatMap((text) => {
    const { detection = {}, logsource } = parse(text);
    const { condition = '', ...selections } = detection;
    const negated = new Set([...String(condition).matchAll(/not (?:1 of )?(\w+)/g)].map(([, name]) => name));
    const log = JSON.stringify(logsource);
    return Object.entries(selections)
      .filter(([name]) => !negated.has(name))
      .flatMap(([, selection]) => [selection].flat())
      .flatMap((map) => Object.entries(map))
      .flatMap(([field, values]) => [values].flat().map((value) => `${log} ${field.split('|')[0]} ${value}`));
  });
  return [...new Set(parts)].sort().join('\n');
}
