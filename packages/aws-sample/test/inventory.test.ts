import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventBridgeClient, ListRulesCommand, PutRuleCommand } from '@aws-sdk/client-eventbridge';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { loadInventory, sampleInventory, syntheticInventory } from '@tripline/aws-sample';
import { assume, clientConfig, samples, WORKER } from './support/sdk.js';

const ACCOUNT = '111122223333';
const start = samples();

test('the sample account has what works and what does not, in three regions and some that are not opted in', async () => {
  const { accounts } = await sampleInventory();
  const { regions = {} } = accounts[ACCOUNT] ?? {};
  const off = Object.entries(regions).filter(([, region]) => region.optIn === 'not-opted-in');
  expect(Object.keys(regions).length - off.length).toBe(3);
  expect(off.length).toBeGreaterThan(0);
  const home = regions['us-east-1'];
  const rules = home?.eventbridge?.buses.flatMap((bus) => bus.rules ?? []) ?? [];
  expect(rules.some((rule) => rule.State === 'ENABLED' && (rule.targets?.length ?? 0) > 0)).toBe(true);
  expect(rules.some((rule) => rule.State === 'DISABLED')).toBe(true);
  expect(rules.some((rule) => rule.State === 'ENABLED' && rule.EventPattern && !rule.targets?.length)).toBe(true);
  expect(home?.cloudwatch?.metricAlarms?.some((alarm) => !alarm.ActionsEnabled)).toBe(true);
  expect(regions['eu-west-1']?.guardduty?.detectors?.[0]?.status).toBe('DISABLED');
});

test('writes of a caller do not change the initial inventory, and a changed account is served at the next call', async () => {
  const inventory = await sampleInventory();
  const before = structuredClone(inventory);
  const sample = await start({ inventory });
  const operator = clientConfig(sample, 'eu-central-1', { ...WORKER, accessKeyId: 'AKIASAMPLEOPERATOR00' });
  const events = new EventBridgeClient(operator);
  await events.send(new PutRuleCommand({ Name: 'added', EventPattern: '{"source":["aws.iam"]}' }));
  expect(inventory).toEqual(before);
  const rules = sample.account(ACCOUNT).regions['eu-central-1']?.eventbridge?.buses[0]?.rules;
  expect(rules?.map((rule) => rule.Name)).toContain('added');
  rules?.splice(0);
  expect((await events.send(new ListRulesCommand({}))).Rules).toEqual([]);
  sample.setInventory(before);
  expect((await events.send(new ListRulesCommand({}))).Rules).toHaveLength(2);
  expect(() => sample.account('000000000000')).toThrow('000000000000');
});

test('a made-up inventory has the size asked for, and is the same each time', async () => {
  const size = { accounts: 3, regions: ['us-east-1', 'eu-west-1', 'ap-south-1'], perRegion: { eventRules: 7 } };
  const inventory = syntheticInventory(size);
  expect(syntheticInventory(size)).toEqual(inventory);
  expect(Object.keys(inventory.accounts)).toEqual(['200000000000', '200000000001', '200000000002']);
  const sample = await start({ inventory });
  const session = await assume(sample, '200000000002', 'TriplineScanner', 'synthetic');
  const events = new EventBridgeClient(clientConfig(sample, 'ap-south-1', session));
  expect((await events.send(new ListRulesCommand({}))).Rules).toHaveLength(7);
});

test.each([
  ['{"accounts":', 'is not JSON'],
  ['[]', 'is not an inventory'],
  ['{"accounts":{"12":{"regions":{}}}}', 'twelve digits'],
  ['{"accounts":{"111122223333":{}}}', 'regions'],
])('a file with %s is refused with its name and the reason', async (content, reason) => {
  const folder = await mkdtemp(join(tmpdir(), 'aws-sample-'));
  const file = join(folder, 'inventory.json');
  try {
    await writeFile(file, content);
    await expect(loadInventory(file)).rejects.toThrow(new RegExp(`inventory\\.json.*${reason}`));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the start file serves the sample account and prints where', async () => {
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
      child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
    const credentials = { ...WORKER, accessKeyId: 'AKIASAMPLEOPERATOR00' };
    const sts = new STSClient({ endpoint: url, region: 'us-east-1', credentials });
    expect((await sts.send(new GetCallerIdentityCommand({}))).Account).toBe(ACCOUNT);
  } finally {
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
});
