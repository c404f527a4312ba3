import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { CallFailure, permissionsPolicy } from '@tripline/coverage-service';
import { ACCOUNT, awsSamples, callCounts, EXTERNAL_ID, found, REGION, useCredentials } from './support/aws.js';

const start = awsSamples();
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof CallFailure ? error : Promise.reject(error)),
  );

describe('connecting by a role', () => {
  test('takes two calls of STS: the right external id, and a wrong one that must fail', async () => {
    const { sample, connect } = await start();
    await connect();
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 2 });
  });

  test('a role that does not know us is refused with the trust it lacks, the principal and the external id', async () => {
    const { provider, connection, signal } = await start();
    const error = await failure(provider.connect({ ...connection, externalId: 'not-this-one' }, signal));
    expect(error?.error).toMatchObject({ service: 'sts', operation: 'AssumeRole', kind: 'access_denied' });
    expect(error?.message).toContain('arn:aws:iam::999900001111:user/tripline-worker');
    expect(error?.message).toContain('sts:ExternalId equals "not-this-one"');
  });

  test('a role that takes any external id is refused', async () => {
    const { connect } = await start({ roles: [{ name: 'Open', externalId: null }] });
    const error = await failure(connect());
    expect(error?.error.kind).toBe('access_denied');
    expect(error?.message).toContain(
      'anyone could have it scanned: the trust policy lacks the sts:ExternalId condition',
    );
  });

  test('such a role is accepted with a warning under ROLE_TRUST_CHECK=warn', async () => {
    const { provider, connection, signal, read } = await start({
      roles: [{ name: 'Open', externalId: null }],
      trustCheck: 'warn',
    });
    expect(await read('guardduty')).toEqual([]);
    const check = await provider.check(connection, signal);
    expect(check).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('lacks the sts:ExternalId condition')],
    });
  });

  test('a role of another account, or none, is refused without asking AWS', async () => {
    const { sample, provider, connection, signal } = await start();
    const other = await failure(
      provider.connect({ ...connection, roleArn: 'arn:aws:iam::444455556666:role/TriplineScanner' }, signal),
    );
    const none = await failure(provider.connect({ ...connection, roleArn: null }, signal));
    expect(other?.message).toContain(`does not belong to AWS account ${ACCOUNT}`);
    expect(none?.message).toContain('no role yet');
    expect(sample.calls().calls).toBe(0);
  });

  test('a fault of STS is not reported as a refused role', async () => {
    const { connect } = await start({ faults: [{ kind: 'internal', service: 'sts' }] });
    expect((await failure(connect()))?.error).toMatchObject({ kind: 'service_error', attempts: 5 });
  });

  test('a worker without credentials of its own is reported as that', async () => {
    const { sample, connect } = await start();
    useCredentials({ AWS_ENDPOINT_URL: sample.url });
    expect((await failure(connect()))?.error).toMatchObject({ code: 'CredentialsProviderError', kind: 'unexpected' });
  });
});

describe("connecting with the worker's own credentials", () => {
  test('works for the account that they belong to', async () => {
    const { sample, provider, connection, signal } = await start();
    useCredentials({
      AWS_ENDPOINT_URL: sample.url,
      AWS_ACCESS_KEY_ID: 'AKIAOFTHEACCOUNT0000',
      AWS_SECRET_ACCESS_KEY: 'x',
    });
    const session = await provider.connect({ ...connection, roleArn: null, ownCredentials: true }, signal);
    expect((await session.listScopes()).enabled).toEqual([REGION]);
    session.close();
    expect(callCounts(sample)).toEqual({ 'sts:GetCallerIdentity': 1, 'ec2:DescribeRegions': 1 });
  });

  test('is refused for any other account', async () => {
    const { provider, connection, signal } = await start();
    const error = await failure(provider.connect({ ...connection, ownCredentials: true }, signal));
    expect(error?.message).toContain(`belong to AWS account 999900001111, not to ${ACCOUNT}`);
  });
});

describe('the principal that roles must trust', () => {
  test('is the user that the worker runs as, asked once', async () => {
    const { sample, provider } = await start();
    expect((await provider.setup(EXTERNAL_ID)).workerPrincipal).toBe('arn:aws:iam::999900001111:user/tripline-worker');
    await provider.setup(EXTERNAL_ID);
    expect(callCounts(sample)).toEqual({ 'sts:GetCallerIdentity': 1 });
  });

  test('is the role behind a session', async () => {
    const { sample, provider, connection } = await start();
    const sts = new STSClient({ region: REGION });
    const { Credentials: session } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: connection.roleArn ?? '',
        RoleSessionName: 'worker-7',
        ExternalId: EXTERNAL_ID,
      }),
    );
    sts.destroy();
    useCredentials({
      AWS_ENDPOINT_URL: sample.url,
      AWS_ACCESS_KEY_ID: session?.AccessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: session?.SecretAccessKey ?? '',
      AWS_SESSION_TOKEN: session?.SessionToken ?? '',
    });
    expect((await provider.setup(EXTERNAL_ID)).workerPrincipal).toBe(`arn:aws:iam::${ACCOUNT}:role/TriplineScanner`);
  });

  test('is unknown while STS does not say, and asked for again after a minute', async () => {
    const { sample, provider } = await start({ faults: [{ kind: 'deny', service: 'sts', first: 1 }] });
    expect((await provider.setup(EXTERNAL_ID)).workerPrincipal).toBeNull();
    expect((await provider.setup(EXTERNAL_ID)).workerPrincipal).toBeNull();
    const { now } = Date;
    Date.now = () => now() + 60_000;
    try {
      expect((await provider.setup(EXTERNAL_ID)).workerPrincipal).toBe(
        'arn:aws:iam::999900001111:user/tripline-worker',
      );
    } finally {
      Date.now = now;
    }
    expect(callCounts(sample)).toEqual({ 'sts:GetCallerIdentity': 2 });
  });
});

describe('regions', () => {
  const regions = {
    'eu-west-1': {},
    'us-east-1': {},
    'me-central-1': { optIn: 'opted-in' as const },
    'af-south-1': { optIn: 'not-opted-in' as const },
  };

  test('those opted in to are scanned, the others are named with the reason', async () => {
    const { connect } = await start({ regions });
    expect(await (await connect()).listScopes()).toEqual({
      enabled: ['eu-west-1', 'me-central-1', 'us-east-1'],
      skipped: [{ scope: 'af-south-1', reason: 'not_opted_in' }],
    });
  });

  test('AWS_REGION says where regions and the role are asked for', async () => {
    const { sample, connect } = await start({ regions });
    process.env['AWS_REGION'] = 'eu-west-1';
    await (await connect()).listScopes();
    expect(sample.calls({ region: 'eu-west-1' }).calls).toBe(3);
  });

  test('a role that may not list them is told which permission is missing', async () => {
    const { connect, provider, connection, signal } = await start({ faults: [{ kind: 'deny', service: 'ec2' }] });
    const error = await failure((await connect()).listScopes());
    expect(error?.error.kind).toBe('access_denied');
    expect(error?.message).toContain('lacks ec2:DescribeRegions');
    expect(await provider.check(connection, signal)).toMatchObject({
      ok: false,
      missingActions: ['ec2:DescribeRegions'],
    });
  });

  test('a region name is one that AWS has, not one that looks like it', async () => {
    const { provider } = await start();
    const names = ['us-east-1', 'ap-southeast-7', 'mx-central-1', 'cn-north-1', 'us-gov-west-1', 'eusc-de-east-1'];
    expect(names.filter((name) => !provider.isScopeName(name))).toEqual([]);
    const none = ['us-east-9', 'mars-north-1', 'US-EAST-1', 'us-east-1 ', '', 'global', '__proto__'];
    expect(none.filter((name) => provider.isScopeName(name))).toEqual([]);
  });
});

describe('checking a connection', () => {
  const actions = permissionsPolicy()
    .Statement.flatMap(({ Action }) => Action)
    .sort();
  // Without it nothing else is tried.
  const untried = ['ec2:DescribeRegions'];

  test('a role with the policy lacks nothing, and nothing is written', async () => {
    const { sample, provider, connection, signal } = await start();
    expect(await provider.check(connection, signal)).toMatchObject({ ok: true, missingActions: [], warnings: [] });
    const writes = Object.keys(callCounts(sample)).filter(
      (name) => !/:(?:List|Get|Describe|BatchGet|AssumeRole$)/.test(name),
    );
    expect(writes).toEqual([]);
    // Every client went where AWS_ENDPOINT_URL says.
    const session = await provider.connect(connection, signal);
    const scanned = session.cells([REGION]).map(({ service }) => service);
    expect([...new Set(sample.calls().counts.map(({ service }) => service))].sort()).toEqual(
      [...scanned, 'sns', 'sts'].sort(),
    );
  });

  test('a role without permissions lacks every action of the policy that can be tried', async () => {
    const tried = actions.filter((action) => !untried.includes(action));
    const { provider, connection, signal } = await start({
      roles: [{ name: 'TriplineScanner', externalId: EXTERNAL_ID, deniedActions: tried }],
    });
    const check = await provider.check(connection, signal);
    expect(check.ok).toBe(true);
    expect(check.missingActions).toEqual(tried);
  });

  test.each([
    [
      'a permission is said not to be tested',
      'macie' as const,
      { ok: true, detail: expect.stringMatching(/Could not be tested now: .*macie2:GetMacieSession/) },
    ],
    ['nor the connection', 'ec2' as const, { ok: false, detail: expect.stringContaining('did not answer in time') }],
  ])('where AWS does not answer before time is up, %s', async (_name, service, expected) => {
    const { sample, provider, connection } = await start({ faults: [{ kind: 'hang', service }] });
    const time = new AbortController();
    const checking = provider.check(connection, time.signal);
    while (sample.calls({ service }).calls === 0) await new Promise(setImmediate);
    time.abort(new Error('time is up'));
    expect(await checking).toMatchObject(expected);
  });

  test('exactly the missing action is named', async () => {
    const { provider, connection, signal } = await start({
      roles: [{ name: 'TriplineScanner', externalId: EXTERNAL_ID, deniedActions: ['events:ListTargetsByRule'] }],
    });
    const check = await provider.check(connection, signal);
    expect(check.missingActions).toEqual(['events:ListTargetsByRule']);
    expect(check.detail).toContain('lacks events:ListTargetsByRule');
  });

  test('a role that cannot be assumed is reported as that', async () => {
    const { provider, connection, signal } = await start();
    const check = await provider.check({ ...connection, externalId: 'not-this-one' }, signal);
    expect(check).toMatchObject({ ok: false, missingActions: [] });
    expect(check.detail).toContain('could not be assumed');
  });
});

describe('credentials that expire while a scan runs', () => {
  const regions = Object.fromEntries(
    ['us-east-1', 'us-east-2', 'eu-west-1', 'eu-west-2'].map((region) => [
      region,
      { cloudwatch: { metricAlarms: [] } },
    ]),
  );

  test('are renewed once for all calls, and the scan goes on', async () => {
    const { sample, connect, signal } = await start({ regions });
    const session = await connect();
    const { enabled } = await session.listScopes();
    sample.resetCalls();
    sample.setFaults([{ kind: 'expire', at: new Date().toISOString() }]);
    await Promise.all(enabled.map((region) => found(session, { service: 'cloudwatch', scope: region }, signal)));
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 1, 'cloudwatch:DescribeAlarms': 8 });
  });

  test('are renewed before they end, so that no call is lost', async () => {
    const { sample, connect, signal } = await start({ regions });
    const session = await connect();
    sample.resetCalls();
    const { now } = Date;
    // A session lasts an hour; a minute and a half of it is left.
    Date.now = () => now() + 3_510_000;
    try {
      await Promise.all(
        Object.keys(regions).map((region) => found(session, { service: 'cloudwatch', scope: region }, signal)),
      );
    } finally {
      Date.now = now;
    }
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 1, 'cloudwatch:DescribeAlarms': 4 });
    expect(sample.calls().failures).toBe(0);
  });

  test('again and again are renewed as long as new ones work', async () => {
    const { sample, connect, signal } = await start({ regions });
    const session = await connect();
    sample.resetCalls();
    sample.setFaults([{ kind: 'expire', afterCalls: 1 }]);
    for (const region of Object.keys(regions)) await found(session, { service: 'cloudwatch', scope: region }, signal);
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 3, 'cloudwatch:DescribeAlarms': 7 });
  });

  test('and new ones that do not work either fail the call as expired, without an endless renewal', async () => {
    const { sample, connect, signal } = await start({ regions });
    const session = await connect();
    sample.resetCalls();
    sample.setFaults([{ kind: 'expire' }]);
    for (const region of Object.keys(regions)) {
      const error = await failure(found(session, { service: 'cloudwatch', scope: region }, signal));
      expect(error?.error).toMatchObject({ kind: 'expired', region });
    }
    expect(callCounts(sample)['sts:AssumeRole']).toBe(1);
  });

  test('of a role that was closed meanwhile fail with access_denied', async () => {
    const { sample, connect, signal } = await start({ regions });
    const session = await connect();
    sample.setFaults([
      { kind: 'expire', service: 'cloudwatch' },
      { kind: 'deny', service: 'sts' },
    ]);
    const error = await failure(found(session, { service: 'cloudwatch', scope: 'us-east-1' }, signal));
    expect(error?.error).toMatchObject({ service: 'sts', operation: 'AssumeRole', kind: 'access_denied' });
  });
});
