import { availableParallelism, loadavg } from 'node:os';

/** The middle of some numbers. */
export const median = (numbers) => percentile(numbers, 0.5);

/** The value below which this share of the numbers lies. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The parts of a benchmark that were asked for on the command line; all of them unless some are named. */
export function partsAsked(parts) {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !parts.includes(name));
  if (unknown !== undefined) throw new Error(`there is no part "${unknown}"; known: ${parts.join(', ')}`);
  return new Set(asked.length > 0 ? asked : parts);
}

/** A line of the report: whether a goal is met. */
export function goal(text, value, isMet, wanted) {
  console.log(`${isMet ? '✓' : '✗'} ${text}: ${value} (goal ${wanted})`);
  if (!isMet) process.exitCode = 1;
}

/** Says what the figures stand on: on a machine that others keep busy, they say little. */
export function describeMachine() {
  const [load = 0] = loadavg();
  console.log(`${availableParallelism()} processors, load average of the last minute ${load.toFixed(1)}`);
}
