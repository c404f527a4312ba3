// Requests per second and latency of POST /v1/generate with a 15 kB advisory, compared with the engine alone and with a bare Express route
// that only parses the body.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { generate, read } from '@tripline/advisory';
import { startThrowAwayStack } from '@tripline/stack';
import autocannon from 'autocannon';
import express from 'express';
import { describeMachine, goal, median, percentile } from './lib/figures.mjs';

const SECONDS = Number(process.argv[2] ?? 15);
const CONNECTIONS = 4;
/** The engine's code is compiled while it runs; its time is measured when it no longer falls. */
const WARM_UP = 40;
const MEASURED = 40;

const sample = readFileSync(new URL('../packages/stack/samples/copper-wren.html', import.meta.url), 'utf8');
const narrative = sample
  .replaceAll(/<pre>|<\/pre>/g, '\n\n')
  .replaceAll(/<[^>]+>/g, '')
  .replaceAll('&amp;', '&');
const text = narrative.repeat(Math.ceil(15_000 / narrative.length)).slice(0, 15_000);
const body = JSON.stringify({ inputType: 'text', text });

/** Sends requests to one address for some seconds; gives requests per second and latencies in milliseconds. */
async function load(url, { headers = {}, connections = CONNECTIONS, seconds = SECONDS }) {
  const latencies = [];
  const run = autocannon({
    url,
    method: 'POST',
    connections,
    duration: seconds,
    timeout: 60,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  const result = await run;
  return { perSecond: result.requests.average, latencies, failed: result.non2xx + result.errors };
}

/**
 * Milliseconds of each run of the engine in this process without anything around it, and of each answer of the service: one after the other in
 * turn, so that both meet the same machine, and what else runs on it slows both.
 */
async function inTurn(url, headers) {
  const alone = [];
  const overHttp = [];
  for (let at = 0; at < WARM_UP + MEASURED; at += 1) {
    const began = performance.now();
    generate(await read(new TextEncoder().encode(text), { contentType: 'text/plain' }));
    alone.push(performance.now() - began);
    overHttp.push(await oneAnswer(url, headers));
  }
  return { first: alone[0], alone: alone.slice(WARM_UP), overHttp: overHttp.slice(WARM_UP) };
}

/** Milliseconds from a request to the whole of its answer. */
async function oneAnswer(url, headers) {
  const began = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  if (!answer.ok) throw new Error(`POST ${url} gave ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  return performance.now() - began;
}

function row(name, latencies, perSecond) {
  const figures = [0.5, 0.95].map((share) => percentile(latencies, share).toFixed(1).padStart(8));
  const rate = perSecond === undefined ? '' : `   ${perSecond.toFixed(1)} req/s`;
  console.log(`${name.padEnd(44)} p50 ${figures[0]} ms   p95 ${figures[1]} ms${rate}`);
}

process.env.LIMIT_WORK_PER_MINUTE = '1000000';
describeMachine();
const stack = await startThrowAwayStack();
try {
  const url = `${stack.rulesUrl}/v1/generate`;
  const headers = { authorization: `Bearer ${stack.user.apiKey}` };
  const first = await oneAnswer(url, headers);
  const turns = await inTurn(url, headers);
  const bare = express().post('/', express.json({ limit: '10mb' }), (req, res) =>
    res.json({ characters: req.body.text.length }),
  );
  const server = bare.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const floor = await load(`http://127.0.0.1:${server.address().port}/`, {});
  server.close();
  const ours = await load(url, { headers });
  console.log(`${body.length} bytes, ${SECONDS} s each`);
  row('bare route, parses the body', floor.latencies, floor.perSecond);
  row('engine alone, warm', turns.alone);
  row('POST /v1/generate, in turn with it', turns.overHttp);
  row(`POST /v1/generate, ${CONNECTIONS} connections`, ours.latencies, ours.perSecond);
  console.log(`first answer: engine alone ${turns.first.toFixed(0)} ms, service just started ${first.toFixed(0)} ms`);
  const ratio = median(turns.overHttp) / median(turns.alone);
  goal('over HTTP, times the engine alone', ratio.toFixed(2), ratio <= 1.3, 'at most 1.3');
  goal('requests a second', ours.perSecond.toFixed(1), ours.perSecond >= 25, 'at least 25');
  if (ours.failed > 0) {
    console.log(`${ours.failed} requests failed`);
    process.exitCode = 1;
  }
} finally {
  await stack.stop();
}
