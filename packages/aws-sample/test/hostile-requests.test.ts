import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { sampleInventory } from '@tripline/aws-sample';
import fc from 'fast-check';
import { clientConfig, samples } from './support/sdk.js';

const start = samples();
const SIGNING_NAMES = [
  'sts',
  'ec2',
  'guardduty',
  'events',
  'monitoring',
  'logs',
  'config',
  'securityhub',
  'lambda',
  's3',
];
const TARGETS = [
  'AWSEvents.ListRules',
  'AWSEvents.PutRule',
  'AWSEvents.PutTargets',
  'Logs_20140328.DescribeMetricFilters',
  '.',
  '',
];
const PATHS = [
  '/',
  '/detector',
  '/detector/%E0%A4%A/filter',
  '/standards/controls/a%2Fb/c',
  '/associations?MaxResults=a&MaxResults=b',
];
const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.object());
const json = fc
  .record({
    EventBusName: value,
    Name: value,
    Limit: value,
    EventPattern: fc.oneof(fc.string(), fc.json()),
    Targets: value,
    Rule: value,
    nextToken: value,
  })
  .map((body) => JSON.stringify(body));
const form = fc
  .array(fc.tuple(fc.string(), fc.string()))
  .map((pairs) => new URLSearchParams([['Action', 'AssumeRole'], ...pairs]).toString());

test('answers any request without crashing, and keeps serving', async () => {
  const sample = await start({ inventory: await sampleInventory() });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SIGNING_NAMES),
      fc.constantFrom(...TARGETS),
      fc.constantFrom(...PATHS),
      fc.oneof(json, form, fc.string(), fc.constant('[1]'), fc.constant('a.b'.repeat(5000))),
      async (service, target, path, body) => {
        const scope = `Credential=AKIASAMPLEOPERATOR00/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;
        const headers = { authorization: `AWS4-HMAC-SHA256 ${scope}`, 'x-amz-target': target };
        const answer = await fetch(`${sample.url}${path}`, { method: 'POST', headers, body });
        await answer.text();
        expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: 300 },
  );
  const tooLong = await fetch(sample.url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
  expect(tooLong.status).toBe(413);
  await new STSClient(clientConfig(sample)).send(new GetCallerIdentityCommand({}));
});

test('a service or an operation that is not served says so', async () => {
  const sample = await start({ inventory: await sampleInventory() });
  const ask = async (service: string, target: string, body = 'Action=Nothing') => {
    const scope = `Credential=AKIASAMPLEOPERATOR00/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;
    const headers = { authorization: `AWS4-HMAC-SHA256 ${scope}`, 'x-amz-target': target };
    const answer = await fetch(sample.url, { method: 'POST', headers, body });
    return [answer.status, await answer.text()];
  };
  expect(await ask('s3', '')).toEqual([404, expect.stringContaining('s3')]);
  expect(await ask('sts', '')).toEqual([400, expect.stringContaining('InvalidAction')]);
  expect(await ask('guardduty', '')).toEqual([404, expect.stringContaining('does not serve POST /')]);
  expect(await ask('events', 'AWSEvents.toString', '{}')).toEqual([400, expect.stringContaining('UnknownOperation')]);
  expect(await ask('events', 'AWSEvents.ListRules')).toEqual([400, expect.stringContaining('SerializationException')]);
});
