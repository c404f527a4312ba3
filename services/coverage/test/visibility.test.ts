import { type AwsSample, type RegionInventory, startAwsSample, type Trail } from '@tripline/aws-sample';
import { createAwsProvider } from '@tripline/coverage-service';
import { createLog } from '@tripline/service';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { useCredentials } from './support/aws.js';
import { at, newUser } from './support/harness.js';
import { addAccount, createScanHarness, type ScanHarness, scanOnce } from './support/scan-harness.js';

const HOME = 'us-east-1';
const AWAY = 'eu-west-1';
const NETWORK = 'vpc-0a';
/** Shown by events that change something alone, by such that only read, by data events of S3 too, and by flow logs alone. */
const CHANGES = 'T1685.002';
const READS = 'T1580';
const OBJECTS = 'T1530';
const TRAFFIC = 'T1190';
/** Shown by no event that is known, nor by flow logs. */
const NOTHING = 'T1687';

/** An account with a trail of every region that takes everything, and flow logs in both regions. */
function everything(trail: Partial<Trail> = {}): Record<string, RegionInventory> {
  const network: RegionInventory = {
    ec2: {
      vpcs: [{ vpcId: NETWORK }],
      flowLogs: [{ flowLogId: 'fl-0a', resourceId: NETWORK, trafficType: 'ALL' }],
    },
  };
  return {
    [HOME]: {
      ...structuredClone(network),
      cloudtrail: {
        trails: [
          {
            Name: 'main',
            IsMultiRegionTrail: true,
            IncludeGlobalServiceEvents: true,
            status: { IsLogging: true },
            eventSelectors: [
              {
                ReadWriteType: 'All',
                IncludeManagementEvents: true,
                DataResources: [{ Type: 'AWS::S3::Object', Values: ['arn:aws:s3'] }],
              },
            ],
            ...trail,
          },
        ],
      },
    },
    [AWAY]: structuredClone(network),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

describe('visibility', () => {
  const before = { ...process.env };
  let sample: AwsSample;
  let scans: ScanHarness;
  /** The account that has everything, and of which the tests take something away. */
  let whole: string;
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
  });
  afterAll(async () => {
    await scans.close();
    await sample.close();
    process.env = before;
  });

  const get = async (path: string): Promise<Answer> =>
    (await scans.api.http.get(at(path)).set(scans.user.key).expect(200)).body;
  /** A connected account with this content, in whose ARNs 111122223333 stands for its own number; gives its id. */
  async function connected(regions: Record<string, RegionInventory>, deniedActions: string[] = []): Promise<string> {
    const id = await addAccount(scans);
    const { external_account_id: number } = await get(`/accounts/${id}`);
    await fetch(`${sample.url}/sample/accounts/${number}`, {
      method: 'PUT',
      body: JSON.stringify({ roles: [{ name: 'tripline', externalId: null, deniedActions }], regions }).replaceAll(
        '111122223333',
        number,
      ),
    });
    return id;
  }
  async function visibility(id: string): Promise<Answer> {
    await scanOnce(scans, id);
    return get(`/accounts/${id}/coverage/visibility?limit=500`);
  }
  const found = ({ techniques }: Answer, id: string): Answer =>
    techniques.find((one: Answer) => one.technique_id === id);

  test('is told of every technique with the source that bears it out, and can be derived by hand from the answer', async () => {
    const regions = everything({
      eventSelectors: [{ ReadWriteType: 'WriteOnly', IncludeManagementEvents: true, DataResources: [] }],
    });
    regions[AWAY] = { ...regions[AWAY], ec2: { vpcs: [{ vpcId: NETWORK }] } };
    const id = await connected(regions);
    const answer = await visibility(id);
    expect(answer.techniques).toHaveLength(answer.total);
    for (const one of answer.techniques) {
      const visible = one.regions_needed.filter((region: string) =>
        one.logs.some((log: Answer) => arrivesByHand(answer.sources, log, region)),
      );
      expect([one.technique_id, one.regions_visible]).toEqual([one.technique_id, visible]);
      const all = one.regions_needed.length > 0 && visible.length === one.regions_needed.length;
      const byHand = one.excluded ? 'excluded' : one.status === 'covered' ? 'detected' : all ? 'visible' : 'blind';
      expect([one.technique_id, one.visibility]).toEqual([one.technique_id, byHand]);
      for (const { arrives } of one.logs) {
        for (const { source } of arrives) expect(answer.sources.map(({ name }: Answer) => name)).toContain(source);
      }
      if (one.visibility === 'blind') expect(one.reasons).not.toEqual([]);
    }
    const summary = await get(`/accounts/${id}/coverage`);
    const visible = answer.techniques.filter((one: Answer) => one.visibility === 'visible');
    expect(summary.visible_techniques).toBe(visible.length);
    expect(visible.length).toBeGreaterThan(20);
    expect((await get(`/accounts/${id}/coverage/visibility?visibility=blind&tactic=discovery`)).techniques).toEqual(
      answer.techniques.filter((one: Answer) => one.visibility === 'blind' && one.tactics.includes('TA0007')),
    );
    expect((await get(`/accounts/${id}/coverage/visibility?technique=t1078`)).techniques).toEqual(
      answer.techniques.filter((one: Answer) => one.technique_id === 'T1078'),
    );
  });

  test('holds where a trail of every region and flow logs of every network are there', async () => {
    whole = await connected(everything());
    const answer = await visibility(whole);
    for (const id of [CHANGES, READS, OBJECTS, TRAFFIC]) {
      expect(found(answer, id)).toMatchObject({
        visibility: 'visible',
        score: 4,
        regions_visible: [AWAY, HOME],
        regions_blind: [],
        reasons: [],
      });
    }
  });

  test.each<[string, (regions: Record<string, Answer>) => void, string, string, string, string[]]>([
    ['the trail is gone', (all) => delete all[HOME].cloudtrail, CHANGES, 'aws:no_trail', 'no trail', [AWAY, HOME]],
    [
      'the trail is stopped',
      (all) => Object.assign(all[HOME].cloudtrail.trails[0].status, { IsLogging: false }),
      CHANGES,
      'aws:trail_stopped',
      'main is stopped',
      [AWAY, HOME],
    ],
    [
      'the trail cannot deliver',
      (all) => Object.assign(all[HOME].cloudtrail.trails[0].status, { LatestDeliveryError: 'NoSuchBucket' }),
      CHANGES,
      'aws:not_delivered',
      'main cannot deliver',
      [AWAY, HOME],
    ],
    [
      'the trail is of one region',
      (all) => Object.assign(all[HOME].cloudtrail.trails[0], { IsMultiRegionTrail: false }),
      CHANGES,
      'aws:no_trail',
      AWAY,
      [AWAY],
    ],
    [
      'the selector takes only what changes something',
      (all) => Object.assign(all[HOME].cloudtrail.trails[0].eventSelectors[0], { ReadWriteType: 'WriteOnly' }),
      READS,
      'not_selected',
      'main does not select them',
      [AWAY, HOME],
    ],
    [
      'a flow log is gone',
      (all) => delete all[AWAY].ec2.flowLogs,
      TRAFFIC,
      'aws:no_flow_log',
      `${NETWORK} has no flow log`,
      [AWAY],
    ],
    [
      'a network has no flow log',
      (all) => all[HOME].ec2.vpcs.push({ vpcId: 'vpc-0b' }),
      TRAFFIC,
      'aws:some_networks',
      'vpc-0b has no flow log',
      [HOME],
    ],
    [
      'a flow log takes rejected traffic only',
      (all) => Object.assign(all[HOME].ec2.flowLogs[0], { trafficType: 'REJECT' }),
      TRAFFIC,
      'aws:some_traffic',
      'accepted or rejected traffic only',
      [HOME],
    ],
    [
      'a flow log cannot be delivered',
      (all) => Object.assign(all[HOME].ec2.flowLogs[0], { deliverLogsStatus: 'FAILED' }),
      TRAFFIC,
      'aws:not_delivered',
      'cannot be delivered',
      [HOME],
    ],
  ])('ends where %s, and the answer says which link is missing', async (_, change, technique, reason, said, blind) => {
    const regions = everything();
    change(regions);
    const { external_account_id: number } = await get(`/accounts/${whole}`);
    sample.account(number).regions = regions;
    const after = found(await visibility(whole), technique);
    expect(after).toMatchObject({ visibility: 'blind', score: 0, regions_blind: blind, unverified: false });
    const missing = after.logs.flatMap((log: Answer) => log.missing);
    expect(missing).toContainEqual(expect.objectContaining({ reason, regions: blind }));
    expect(after.reasons.join(' ')).toContain(said);
  });

  test('of data events asks for a selector of every resource of their type, and tells which log is missing', async () => {
    const some = everything({
      eventSelectors: [
        {
          ReadWriteType: 'All',
          IncludeManagementEvents: true,
          DataResources: [{ Type: 'AWS::S3::Object', Values: ['arn:aws:s3:::one-bucket/'] }],
        },
      ],
    });
    const { logs, score } = found(await visibility(await connected(some)), OBJECTS);
    expect(score).toBe(2);
    const read = logs.find((log: Answer) => log.log === 'cloudtrail_data_read');
    expect(read).toMatchObject({ resource_type: 'AWS::S3::Object', arrives: [] });
    expect(read.missing).toMatchObject([{ reason: 'some_resources', source: 'main', regions: [AWAY, HOME] }]);
  });

  test('reads advanced selectors, services left out, and event data stores', async () => {
    const field = (Field: string, ...Equals: string[]) => ({ Field, Equals });
    const id = await connected(
      everything({
        eventSelectors: undefined,
        advancedEventSelectors: [
          {
            FieldSelectors: [
              field('eventCategory', 'Management'),
              { Field: 'eventSource', NotEquals: ['kms.amazonaws.com'] },
            ],
          },
          { FieldSelectors: [field('eventCategory', 'Data'), field('resources.type', 'AWS::Lambda::Function')] },
        ],
      }),
    );
    const { sources } = await visibility(id);
    const trail = sources.find((source: Answer) => source.kind === 'trail');
    expect(trail.takes).toContainEqual({
      log: 'cloudtrail_management_read',
      resource_type: null,
      whole: true,
      leaves_out: ['kms.amazonaws.com'],
    });
    expect(trail.takes).toContainEqual(
      expect.objectContaining({ log: 'cloudtrail_data_write', resource_type: 'AWS::Lambda::Function', whole: true }),
    );
    const store = await connected({
      [HOME]: {
        cloudtrail: {
          eventDataStores: [
            {
              Name: 'lake',
              EventDataStoreArn: `arn:aws:cloudtrail:${HOME}:111122223333:eventdatastore/1`,
              Status: 'ENABLED',
              MultiRegionEnabled: true,
              AdvancedEventSelectors: [{ FieldSelectors: [field('eventCategory', 'Management')] }],
            },
          ],
        },
      },
      [AWAY]: {},
    });
    expect(found(await visibility(store), CHANGES)).toMatchObject({
      visibility: 'visible',
      regions_visible: [AWAY, HOME],
    });
  });

  test('is not claimed where the role may not look, and no network is no gap', async () => {
    const denied = await connected(everything(), ['ec2:DescribeFlowLogs', 'cloudtrail:GetTrailStatus']);
    const answer = await visibility(denied);
    for (const id of [CHANGES, TRAFFIC]) {
      expect(found(answer, id)).toMatchObject({
        visibility: 'blind',
        unverified: true,
        regions_unknown: [AWAY, HOME],
        regions_blind: [],
      });
    }
    const idle = everything();
    idle[AWAY] = {};
    expect(found(await visibility(await connected(idle)), TRAFFIC)).toMatchObject({
      visibility: 'visible',
      regions_needed: [HOME],
    });
    expect(found(answer, NOTHING)).toMatchObject({ visibility: 'blind', unverified: false, logs: [] });
  });

  test('gives way to exclusions and detections', async () => {
    const regions = everything();
    Object.assign(regions[HOME] as object, {
      guardduty: { detectors: [] },
      eventbridge: {
        buses: [
          {
            Name: 'default',
            rules: [
              {
                Name: 'users',
                State: 'ENABLED',
                EventPattern: JSON.stringify({
                  source: ['aws.iam'],
                  'detail-type': ['AWS API Call via CloudTrail'],
                  detail: { eventName: ['CreateUser'] },
                }),
                targets: [{ Id: '1', Arn: `arn:aws:sns:${HOME}:111122223333:alerts` }],
              },
            ],
          },
        ],
      },
    });
    const id = await connected(regions);
    const detected = (await visibility(id)).techniques.filter((one: Answer) => one.visibility === 'detected');
    expect(detected.map((one: Answer) => [one.technique_id, one.status])).toContainEqual(['T1136.003', 'covered']);
    const { visible_techniques: visible } = await get(`/accounts/${id}/coverage`);
    await scans.api.http
      .post(at(`/accounts/${id}/exclusions`))
      .set(scans.user.key)
      .send({ technique_id: CHANGES, kind: 'exclusion', reason: 'no trail to stop', owner: 'ops@example.com' })
      .expect(200);
    const after = await get(`/accounts/${id}/coverage/visibility?limit=500`);
    expect(found(after, CHANGES)).toMatchObject({ visibility: 'excluded', excluded: true });
    expect((await get(`/accounts/${id}/coverage`)).visible_techniques).toBe(visible - 1);
  });

  test('is exported as a Navigator layer and as files that DeTT&CT reads', async () => {
    const id = await connected(everything());
    const answer = await visibility(id);
    const layer = await get(`/accounts/${id}/coverage/visibility/navigator`);
    expect(layer).toMatchObject({ domain: 'enterprise-attack', versions: { layer: '4.5' } });
    const colour = Object.fromEntries(layer.legendItems.map((item: Answer) => [item.label, item.color]));
    for (const one of layer.techniques) {
      const told = found(answer, one.techniqueID);
      expect([one.techniqueID, one.color, one.score]).toEqual([told.technique_id, colour[told.visibility], told.score]);
    }
    const file = async (name: string): Promise<Answer> => {
      const { text } = await scans.api.http
        .get(at(`/accounts/${id}/coverage/dettect?file=${name}`))
        .set(scans.user.key)
        .expect(200)
        .expect('content-type', /application\/yaml/)
        .expect('content-disposition', new RegExp(`${name}\\.yaml`));
      // DeTT&CT wants dates, which are written without quotes.
      return load(text, { schema: YAML11_SCHEMA });
    };
    const sources = await file('data-sources');
    expect(sources).toMatchObject({ version: 1.1, file_type: 'data-source-administration' });
    const [{ applicable_to: system, platform }] = sources.systems;
    expect(platform).toEqual(['IaaS']);
    const names = sources.data_sources.map((one: Answer) => one.data_source_name);
    expect(names).toEqual(expect.arrayContaining(['Cloud Service Modification', 'Network Traffic Flow']));
    for (const { data_source: details } of sources.data_sources) {
      expect(details).toHaveLength(1);
      expect(details[0]).toMatchObject({ applicable_to: [system], available_for_data_analytics: true });
      expect(Object.prototype.toString.call(details[0].date_registered)).toBe('[object Date]');
      expect(Object.keys(details[0].data_quality).sort()).toEqual(
        ['consistency', 'data_field_completeness', 'device_completeness', 'retention', 'timeliness'].sort(),
      );
    }
    const techniques = await file('techniques');
    expect(techniques).toMatchObject({ version: 1.2, file_type: 'technique-administration', platform: ['IaaS'] });
    for (const one of techniques.techniques) {
      const told = found(answer, one.technique_id);
      expect(one.visibility[0].score_logbook).toMatchObject([{ score: told.score, auto_generated: true }]);
      const [{ date, score }] = one.detection[0].score_logbook;
      expect(score).toBe({ covered: 2, partial: 1, uncovered: -1 }[told.status as string]);
      expect(date === null).toBe(score < 0);
    }
    const stranger = await newUser(scans.api, 'pro');
    for (const path of ['visibility', 'visibility/navigator', 'dettect?file=techniques']) {
      await scans.api.http
        .get(at(`/accounts/${id}/coverage/${path}`))
        .set(stranger.key)
        .expect(404);
    }
  });
});

/** Whether a log arrives in a region, from what the answer says of its sources alone. */
function arrivesByHand(sources: Answer[], log: Answer, region: string): boolean {
  // Events of global services arrive in one region alone.
  const places = [...log.arrives, ...log.missing].flatMap(({ regions }) => regions);
  if (!places.includes(region)) return false;
  const services = log.events.map((event: string) => event.split(' ')[0]);
  return sources.some(
    (source) =>
      source.arrives &&
      (source.seen_regions.includes('*') || source.seen_regions.includes(region)) &&
      source.takes.some(
        (taken: Answer) =>
          taken.log === log.log &&
          taken.resource_type === log.resource_type &&
          taken.whole &&
          (services.length === 0 || services.some((service: string) => !taken.leaves_out.includes(service))),
      ),
  );
}
