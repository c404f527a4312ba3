// Requests per second and latency of POST /v1/generate with a 15 kB advisory, beside a bare Express route that only parses the same body.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startThrowAwayStack } from '@tripline/stack';
import autocannon from 'autocannon';
import express from 'express';

const SECONDS = Number(process.argv[2] ?? 15);
const CONNECTIONS = 4;

const sample = readFileSync(new URL('../packages/stack/samples/copper-wren.html', import.meta.url), 'utf8');
const narrative = sample
  .replaceAll(/<pre>|<\/pre>/g, '\n\n')
  .replaceAll(/<[^>]+>/g, '')
  .replaceAll('&amp;', '&');
const body = JSON.stringify({
  inputType: 'text',
  text: narrative.repeat(Math.ceil(15_000 / narrative.length)).slice(0, 15_000),
});

/** Drives one address and gives its requests per second and latency percentiles, in milliseconds. */
async function load(url, headers) {
  const latencies = [];
  const run = autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    timeout: 60,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  const result = await run;
  latencies.sort((one, other) => one - other);
  const percentile = (share) => latencies[Math.floor(share * (latencies.length - 1))]?.toFixed(1);
  return {
    perSecond: result.requests.average,
    p50: percentile(0.5),
    p95: percentile(0.95),
    failed: result.non2xx + result.errors,
  };
}

process.env.LIMIT_CALLS_PER_MINUTE = '1000000';
process.env.LIMIT_GENERATIONS_AT_ONCE = '1000';
const stack = await startThrowAwayStack();
try {
  const bare = express().post('/', express.json({ limit: '10mb' }), (req, res) =>
    res.json({ characters: req.body.text.length }),
  );
  const server = bare.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const floor = await load(`http://127.0.0.1:${server.address().port}/`, {});
  server.close();
  const ours = await load(`${stack.rulesUrl}/v1/generate`, { authorization: `Bearer ${stack.user.apiKey}` });
  const row = (name, { perSecond, p50, p95, failed }) =>
    console.log(
      `${name.padEnd(28)} ${perSecond.toFixed(1).padStart(9)} req/s   p50 ${p50} ms   p95 ${p95} ms   failed ${failed}`,
    );
  console.log(`${body.length} bytes, ${CONNECTIONS} connections, ${SECONDS} s each`);
  row('bare route, parses the body', floor);
  row('POST /v1/generate', ours);
  console.log(`ratio ${(ours.perSecond / floor.perSecond).toFixed(4)}`);
  if (ours.failed > 0) process.exitCode = 1;
} finally {
  await stack.stop();
}
