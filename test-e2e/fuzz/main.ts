import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startAwsSample, syntheticInventory } from '@tripline/aws-sample';
import { startMailCatcher } from '@tripline/mail-catcher';
import { startThrowAwayStack } from '@tripline/stack';
import { readMails } from '../people/mails.js';
import { startIdentityProvider } from '../stand-ins/identity-provider.js';
import { type OpenApi, operationsOf } from './document.js';
import { createReport } from './report.js';
import { type FuzzRequest, fromLine } from './request.js';
import { exchange, type RunOptions, run } from './run.js';
import { ADVISORY } from './samples.js';
import { createShapes } from './shapes.js';
import { createWorld } from './world.js';

// npm run fuzz [-- --requests N --seed N --at-once N | --again LINE]

/** Requests that once were answered wrongly, one a line; each run begins with them. */
const REGRESSIONS = new URL('../../fuzz/regressions.jsonl', import.meta.url);
const AWS_ACCOUNTS = 400;
/** Beyond what any run counts: the limits have tests of their own. */
const UNLIMITED = '1000000';

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

const advisories = createServer((_req, res) => {
  res.writeHead(200, { 'Content-Type': 'text/plain' }).end(ADVISORY);
});
advisories.listen(0, '127.0.0.1');
await once(advisories, 'listening');
const advisoryHost = `127.0.0.1:${(advisories.address() as AddressInfo).port}`;
const catcher = await startMailCatcher();
const provider = await startIdentityProvider();
const aws = await startAwsSample({
  inventory: syntheticInventory({
    accounts: AWS_ACCOUNTS,
    regions: ['us-east-1'],
    perRegion: {
      eventRules: 4,
      metricAlarms: 2,
      metricFilters: 2,
      queryDefinitions: 1,
      configRules: 2,
      securityControls: 4,
    },
  }),
  latencyMs: 20,
});
const adminToken = randomBytes(32).toString('hex');
Object.assign(process.env, {
  ADMIN_TOKEN: adminToken,
  SMTP_URL: catcher.smtpUrl,
  PUBLIC_URL: 'http://127.0.0.1:4001',
  OIDC_ISSUER: provider.issuer,
  OIDC_AUDIENCE: 'tripline',
  OIDC_CLIENT_ID: provider.clientId,
  FETCH_ALLOW_HOSTS: advisoryHost,
  AWS_ENDPOINT_URL: aws.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIATRIPLINEWORKER00',
  AWS_SECRET_ACCESS_KEY: 'the sample checks no signature',
  AWS_EC2_METADATA_DISABLED: 'true',
  ...Object.fromEntries(
    [
      ...['LIMIT_READS_PER_MINUTE', 'LIMIT_CHANGES_PER_MINUTE', 'LIMIT_WORK_PER_MINUTE'],
      ...['LIMIT_KEYLESS_CALLS_PER_HOUR', 'LIMIT_LOGINS_PER_ACCOUNT'],
      ...['LIMIT_LOGINS_PER_ADDRESS', 'LIMIT_SIGNUPS_PER_ADDRESS'],
    ].map((name) => [name, UNLIMITED]),
  ),
  PORT: '0',
  ADMIN_PORT: '0',
});
const stack = await startThrowAwayStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
let failures = 1;
try {
  const read = async (url: string): Promise<OpenApi> => (await fetch(url)).json() as Promise<OpenApi>;
  const documents = {
    rules: await read(`${stack.rulesUrl}/openapi.json`),
    coverage: await read(new URL('/openapi.json', stack.coverageUrl).href),
  };
  const operations = [...operationsOf('rules', documents.rules), ...operationsOf('coverage', documents.coverage)];
  const report = createReport(operations);
  const world = createWorld({
    ...{ addresses: stack, mail: readMails(catcher.httpUrl), adminToken, aws, report },
    awsAccounts: Array.from({ length: AWS_ACCOUNTS }, (_, at) => String(200_000_000_000 + at)),
  });
  const shared: RunOptions = {
    ...{ seed, requests, world, report, adminToken, say, atOnce: Number(options['at-once']) },
    judge: { shapes: createShapes(documents), operations, world },
    baseUrls: { rules: stack.rulesUrl, coverage: stack.coverageUrl },
    advisoryUrls: [`http://${advisoryHost}/advisory`, 'http://127.0.0.1:9/', 'http://nowhere.invalid/'],
  };
  const started = Date.now();
  if (options.again === undefined) {
    say(`${requests} requests; again with: npm run fuzz -- --requests ${requests} --seed ${seed}`);
    await run(shared, regressions());
  } else {
    await exchange(shared, fromLine(options.again));
  }
  report.print(say);
  if (report.faults() > 0) for (const line of loggedErrors(stack.logs)) say(line);
  failures = options.again === undefined ? report.failures() : report.faults();
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  say(
    `${report.sent()} requests to ${operations.length} operations in ${seconds} s, seed ${seed}: ${failures} kind(s) of failure`,
  );
} finally {
  await stack.stop();
  await Promise.all([catcher.close(), provider.close(), aws.close()]);
  advisories.closeAllConnections();
  advisories.close();
}
process.exit(failures === 0 ? 0 : 1);

/** What the services logged as their own errors: the log is gone with the stack, and a fault may not show a second time. */
function loggedErrors(logs: string): readonly string[] {
  return readdirSync(logs)
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
    .filter((line) => /^\{"level":[56]0,/.test(line))
    .slice(0, 20);
}

function regressions(): readonly FuzzRequest[] {
  if (!existsSync(REGRESSIONS)) return [];
  return readFileSync(REGRESSIONS, 'utf8').split('\n').filter(Boolean).map(fromLine);
}
