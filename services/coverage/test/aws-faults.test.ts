import { CallFailure } from '@tripline/coverage-service';
import { awsSamples, callCounts, found, REGION } from './support/aws.js';

const start = awsSamples();
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof CallFailure ? error.error : Promise.reject(error)),
  );
const alarm = {
  AlarmName: 'cpu',
  Namespace: 'AWS/WAFV2',
  MetricName: 'BlockedRequests',
  ActionsEnabled: true,
  AlarmActions: ['arn:aws:sns:us-east-1:111122223333:security'],
  StateValue: 'OK' as const,
};
const regions = { [REGION]: { cloudwatch: { metricAlarms: [alarm] } } };
const target = { service: 'cloudwatch', operation: 'DescribeAlarms' } as const;

describe('a call that fails for good says how', () => {
  test.each([
    ['deny', { code: 'AccessDenied', kind: 'access_denied', attempts: 1 }],
    ['internal', { kind: 'service_error', attempts: 5 }],
    ['html', { code: 'Http503', kind: 'service_error', attempts: 5 }],
    ['malformed', { code: 'MalformedAnswer', kind: 'unexpected', attempts: 5 }],
    ['reset', { code: 'ECONNRESET', kind: 'service_error', attempts: 5 }],
    ['throttle', { kind: 'throttled', attempts: 5 }],
    ['hang', { code: 'CallTimeout', kind: 'timeout', attempts: 2, message: 'no complete answer within 1 s' }],
  ] as const)('%s', async (kind, error) => {
    const { read } = await start({ regions, callSeconds: 1, faults: [{ kind, ...target }] });
    expect(await failure(read('cloudwatch'))).toMatchObject({ ...target, region: REGION, ...error });
  });

  test.each([
    ['html', { code: 'Http503', kind: 'service_error' }],
    ['malformed', { code: 'MalformedAnswer', kind: 'unexpected' }],
  ] as const)('%s, in XML too', async (kind, error) => {
    const { connect } = await start({ faults: [{ kind, service: 'ec2' }] });
    expect(await failure((await connect()).listScopes())).toMatchObject({ ...error, attempts: 5 });
  });

  test('a region that is not opted in', async () => {
    const { read } = await start({ regions: { ...regions, 'af-south-1': { optIn: 'not-opted-in' } } });
    expect(await failure(read('cloudwatch', 'af-south-1'))).toMatchObject({ kind: 'not_opted_in' });
  });
});

describe('a call with a transient fault is retried', () => {
  test.each(['internal', 'html', 'malformed', 'reset', 'throttle', 'hang'] as const)('%s', async (kind) => {
    const { read } = await start({ regions, callSeconds: 1, faults: [{ kind, ...target, first: 1 }] });
    expect(await read('cloudwatch')).toHaveLength(1);
  });

  test('however long the server asks to wait', async () => {
    const faults = [{ kind: 'throttle', ...target, first: 1, retryAfterSeconds: 86_400 }] as const;
    const { read } = await start({ regions, faults });
    expect(await read('cloudwatch')).toHaveLength(1);
  });
});

test('a service that denies is not asked again for each rule', async () => {
  const rules = Array.from({ length: 100 }, (_, n) => ({
    Name: `rule-${n}`,
    State: 'ENABLED' as const,
    EventPattern: { source: ['aws.guardduty'] },
  }));
  const { sample, read } = await start({
    regions: { [REGION]: { eventbridge: { buses: [{ Name: 'default', rules }] } } },
    faults: [{ kind: 'deny', operation: 'ListTargetsByRule' }],
  });
  expect(await failure(read('eventbridge'))).toMatchObject({ operation: 'ListTargetsByRule', kind: 'access_denied' });
  expect(callCounts(sample)['eventbridge:ListTargetsByRule']).toBeLessThanOrEqual(8);
});

test('a scan that is stopped leaves its calls at once, with the reason it was stopped for', async () => {
  const { sample, connect } = await start({ regions, faults: [{ kind: 'hang', ...target }] });
  const session = await connect();
  const scan = new AbortController();
  const reading = found(session, { service: 'cloudwatch', scope: REGION }, scan.signal);
  const hanging = async (): Promise<void> => {
    while (sample.calls(target).calls === 0) await new Promise(setImmediate);
    scan.abort(new Error('cancelled'));
  };
  await Promise.all([expect(reading).rejects.toThrow('cancelled'), hanging()]);
});

test('calls of a service in a region, and of a scan in all, stay under their caps', async () => {
  const names = ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'eu-west-1', 'eu-west-2', 'eu-west-3'];
  const bus = {
    Name: 'default',
    rules: Array.from({ length: 40 }, (_, n) => ({
      Name: `rule-${n}`,
      State: 'ENABLED' as const,
      EventPattern: { source: ['aws.guardduty'] },
    })),
  };
  const { sample, connect, signal } = await start({
    regions: Object.fromEntries(names.map((name) => [name, { eventbridge: { buses: [bus] } }])),
    callsAtOnce: 10,
  });
  sample.setLatency(20);
  const session = await connect();
  sample.resetCalls();
  await found(session, { service: 'eventbridge', scope: REGION }, signal);
  expect(sample.calls().peakConcurrencyInAll).toBeLessThanOrEqual(8);
  await Promise.all(session.cells(names).map((cell) => found(session, cell, signal)));
  expect(sample.calls().peakConcurrencyInAll).toBeLessThanOrEqual(10);
  expect(session.calls()).toBe(sample.calls().calls + 2);
});

describe('a service whose host name does not exist', () => {
  const nowhere = 'http://no..such.invalid';

  test('is not offered in a region that answers otherwise: no detection and no error', async () => {
    const { sample, read } = await start();
    process.env['AWS_ENDPOINT_URL_MACIE2'] = nowhere;
    expect(await read('macie')).toEqual([]);
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 2, 'sts:GetCallerIdentity': 1 });
  });

  test('may be there all the same in a region that does not answer', async () => {
    const { connect, signal } = await start();
    const session = await connect();
    process.env['AWS_ENDPOINT_URL_MACIE2'] = nowhere;
    process.env['AWS_ENDPOINT_URL_STS'] = nowhere;
    const error = await failure(found(session, { service: 'macie', scope: REGION }, signal));
    expect(error).toMatchObject({ service: 'macie', code: 'ENOTFOUND', kind: 'service_error' });
  });
});
