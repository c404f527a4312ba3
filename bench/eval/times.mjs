// The engine's cost as processor time, which is nearly the same on a busy and an idle machine.

import { execFileSync } from 'node:child_process';
import { interval } from './intervals.mjs';

const STARTS = 3;
const STARTED = `
const before = process.cpuUsage();
const spent = () => { const { user, system } = process.cpuUsage(before); return (user + system) / 1000; };
const { generate, read } = await import(${JSON.stringify(import.meta.resolve('@tripline/advisory'))});
const loaded = spent();
generate(await read(new TextEncoder().encode('The actor called CreateAccessKey in AWS. Then they ran whoami /all.')));
console.log(JSON.stringify([loaded, spent()]));
`;

/** Median and 95th percentile of a half's advisories, in milliseconds, each with its interval. */
export function cpuText(half, judged) {
  const times = judged.map(({ milliseconds }) => milliseconds);
  const text = (share) => {
    const around = interval(times, (drawn) => percentile(drawn, share));
    const spread = around === undefined ? '' : ` (${around.low.toFixed(0)}–${around.high.toFixed(0)})`;
    return `${percentile(times, share).toFixed(0)} ms${spread}`;
  };
  return `CPU per advisory, ${half}: median ${text(0.5)}, p95 ${text(0.95)}`;
}

/** What a new process needs until the engine is loaded, and until it has processed two sentences: the median of three. */
export function engineStart() {
  const starts = Array.from({ length: STARTS }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', STARTED], { encoding: 'utf8' })),
  );
  const [loaded, answered] = [0, 1].map((at) =>
    percentile(
      starts.map((each) => each[at]),
      0.5,
    ).toFixed(0),
  );
  return `CPU of a start: ${loaded} ms until the engine is loaded, ${answered} ms with its first answer`;
}

function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
