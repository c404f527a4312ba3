import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loggedErrors, startFuzzStack } from './fuzz-stack.js';
import { type FuzzRequest, fromLine } from './request.js';
import { exchange, type RunOptions, run } from './run.js';

// npm run fuzz [-- --requests N --seed N --at-once N | --again LINE]

/** Requests that the services once answered wrongly, one per line. Each run begins with them. */
const REGRESSIONS = new URL('../../fuzz/regressions.jsonl', import.meta.url);

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '8' },
    again: { type: 'string' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = Number(options.seed);
const requests = Number(options.requests);

const fuzzed = await startFuzzStack();
const { operations, report, stack, target } = fuzzed;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
let failures = 1;
try {
  const shared: RunOptions = { ...target, seed, requests, say, atOnce: Number(options['at-once']) };
  const started = Date.now();
  if (options.again === undefined) {
    say(`${requests} requests at random; again with: npm run fuzz -- --requests ${requests} --seed ${seed}`);
    await run(shared, regressions());
  } else {
    await exchange(shared, fromLine(options.again));
  }
  report.print(say);
  if (report.faults() > 0) for (const line of loggedErrors(stack)) say(line);
  failures = options.again === undefined ? report.failures() : report.faults();
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  say(
    `${report.sent()} requests to ${operations.length} operations in ${seconds} s, seed ${seed}: ${failures} kind(s) of failure`,
  );
} finally {
  await fuzzed.stop();
}
process.exit(failures === 0 ? 0 : 1);

function regressions(): readonly FuzzRequest[] {
  if (!existsSync(REGRESSIONS)) return [];
  return readFileSync(REGRESSIONS, 'utf8').split('\n').filter(Boolean).map(fromLine);
}
