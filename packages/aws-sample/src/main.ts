import { startAwsSample } from './aws-sample.js';
import { loadInventory, sampleInventory } from './load-inventory.js';

// Start file: `node dist/main.js [INVENTORY.json]`; the sample account by default. Reads PORT, HOST and LATENCY_MS from the environment.
const [file] = process.argv.slice(2);
const host = process.env['HOST'];
try {
  const sample = await startAwsSample({
    port: numberFrom('PORT', 65_535),
    latencyMs: numberFrom('LATENCY_MS', 60_000),
    inventory: file === undefined ? await sampleInventory() : await loadInventory(file),
    ...(host === undefined ? {} : { host }),
  });
  process.stdout.write(`${sample.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sample.close());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function numberFrom(name: string, max: number): number {
  const value = Number(process.env[name] ?? 0);
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new Error(`${name} must be a whole number from 0 to ${max}, not ${process.env[name]}`);
  }
  return value;
}
