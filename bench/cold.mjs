// A whole run of tripline convert over a folder of rules: the bundle with kept code, beside the bundle without and the modules one by one.
// Usage: node bench/cold.mjs [folder [target [checkout]]] [--peer 'sigma convert -t splunk --without-pipeline']; by default the public rules beside the checkout and siem_spl. With another
// checkout, built, its command line takes part and all are compared with it; without, with the modules. Runs take turns, so that all meet the
// same machine; medians are shown.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusFolder } from './lib/corpus.mjs';
import { peerSeconds, takePeer } from './lib/peer.mjs';

const ROUNDS = 9;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const words = process.argv.slice(2);
const peer = takePeer(words);
const folder = corpusFolder(words[0], 'a folder of Sigma rules', 'sigma/rules');
const target = words[1] ?? 'siem_spl';
const scratch = mkdtempSync(join(tmpdir(), 'tripline-cold-'));
const command = ['convert', '-t', target, '--format', 'jsonl', folder];

const program = 'packages/cli/bin/tripline.js';
const bundle = [at(`../${program}`)];
const modules = ['--input-type=module', '-e', modulesEntry()];
const ways = [
  { name: 'bundle, code kept', args: bundle, env: {} },
  { name: 'bundle, nothing kept', args: bundle, env: { NODE_DISABLE_COMPILE_CACHE: '1' } },
  { name: 'modules', args: modules, env: {} },
  ...(words[2] === undefined ? [] : [{ name: words[2], args: [join(resolve(words[2]), program)], env: {} }]),
];

function modulesEntry() {
  const index = JSON.stringify(new URL('../packages/cli/dist/index.js', import.meta.url).href);
  return `import { run } from ${index}; process.exitCode = await run(['node', 'tripline', ...process.argv.slice(1)]);`;
}

function measure({ args, env }) {
  const output = openSync(join(scratch, 'out.jsonl'), 'w');
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', at('lib/cpu-at-exit.cjs'), ...args, ...(args === modules ? ['--'] : []), ...command],
    {
      encoding: 'utf8',
      env: { ...process.env, XDG_CACHE_HOME: scratch, ...env },
      stdio: ['ignore', output, 'pipe'],
    },
  );
  const wall = Number(process.hrtime.bigint() - started) / 1e9;
  closeSync(output);
  if (status !== 0) throw new Error(`a run failed: ${stderr.slice(0, 2000)}`);
  return { wall, ...JSON.parse(stderr.trim().split('\n').at(-1)) };
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
try {
  // The first run of the bundle keeps its code.
  for (const way of ways) measure(way);
  const runs = ways.map(() => []);
  const peerRuns = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, way] of ways.entries()) runs[index].push(measure(way));
    if (peer !== undefined) peerRuns.push(peerSeconds(peer, folder));
  }
  const figures = runs.map((all) => {
    const [wall, cpu, mb] = ['wall', 'cpu', 'mb'].map((key) => median(all.map((run) => run[key])));
    return { wall, cpu, mb };
  });
  const floor = figures.at(-1);
  const floorName = ways.at(-1).name;
  console.log(
    `tripline ${command.slice(0, 3).join(' ')} over ${folder}, Node.js ${process.version}, median of ${ROUNDS}\n`,
  );
  figures.forEach(({ wall, cpu, mb }, index) => {
    const ratio = `${(floor.wall / wall).toFixed(2)} × (processor ${(floor.cpu / cpu).toFixed(2)} ×)`;
    console.log(
      `${ways[index].name.padEnd(22)} ${wall.toFixed(2)} s, processor ${cpu.toFixed(2)} s, ${mb} MB   ${ratio} the speed of ${floorName}`,
    );
  });
  if (peer !== undefined) {
    const seconds = median(peerRuns);
    const times = (seconds / figures[0].wall).toFixed(1);
    console.log(`${peer}: ${seconds.toFixed(2)} s; ${ways[0].name}: ${times} times its speed`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
