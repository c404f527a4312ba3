// A thread that keeps every place of every account at work until it is told to end, and then sends the answers' statuses and times. It is
// not the thread that measures, which would otherwise count how long it itself reads the flood's megabytes.
import { parentPort, workerData } from 'node:worker_threads';

const { accounts, atOnce, body, url } = workerData;
const answers = [];
let over = false;
parentPort.once('message', () => {
  over = true;
});

async function send(headers) {
  while (!over) {
    const began = performance.now();
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    answers.push({ status: answer.status, ms: performance.now() - began });
    if (answers.length === 1) parentPort.postMessage('under way');
  }
}

await Promise.all(accounts.flatMap((headers) => Array.from({ length: atOnce }, () => send(headers))));
parentPort.postMessage(answers);
