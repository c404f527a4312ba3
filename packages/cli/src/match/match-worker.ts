// A thread of `event-run.ts`: it parses the rules of its setup and answers each batch with its result.
import { parentPort, workerData } from 'node:worker_threads';
import { type Batch, createBatchRunner } from './batch.js';
import { prepareRules, type RunSetup } from './run-setup.js';

const setup = workerData as RunSetup;
const run = createBatchRunner(setup, prepareRules(setup));
parentPort?.on('message', ({ number, batch }: { readonly number: number; readonly batch: Batch }) => {
  parentPort?.postMessage({ number, result: run(batch) });
});
