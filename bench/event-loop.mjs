// How long the worst bodies block each service's event loop, per operation that reads JSON, beside a body that is refused at once.
import { costlyBodies } from '../test-e2e/dist/fuzz/costly-bodies.js';
import { startFuzzStack } from '../test-e2e/dist/fuzz/fuzz-stack.js';
import { toRequest } from '../test-e2e/dist/fuzz/plan.js';
import { exchange, samplePlans } from '../test-e2e/dist/fuzz/run.js';
import { describeMachine } from './lib/figures.mjs';

/** Of so many tries the shortest block counts: what else the machine does at that moment makes others longer. */
const ROUNDS = Number(process.argv[2] ?? 2);
/** Node's monitor sees the loop once in so long, which is part of every figure. */
const RESOLUTION_MS = 10;

const { adminUrl, operations, stop, target } = await startFuzzStack();
describeMachine();
console.log(
  `the longest block in ms, less the ${RESOLUTION_MS} ms between two looks; the shortest of ${ROUNDS} tries\n`,
);

/** The longest block since the last look (perf_hooks.monitorEventLoopDelay, which prom-client resets with each), and the processor time so far, in ms. */
async function look(service) {
  const metrics = await (await fetch(`${adminUrl(service)}/metrics`)).text();
  const millisecondsOf = (name) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`, 'm').exec(metrics)?.[1]) * 1000;
  return {
    block: Math.max(0, millisecondsOf('nodejs_eventloop_lag_max_seconds') - RESOLUTION_MS),
    cpu: millisecondsOf('process_cpu_seconds_total'),
  };
}

async function blockOf(plan, { bytes, name }) {
  const request = toRequest({ ...plan, raw: bytes, broken: [name] });
  const blocks = [];
  let status = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await look(plan.operation.service);
    ({ status } = await exchange(target, request));
    const after = await look(plan.operation.service);
    // On a busy machine the process also waits for a processor: its own work is no longer than what it used of one.
    blocks.push(Math.min(after.block, after.cpu - before.cpu));
  }
  return { name, status, ms: Math.min(...blocks) };
}

const worst = { ms: 0 };
try {
  for (const operation of operations.filter(({ body }) => body !== undefined)) {
    const [plan] = samplePlans(target, operation, { seed: 1, count: 1 });
    const floor = await blockOf(plan, { name: 'no JSON', bytes: 'x' });
    const found = [];
    for (const costly of costlyBodies(operation.body)) found.push(await blockOf(plan, costly));
    const [most] = found.sort((a, b) => b.ms - a.ms);
    const name = `${operation.service} ${operation.name}`;
    console.log(
      `${name.padEnd(58)} ${most.ms.toFixed(0).padStart(5)} ms  ${most.name} (${most.status}); floor ${floor.ms.toFixed(0)} ms`,
    );
    if (most.ms > worst.ms) Object.assign(worst, most, { operation: name });
  }
} finally {
  await stop();
}
console.log(
  `\nthe longest of all: ${worst.ms.toFixed(0)} ms, ${worst.operation}: ${worst.name} (no more than 100 ms is promised)`,
);
process.exit(0);
