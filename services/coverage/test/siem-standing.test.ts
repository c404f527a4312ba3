import { type AwsSample, startAwsSample } from '@tripline/aws-sample';
import { createAwsProvider } from '@tripline/coverage-service';
import { createLog } from '@tripline/service';
import { useCredentials } from './support/aws.js';
import { at } from './support/harness.js';
import { addAccount, createScanHarness, type ScanHarness, scanOnce } from './support/scan-harness.js';
import { elasticRule, ndjson } from './support/siem-exports.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

const HOME = 'us-east-1';
const trail = (source: string, event: string): string =>
  `event.dataset:aws.cloudtrail and event.provider:${source}.amazonaws.com and event.action:${event}`;

describe('which rules of a SIEM can fire is told from its state and from the logs of the accounts that feed it', () => {
  const before = { ...process.env };
  let sample: AwsSample;
  let scans: ScanHarness;
  let accountId: string;

  beforeAll(async () => {
    sample = await startAwsSample({ inventory: { accounts: {} } });
    useCredentials({ AWS_ACCESS_KEY_ID: 'AKIAWORKERWORKERWORK', AWS_SECRET_ACCESS_KEY: 'none' });
    process.env['AWS_ENDPOINT_URL'] = sample.url;
    const provider = createAwsProvider(
      { ROLE_TRUST_CHECK: 'warn', LIMIT_SCAN_CALLS_AT_ONCE: 24, LIMIT_CLOUD_CALL_SECONDS: 30 },
      createLog({ name: 'test', level: 'silent' }),
    );
    scans = await createScanHarness(provider);
    scans.startWorker(provider, { stallSeconds: 60 });
    accountId = await addAccount(scans, { regions: [HOME] });
    const { body } = await scans.api.http
      .get(at(`/accounts/${accountId}`))
      .set(scans.user.key)
      .expect(200);
    const trails = [
      {
        ...{ Name: 'main', IsMultiRegionTrail: true, IncludeGlobalServiceEvents: true, status: { IsLogging: true } },
        eventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: true, DataResources: [] }],
      },
    ];
    await fetch(`${sample.url}/sample/accounts/${body.external_account_id}`, {
      method: 'PUT',
      body: JSON.stringify({
        roles: [{ name: 'tripline', externalId: null, deniedActions: [] }],
        regions: { [HOME]: { cloudtrail: { trails } } },
      }),
    });
    await scanOnce(scans, accountId);
  });
  afterAll(async () => {
    await scans.close();
    await sample.close();
    process.env = before;
  });

  const get = async (path: string): Promise<Answer> =>
    (await scans.api.http.get(at(path)).set(scans.user.key).expect(200)).body;
  const send = async (id: string, file: string, query = 'apply=true'): Promise<Answer> =>
    (
      await scans.api.http
        .post(at(`/siems/${id}/import?file=rules.ndjson&${query}`))
        .set(scans.user.key)
        .set('content-type', 'application/octet-stream')
        .send(file)
        .expect(200)
    ).body;
  const newSiem = async (name: string, accounts: readonly string[]): Promise<string> =>
    (
      await scans.api.http
        .post(at('/siems'))
        .set(scans.user.key)
        .send({ name, kind: 'elastic', account_ids: accounts })
        .expect(200)
    ).body.id;

  const RULES = [
    elasticRule('off', trail('cloudtrail', 'StopLogging'), { enabled: false, techniques: ['T1685.002'] }),
    elasticRule('breaks', trail('cloudtrail', 'StopLogging'), {
      techniques: ['T1685.002'],
      execution_summary: {
        last_execution: { status: 'failed', message: 'the index is gone', date: '2026-11-20T10:00:00Z' },
      },
    }),
    elasticRule('reads data events', trail('s3', 'GetObject'), { techniques: ['T1530'] }),
    elasticRule('no such event', trail('cloudtrail', 'StopLoggingAtOnce'), { techniques: ['T1685.002'] }),
    elasticRule('works', trail('cloudtrail', 'StopLogging'), { techniques: ['T1685.002'] }),
  ];

  it('lists a rule that is disabled, fails, lacks its log or names no event as never firing, each with its reason, and not the one that works', async () => {
    const id = await newSiem('five rules', [accountId]);
    await send(id, ndjson(RULES));
    const { rules } = await get(`/siems/${id}/rules?can_fire=no`);
    expect(rules.map((rule: Answer) => [rule.name, rule.reason])).toEqual([
      ['breaks', 'failing'],
      ['no such event', 'event_unknown'],
      ['off', 'disabled'],
      ['reads data events', 'log_missing'],
    ]);
    expect(rules[0].reason_detail).toBe('the index is gone');
    expect(rules[3].reason_detail).toContain('GetObject of s3.amazonaws.com');
    const { rules: firing } = await get(`/siems/${id}/rules?can_fire=yes`);
    expect(firing.map((rule: Answer) => [rule.name, rule.reason])).toEqual([['works', null]]);
    expect((await get(`/siems/${id}`)).rules).toMatchObject({ total: 5, can_fire: 1, never_fires: 4, unknown: 0 });
    await scans.api.http
      .delete(at(`/siems/${id}`))
      .set(scans.user.key)
      .expect(200);
  });

  it('counts a technique as covered while the rule that sees it runs, and no longer once the SIEM has it disabled', async () => {
    const covered = async (): Promise<string> =>
      (await get(`/accounts/${accountId}/coverage/techniques?limit=500`)).techniques.find(
        (one: Answer) => one.technique_id === 'T1685.002',
      ).status;
    expect(await covered()).toBe('uncovered');
    const id = await newSiem('one rule', [accountId]);
    await send(id, ndjson([RULES[4]!]));
    expect(await covered()).toBe('covered');
    const { rules } = await get(`/siems/${id}/rules`);
    expect(rules[0].techniques).toContainEqual({ technique_id: 'T1685.002', basis: 'query' });
    const diff = await send(id, ndjson([{ ...RULES[4], enabled: false }]));
    expect(diff.changed).toMatchObject([{ name: 'works', fields: ['state'] }]);
    expect((await get(`/siems/${id}/rules`)).rules[0].id).toBe(rules[0].id);
    expect(await covered()).toBe('uncovered');
    await send(id, ndjson([RULES[4]!]));
    expect(await covered()).toBe('covered');
    await scans.api.http
      .patch(at(`/siems/${id}`))
      .set(scans.user.key)
      .send({ account_ids: [] })
      .expect(200);
    expect(await covered()).toBe('uncovered');
  });

  it('counts a search that finds and tells nobody in part, and wholly once it has an action', async () => {
    const body = { name: 'reports', kind: 'splunk', account_ids: [accountId] };
    const { id } = (await scans.api.http.post(at('/siems')).set(scans.user.key).send(body).expect(200)).body;
    const statusWith = async (settings: string): Promise<string> => {
      const search = 'search = sourcetype=aws:cloudtrail eventName=StopLogging\n';
      await scans.api.http
        .post(at(`/siems/${id}/import?file=savedsearches.conf&apply=true`))
        .set(scans.user.key)
        .set('content-type', 'application/octet-stream')
        .send(Buffer.from(`[Logins]\nenableSched = 1\n${search}${settings}`))
        .expect(200);
      const { techniques } = await get(`/accounts/${accountId}/coverage/techniques?limit=500`);
      return techniques.find((one: Answer) => one.technique_id === 'T1685.002').status;
    };
    expect(await statusWith('')).toBe('partial');
    const { rules } = await get(`/siems/${id}/rules?reason=tells_nobody`);
    const { status, status_reason } = await get(`/detections/${rules[0].accounts[0].detection_id}`);
    expect({ status, status_reason }).toEqual({ status: 'degraded', status_reason: 'tells_nobody' });
    expect(await statusWith('action.email = 1\n')).toBe('covered');
    await scans.api.http
      .delete(at(`/siems/${id}`))
      .set(scans.user.key)
      .expect(200);
  });

  it('makes a tag that the query’s events do not show a claim, which covers nothing alone', async () => {
    const id = await newSiem('claims', [accountId]);
    await send(id, ndjson([elasticRule('claims', trail('cloudtrail', 'StopLogging'), { techniques: ['T1485'] })]));
    const { rules } = await get(`/siems/${id}/rules`);
    expect(rules[0].techniques).toContainEqual({ technique_id: 'T1485', basis: 'claimed' });
    const detection = await get(`/detections/${rules[0].accounts[0].detection_id}`);
    expect(detection.mapped_techniques.find((one: Answer) => one.technique_id === 'T1485').covers).toBe(false);
  });

  it('takes how a call ended as the products write it: a rule on failed sign-ins does not notice those that succeed', async () => {
    const id = await newSiem('outcomes', [accountId]);
    const signIn = (outcome: string) => `${trail('signin', 'ConsoleLogin')} and event.outcome:${outcome}`;
    const rules = [elasticRule('fails', signIn('failure')), elasticRule('succeeds', signIn('success'))];
    await send(id, ndjson(rules));
    const [fails, succeeds] = (await get(`/siems/${id}/rules`)).rules.map(({ techniques }: Answer) =>
      techniques.map(({ technique_id }: Answer) => technique_id),
    );
    expect(fails).toContain('T1110');
    expect(fails).not.toContain('T1078');
    expect(succeeds).toContain('T1078');
    expect(succeeds).not.toContain('T1110');
  });

  it('shows no technique of a call that a rule only counts among all calls of a verb, and does where it notices each', async () => {
    const id = await newSiem('sweeps', [accountId]);
    const query = 'event.dataset:aws.cloudtrail and event.action:(Get* or List* or Describe*)';
    const counting = { type: 'threshold', threshold: { field: ['user.name'], value: 100 }, techniques: ['T1580'] };
    await send(id, ndjson([elasticRule('counts', query, counting), elasticRule('notices', query)]));
    const [counts, notices] = (await get(`/siems/${id}/rules`)).rules;
    expect(counts).toMatchObject({ read: 'whole', techniques: [{ technique_id: 'T1580', basis: 'claimed' }] });
    expect(notices.techniques).toContainEqual({ technique_id: 'T1580', basis: 'query' });
  });

  it('shows no technique of a service’s calls where a rule takes them by who calls or by a parameter, and does where it takes each', async () => {
    const id = await newSiem('by something else', [accountId]);
    const trailOf = (provider: string) => `event.dataset:aws.cloudtrail and event.provider:${provider}`;
    const service = trailOf('iam.amazonaws.com');
    const rules = [
      elasticRule('a', service),
      elasticRule('b', `${service} and event.outcome:success and source.ip:*`),
      elasticRule('c', `${service} and aws.cloudtrail.user_identity.access_key_id:ASIA*`),
      elasticRule('d', `${service} and event.action:CreateUser and aws.cloudtrail.user_identity.access_key_id:ASIA*`),
      // A pattern of every name names none, and one of a service's name is still that whole service.
      elasticRule('e', `${service} and event.action:* and aws.cloudtrail.user_identity.access_key_id:ASIA*`),
      elasticRule('f', `${trailOf('iam*')} and aws.cloudtrail.user_identity.access_key_id:ASIA*`),
      elasticRule('g', trailOf('iam*')),
    ];
    await send(id, ndjson(rules));
    const shown = (await get(`/siems/${id}/rules`)).rules.map(({ techniques }: Answer) =>
      techniques.some((one: Answer) => one.technique_id === 'T1136.003' && one.basis === 'query'),
    );
    expect(shown).toEqual([true, true, false, true, false, false, true]);
  });

  it('knows an event that a pattern names by its date, and the log of data events of other services than S3', async () => {
    const id = await newSiem('names', [accountId]);
    const rules = [
      elasticRule('by date', trail('lambda', 'DeleteFunction20*')),
      // https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-concepts.html: a data event, `readOnly: false`
      elasticRule('identity pool', trail('cognito-identity', 'GetCredentialsForIdentity')),
      elasticRule('table', trail('dynamodb', 'DeleteItem')),
    ];
    await send(id, ndjson(rules));
    const { rules: found } = await get(`/siems/${id}/rules`);
    expect(found.map(({ name, reason }: Answer) => [name, reason])).toEqual([
      ['by date', null],
      ['identity pool', 'log_missing'],
      ['table', 'log_missing'],
    ]);
    expect(found[1].reason_detail).toContain('AWS::Cognito::IdentityPool');
  });

  it('does not say that a rule on another system’s log never fires, since the SIEM may have that log from elsewhere', async () => {
    const id = await newSiem('hosts', [accountId]);
    const query = 'host.os.type:windows and event.category:process and process.name:whoami.exe';
    await send(
      id,
      ndjson([elasticRule('host rule', query, { techniques: ['T1033'], index: ['logs-endpoint.events.*'] })]),
    );
    const { rules } = await get(`/siems/${id}/rules`);
    expect(rules).toMatchObject([{ can_fire: 'unknown', reason: 'log_elsewhere', accounts: [] }]);
  });

  it('exports the rules that never fire as a file in which no cell is a formula', async () => {
    const id = await newSiem('file', [accountId]);
    await send(id, ndjson([elasticRule('=cmd|calc!A1', trail('s3', 'GetObject'), { techniques: ['T1530'] })]));
    const { text } = await scans.api.http
      .get(at(`/siems/${id}/rules?can_fire=no&format=csv`))
      .set(scans.user.key)
      .expect(200);
    const [header, line] = text.split('\r\n');
    expect(header).toMatch(/^name,can_fire,reason,/);
    expect(line).toMatch(/^"'=cmd\|calc!A1",no,log_missing,/);
  });

  it('refuses to withdraw the detection of a rule that an import made', async () => {
    const id = await newSiem('withdrawn', [accountId]);
    await send(id, ndjson([RULES[4]!]));
    const { rules } = await get(`/siems/${id}/rules`);
    const { detection_id } = rules[0].accounts[0];
    const { body } = await scans.api.http
      .delete(at(`/detections/${detection_id}`))
      .set(scans.user.key)
      .expect(409);
    expect(body.detail).toContain('imported SIEM');
  });
});
