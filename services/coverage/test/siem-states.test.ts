import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';
import { analyticsRules, elasticRule, ndjson, tar } from './support/siem-exports.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

const QUERY = 'sourcetype=aws:cloudtrail eventName=StopLogging';
const search = (name: string, settings: string): string =>
  `[${name}]\nenableSched = 1\nsearch = ${QUERY}\n${settings}\n`;
const YARAL = (name: string): string =>
  `rule ${name} {\n  events:\n    $e.metadata.product_event_type = "StopLogging"\n  condition:\n    $e\n}\n`;

describe('a rule of a SIEM that runs may still tell nobody, never run, or be held back, and says so', () => {
  let harness: Harness;
  let api: Instance;
  let user: TestUser;
  let names = 0;
  beforeAll(async () => {
    harness = await createHarness();
    api = harness.start();
    user = await newUser(api, 'pro');
  });
  afterAll(() => harness.close());

  /** The rules of a new SIEM after an import: of each what stands under some names. */
  const imported = async (kind: string, file: string, bytes: string | Uint8Array): Promise<Answer> => {
    const body = { name: `${kind} ${++names}`, kind };
    const { id } = (await api.http.post(at('/siems')).set(user.key).send(body).expect(200)).body;
    await api.http
      .post(at(`/siems/${id}/import?file=${file}&apply=true`))
      .set(user.key)
      .set('content-type', 'application/octet-stream')
      .send(Buffer.from(bytes as string))
      .expect(200);
    const rules = await listed(id, 'page_size=200');
    return { id, of: Object.fromEntries(rules.rules.map((rule: Answer) => [rule.name, rule])) };
  };
  const listed = async (id: string, query: string): Promise<Answer> =>
    (
      await api.http
        .get(at(`/siems/${id}/rules?${query}`))
        .set(user.key)
        .expect(200)
    ).body;
  const reasons = (of: Record<string, Answer>) =>
    Object.fromEntries(Object.entries(of).map(([name, { can_fire, reason }]) => [name, `${can_fire} ${reason}`]));

  // https://docs.splunk.com/Documentation/Splunk/latest/Admin/Savedsearchesconf: alert.track, action.<action_name>
  it('Splunk: a scheduled search without an action that is on, and without a tracked alert, tells nobody', async () => {
    const { of } = await imported(
      'splunk',
      'savedsearches.conf',
      [
        search('report', 'counttype = always'),
        search('alert without an action', 'counttype = number of events\nalert.track = auto'),
        search('action that is off', 'action.email = 0\naction.email.to = soc@example.com'),
        search('keeps a lookup', 'action.populate_lookup = 1\naction.escu = 1'),
        search('tracked', 'alert.track = 1'),
        search('mails', 'action.email = 1'),
        search('notable', 'action.notable = 1'),
        search('summary', 'action.summary_index = 1'),
        search('logs an event', 'action.logevent = 1'),
        `[sends]\nenableSched = 1\nsearch = ${QUERY} | sendalert risk\n`,
      ].join('\n'),
    );
    const silent = 'no tells_nobody';
    const open = 'unknown no_account';
    expect(reasons(of)).toEqual({
      ...{ report: silent, 'alert without an action': silent, 'action that is off': silent, 'keeps a lookup': silent },
      ...{ tracked: open, mails: open, notable: open, summary: open, sends: open, 'logs an event': open },
    });
    for (const name of ['summary', 'logs an event'])
      expect(of[name].held_back).toEqual(['it only writes what it finds into an index']);
  });

  it('Splunk: an answer of the REST API that has not the fields for it is not said to tell nobody', async () => {
    const entry = (name: string, content: object) => ({
      name,
      content: { search: QUERY, is_scheduled: true, ...content },
    });
    const entries = [
      entry('bare', {}),
      entry('nobody', { actions: '', 'alert.track': 'auto', alert_type: 'always' }),
      entry('mails', { actions: 'email', 'alert.track': '0' }),
    ];
    const { of } = await imported('splunk', 'searches.json', JSON.stringify({ entry: entries }));
    expect(reasons(of)).toEqual({
      ...{ bare: 'unknown no_account', nobody: 'no tells_nobody', mails: 'unknown no_account' },
    });
  });

  it('Splunk: a schedule on days that no month has never comes; suppression is told of', async () => {
    const { of } = await imported(
      'splunk',
      'savedsearches.conf',
      [
        search('31 February', 'cron_schedule = 0 0 31 2 *\nalert.track = 1'),
        search('31 of short months', 'cron_schedule = 0 0 31 4,6,9,11 *\nalert.track = 1'),
        search('29 February', 'cron_schedule = 0 0 29 2 *\nalert.track = 1'),
        search('31 or Mondays', 'cron_schedule = 0 0 31 2 1\nalert.track = 1'),
        search(
          '30 of any',
          'cron_schedule = */5 * 30-31 2-3 *\nalert.track = 1\nalert.suppress = 1\nalert.suppress.period = 4h\nalert.suppress.fields = user',
        ),
      ].join('\n'),
    );
    expect(reasons(of)).toEqual({
      ...{ '31 February': 'no never_runs', '31 of short months': 'no never_runs', '29 February': 'unknown no_account' },
      ...{ '31 or Mondays': 'unknown no_account', '30 of any': 'unknown no_account' },
    });
    expect(of['30 of any'].held_back).toEqual(['after an alert it is quiet for 4h for the same user']);
  });

  // https://docs.splunk.com/Documentation/Splunk/latest/Admin/Appconf: [install] state
  it('Splunk: an app that is switched off runs none of its searches, and local comes over default', async () => {
    const app = (name: string, conf: Readonly<Record<string, string>>) => ({
      [`${name}/default/savedsearches.conf`]: search(`of ${name}`, 'alert.track = 1'),
      ...Object.fromEntries(
        Object.entries(conf).map(([folder, state]) => [`${name}/${folder}/app.conf`, `[install]\nstate = ${state}\n`]),
      ),
    });
    const files = {
      ...app('off', { default: 'disabled' }),
      ...app('on', { default: 'enabled' }),
      ...app('again', { default: 'disabled', local: 'enabled' }),
    };
    const { of } = await imported('splunk', 'apps.tar', tar(files));
    expect(reasons(of)).toEqual({
      ...{ 'of off': 'no disabled', 'of on': 'unknown no_account', 'of again': 'unknown no_account' },
    });
  });

  // https://learn.microsoft.com/rest/api/securityinsights/alert-rules/list
  it('Sentinel: a rule that stops after an alert, or makes no incident, says so', async () => {
    const { id, of } = await imported(
      'sentinel',
      'rules.json',
      analyticsRules({
        plain: {
          suppressionEnabled: false,
          suppressionDuration: 'PT5H',
          incidentConfiguration: { createIncident: true },
        },
        stops: { suppressionEnabled: true, suppressionDuration: 'PT5H' },
        quiet: { incidentConfiguration: { createIncident: false } },
      }),
    );
    const held = Object.entries(of).map(([name, rule]) => [name, (rule as Answer).held_back]);
    expect(Object.fromEntries(held)).toEqual({
      ...{ plain: [], stops: ['after an alert it stops for PT5H'], quiet: ['its alerts make no incident'] },
    });
    const { text } = await api.http
      .get(at(`/siems/${id}/rules?format=csv`))
      .set(user.key)
      .expect(200);
    const [header = '', ...lines] = text.trim().split('\r\n');
    expect(header).toMatch(/,held_back$/);
    expect(lines.map((line: string) => line.split(',').at(-1))).toEqual([
      ...['', 'its alerts make no incident', 'after an alert it stops for PT5H'],
    ]);
  });

  // https://www.elastic.co/docs/api/doc/kibana/operation/operation-exportrules
  it('Elastic: exceptions and filters beside the query are not read; muting, suppression and building blocks are told of', async () => {
    const query = 'event.dataset:aws.cloudtrail and event.action:StopLogging';
    const { of } = await imported(
      'elastic',
      'rules.ndjson',
      ndjson([
        elasticRule('plain', query, { exceptions_list: [], filters: [] }),
        elasticRule('excepted', query, { exceptions_list: [{ list_id: 'known admins', type: 'detection' }] }),
        elasticRule('filtered', query, {
          filters: [{ meta: { negate: true }, query: {} }, { meta: { disabled: true } }],
        }),
        elasticRule('muted', query, { mute_all: true, is_snoozed_until: '2030-01-02T03:04:05.000Z' }),
        elasticRule('grouped', query, {
          alert_suppression: { group_by: ['user.name'], duration: { value: 5, unit: 'h' } },
        }),
        elasticRule('block', query, { building_block_type: 'default' }),
      ]),
    );
    expect(Object.fromEntries(Object.entries(of).map(([name, rule]) => [name, (rule as Answer).read]))).toEqual({
      ...{ plain: 'whole', excepted: 'part', filtered: 'part', muted: 'whole', grouped: 'whole', block: 'whole' },
    });
    expect(of['excepted'].unread).toMatchObject([{ why: 'its exceptions are not read (known admins)' }]);
    expect(of['filtered'].unread).toMatchObject([{ why: 'the 1 filters beside its query are not read' }]);
    expect(of['plain'].held_back).toEqual([]);
    expect(of['muted'].held_back).toEqual([
      'its actions are muted',
      'its actions are muted until 2030-01-02T03:04:05.000Z',
    ]);
    expect(of['grouped'].held_back).toEqual(['alerts with the same user.name are one']);
    expect(of['block'].held_back).toEqual(['its alerts are building blocks, hidden by default']);
  });

  // https://docs.cloud.google.com/chronicle/docs/reference/rest/v1alpha/RuleDeployment
  it('Google SecOps: the list of deployments beside that of rules says which run and alert; what is left out is off', async () => {
    const parent = 'projects/p/locations/eu/instances/i/rules';
    const files = (states: Readonly<Record<string, object>>) => ({
      'a-deployments.json': JSON.stringify({
        ruleDeployments: Object.entries(states).map(([name, state]) => ({
          name: `${parent}/ru_${name}/deployment`,
          ...state,
        })),
      }),
      'rules.json': JSON.stringify({
        rules: [...Object.keys(states), 'unsaid'].map((name) => ({
          ...{ name: `${parent}/ru_${name}`, displayName: name, text: YARAL(name), compilationState: 'SUCCEEDED' },
        })),
      }),
    });
    const { of } = await imported(
      'google',
      'rules.tar',
      tar(
        files({
          live: { enabled: true, alerting: true, runFrequency: 'LIVE', executionState: 'DEFAULT' },
          silent: { enabled: true, runFrequency: 'HOURLY' },
          off: { alerting: true },
          archived: { archived: true, archiveTime: '2026-01-02T03:04:05Z' },
          paused: { enabled: true, alerting: true, executionState: 'PAUSED' },
          limited: { enabled: true, alerting: true, executionState: 'LIMITED' },
        }),
      ),
    );
    expect(reasons(of)).toEqual({
      ...{ live: 'unknown no_account', silent: 'no tells_nobody', off: 'no disabled', archived: 'no disabled' },
      ...{ paused: 'no failing', limited: 'unknown no_account', unsaid: 'unknown no_account' },
    });
    expect(of['live']).toMatchObject({ enabled: true, schedule: 'LIVE', held_back: [] });
    expect(of['limited'].held_back).toEqual(['the product limits it, and does not run it each time (LIMITED)']);
    expect(of['unsaid'].enabled).toBeNull();
  });

  it('a schedule or a pause that no product writes so is no schedule, and takes no rule with it', async () => {
    const endless = `0 0 ${'1,'.repeat(200_000)}1 2 *`;
    const splunk = [
      search('long', `cron_schedule = ${endless}\nalert.track = 1`),
      search('backwards', 'cron_schedule = 0 0 31,5-1 2 *\nalert.track = 1'),
      search('plain', 'alert.track = 1'),
    ].join('\n');
    const open = 'unknown no_account';
    expect(reasons((await imported('splunk', 'savedsearches.conf', splunk)).of)).toEqual({
      ...{ long: open, backwards: open, plain: open },
    });
    const notText = { toString: 1, valueOf: 1 };
    const query = 'event.dataset:aws.cloudtrail and event.action:StopLogging';
    const elastic = ndjson([
      elasticRule('odd', query, { alert_suppression: { duration: { value: notText, unit: notText } } }),
      elasticRule('within', query, { alert_suppression: { duration: { value: 5, unit: 'h' } } }),
    ]);
    const { of } = await imported('elastic', 'rules.ndjson', elastic);
    expect(of['odd'].held_back).toEqual([]);
    expect(of['within'].held_back).toEqual(['alerts within 5h are one']);
    const monitor = (name: string, interval: unknown) => ({
      ...{ type: 'monitor', name, schedule: { period: { interval, unit: 'MINUTES' } } },
      inputs: [{ search: { indices: ['a'], query: { query: { query_string: { query: 'eventName:StopLogging' } } } } }],
    });
    const file = JSON.stringify([monitor('odd', notText), monitor('timed', 5)]);
    const monitors = (await imported('opensearch', 'monitors.json', file)).of;
    expect([monitors['odd'].schedule, monitors['timed'].schedule]).toEqual([null, '5 MINUTES']);
  });

  it('OpenSearch: a monitor without a trigger tells nobody', async () => {
    const monitor = (name: string, triggers: readonly object[]) => ({
      ...{ type: 'monitor', name, enabled: true, triggers },
      inputs: [
        {
          search: { indices: ['cloudtrail-*'], query: { query: { query_string: { query: 'eventName:StopLogging' } } } },
        },
      ],
    });
    const file = JSON.stringify([
      monitor('silent', []),
      monitor('alerts', [{ query_level_trigger: { name: 'found' } }]),
    ]);
    expect(reasons((await imported('opensearch', 'monitors.json', file)).of)).toEqual({
      ...{ silent: 'no tells_nobody', alerts: 'unknown no_account' },
    });
  });

  it('narrows the list by reason and by how far the query was read, and counts what each other choice would give', async () => {
    const whole = search('a', 'alert.track = 1') + search('b', '') + search('c', '') + search('d', 'disabled = 1');
    const part = `[e]\nenableSched = 1\nsearch = ${QUERY} | rex field=x "(?<y>a)" | search y=b\n`;
    const { id } = await imported('splunk', 'savedsearches.conf', whole + part);
    const names = async (query: string) => (await listed(id, query)).rules.map(({ name }: Answer) => name);
    expect(await names('reason=tells_nobody')).toEqual(['b', 'c', 'e']);
    expect(await names('reason=tells_nobody&read=whole')).toEqual(['b', 'c']);
    expect(await names('reason=disabled&can_fire=unknown')).toEqual([]);
    const all = await listed(id, 'page_size=1&page=2');
    expect(all).toMatchObject({
      total: 5,
      counts: {
        can_fire: [
          { value: 'no', total: 4 },
          { value: 'unknown', total: 1 },
        ],
        reason: [
          { value: 'tells_nobody', total: 3 },
          { value: 'disabled', total: 1 },
          { value: 'no_account', total: 1 },
        ],
        read: [
          { value: 'whole', total: 4 },
          { value: 'part', total: 1 },
        ],
      },
    });
    // The filter's own counts stay as they are without it; the others follow it.
    const { counts, total } = await listed(id, 'reason=tells_nobody&page=9');
    expect(total).toBe(3);
    expect(counts.reason).toEqual(all.counts.reason);
    expect(counts.read).toEqual([
      { value: 'whole', total: 2 },
      { value: 'part', total: 1 },
    ]);
    expect((await listed(id, 'q=A')).counts.reason).toEqual([{ value: 'no_account', total: 1 }]);
  });
});
