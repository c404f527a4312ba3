import { availableParallelism, loadavg } from 'node:os';

/** The middle of some numbers. */
export const median = (numbers) => percentile(numbers, 0.5);

/** The value below which this share of the numbers lies. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The parts of a benchmark to run: those named on the command line, else all. */
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

/** Describes the machine: on a busy one the figures mean little. */
export function describeMachine() {
  const [load = 0] = loadavg();
  console.log(`${availableParallelism()} processors, load average of the last minute ${load.toFixed(1)}`);
}
