// The process that caretaker.ts starts: `node caretaker-main.js FOLDER`, with process ids on standard input, one per line.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isRunning } from './postgres.js';

const [folder = ''] = process.argv.slice(2);
const pids = new Set<number>();
for await (const line of createInterface({ input: process.stdin })) pids.add(Number(line));
// SIGQUIT makes Postgres stop at once with all its processes; it ends the others too.
const signalAll = (signal: NodeJS.Signals) => [...pids].filter(isRunning).map((pid) => process.kill(pid, signal));
signalAll('SIGQUIT');
const deadline = Date.now() + 10_000;
while ([...pids].some(isRunning) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
signalAll('SIGKILL');
rmSync(folder, { recursive: true, force: true });
