import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import {
  at,
  createHarness,
  type Harness,
  type Instance,
  makeTeam,
  newUser,
  type TestUser,
  untilInTeam,
} from './support/harness.js';
import {
  armTemplate,
  elasticRule,
  elasticToml,
  monitor,
  ndjson,
  savedSearches,
  sentinelYaml,
  sigmaRule,
  tar,
  yaral,
} from './support/siem-exports.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

const page = (answer: object): Uint8Array => Buffer.from(JSON.stringify(answer));
const analyticsRule = {
  name: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
  kind: 'Scheduled',
  properties: { displayName: 'a', enabled: true, query: 'AWSCloudTrail | where EventName == "StopLogging"' },
};

const secOpsRule = { ruleId: 'ru_1', ruleText: 'rule one {\n events:\n  $e.metadata.x = "y"\n condition:\n  $e\n}\n' };

describe('the rules of a SIEM are imported from what the product exports', () => {
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

  const get = async (path: string): Promise<Answer> => (await api.http.get(at(path)).set(user.key).expect(200)).body;
  const newSiem = async (kind: string, who: TestUser = user): Promise<string> => {
    const body = { name: `${kind} ${++names}`, kind };
    return (await api.http.post(at('/siems')).set(who.key).send(body).expect(200)).body.id;
  };
  const post = (id: string, file: string | Uint8Array, query: string, who: TestUser = user) =>
    api.http
      .post(at(`/siems/${id}/import?${query}`))
      .set(who.key)
      .set('content-type', 'application/octet-stream')
      .send(Buffer.from(file as string));
  const apply = async (id: string, name: string, file: string | Uint8Array): Promise<Answer> =>
    (await post(id, file, `file=${name}&apply=true`).expect(200)).body;
  const rulesOf = async (id: string): Promise<Answer[]> => (await get(`/siems/${id}/rules?page_size=200`)).rules;

  it('Splunk: savedsearches.conf, with the macros of the app, comments, defaults and searches over several lines', async () => {
    const id = await newSiem('splunk');
    const macros = '[cloudtrail]\ndefinition = sourcetype=aws:cloudtrail\n';
    const app = tar({ 'app/default/savedsearches.conf': savedSearches, 'app/default/macros.conf': macros });
    expect(await apply(id, 'app.tgz', gzipSync(app))).toMatchObject({ new_total: 3, unread_total: 1, applied: true });
    expect(await rulesOf(id)).toMatchObject([
      { name: 'Keys of a user', enabled: false, reason: 'disabled', read: 'whole' },
      {
        name: 'Trail stopped',
        key: 'Trail stopped',
        enabled: true,
        schedule: '*/5 * * * *',
        read: 'whole',
        techniques: [{ technique_id: 'T1562.008', basis: 'claimed' }],
        sigma_id: '5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a07',
        sigma_version: '0123456789ab',
      },
      { name: 'Weekly report', can_fire: 'no', reason: 'not_scheduled' },
    ]);
  });

  it('Splunk: what an app’s users changed in local comes over what it was delivered with', async () => {
    const id = await newSiem('splunk');
    const local = '[Trail stopped]\ndisabled = 1\n';
    await apply(
      id,
      'app.tar',
      tar({ 'app/default/savedsearches.conf': savedSearches, 'app/local/savedsearches.conf': local }),
    );
    const stopped = (await rulesOf(id)).find(({ name }) => name === 'Trail stopped');
    expect(stopped).toMatchObject({ enabled: false, schedule: '*/5 * * * *' });
  });

  it('Splunk: the JSON of saved/searches', async () => {
    const id = await newSiem('splunk');
    const entry = (name: string, app: string, content: object) => ({ name, acl: { app }, content });
    const search = 'sourcetype=aws:cloudtrail eventName=DeleteTrail';
    const file = JSON.stringify({
      entry: [
        entry('a', 'search', { search, disabled: false, is_scheduled: true, cron_schedule: '0 * * * *' }),
        entry('b', 'one', { search, disabled: true, is_scheduled: true }),
        entry('b', 'two', { search, disabled: false, is_scheduled: false }),
      ],
    });
    await apply(id, 'searches.json', file);
    expect((await rulesOf(id)).map(({ enabled, key, reason }) => [key, enabled, reason])).toEqual([
      ['a', true, 'no_account'],
      ['one/b', false, 'disabled'],
      ['two/b', true, 'not_scheduled'],
    ]);
  });

  it.each([
    ['splunk', [page({ entry: [{ name: 'a', content: { search: 'x' } }], paging: { total: 31 } })], '1 of 31 rules'],
    ['elastic', [page({ total: 3, data: [elasticRule('a', 'event.action: StopLogging')] })], '1 of 3 rules'],
    ['elastic', [1, 2].map((n) => page({ total: 2, data: [elasticRule(`r${n}`, 'event.action: x')] })), undefined],
    ['sentinel', [page({ value: [analyticsRule], nextLink: 'https://management.azure.com/next' })], 'a further page'],
    ['sentinel', [page({ value: [analyticsRule], nextLink: 'https://x' }), page({ value: [] })], undefined],
    ['google', [page({ rules: [secOpsRule], nextPageToken: 'MjA' })], 'a further page (nextPageToken)'],
    ['google', [page({ rules: [secOpsRule], nextPageToken: 'MjA' }), page({ rules: [] })], undefined],
  ])('%s: one page of several says so, and all pages together do not: %#', async (kind, pages, words) => {
    const id = await newSiem(kind);
    const zip = zipSync(Object.fromEntries(pages.map((bytes, index) => [`${index}.json`, bytes])));
    const { warnings } = (await post(id, zip, 'file=pages.zip').expect(200)).body;
    expect(warnings).toEqual(words === undefined ? [] : [{ kind: 'one_page', text: expect.stringContaining(words) }]);
  });

  it.each([
    [
      'splunk',
      'savedsearches.conf',
      '[a]\nsearch = | tstats count from datamodel=Change_Analysis.All_Changes\n',
      'Change_Analysis',
      'Change',
    ],
    [
      'sentinel',
      'a.json',
      JSON.stringify({
        value: [{ ...analyticsRule, properties: { displayName: 'a', query: 'ThreatIntelligenceIndicator | take 1' } }],
      }),
      'ThreatIntelligenceIndicator',
      'ThreatIntelIndicators',
    ],
    ['elastic', 'a.ndjson', ndjson([elasticRule('a', 'process.ppid: 1')]), 'process.ppid', 'process.parent.pid'],
  ])(
    '%s: a name that the product has changed is told at the import and of the rule',
    async (kind, name, file, before, now) => {
      const id = await newSiem(kind);
      expect((await apply(id, name, file)).warnings).toEqual([
        { kind: 'outdated', text: `${before} is ${now} now: a.` },
      ]);
      expect((await rulesOf(id))[0].outdated).toEqual([{ name: before, now }]);
    },
  );

  it('a name that only begins or ends as one that was changed is not told of', async () => {
    const id = await newSiem('elastic');
    const rules = [elasticRule('a', 'parent.process.ppid: 1 or process.ppid_name: 1 or process.parent.pid: 1')];
    expect((await apply(id, 'a.ndjson', ndjson(rules))).warnings).toEqual([]);
    expect((await rulesOf(id))[0].outdated).toEqual([]);
  });

  it('Sentinel: an ARM template, with a rule that Sentinel has switched off because it failed', async () => {
    const id = await newSiem('sentinel');
    expect(await apply(id, 'rules.json', armTemplate)).toMatchObject({ new_total: 2, unread_total: 1 });
    expect(await rulesOf(id)).toMatchObject([
      { name: 'AUTO DISABLED Keys of a user', can_fire: 'no', reason: 'failing' },
      {
        name: '[EU] Trail stopped',
        key: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
        enabled: true,
        read: 'whole',
        schedule: 'PT1H',
        techniques: [{ technique_id: 'T1562' }, { technique_id: 'T1562.008' }],
      },
    ]);
  });

  it('Splunk: when a search last alerted, from the JSON of fired alerts beside it in a zip', async () => {
    const id = await newSiem('splunk');
    const alert = (savedsearch_name: string, trigger_time: number) => ({
      name: 'x',
      content: { savedsearch_name, trigger_time },
    });
    const alerts = [
      alert('Trail stopped', 1764000000),
      alert('Trail stopped', 1763000000),
      alert('Another', 1765000000),
    ];
    const files = { 'savedsearches.conf': savedSearches, 'fired_alerts.json': JSON.stringify({ entry: alerts }) };
    const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
    expect(await apply(id, 'splunk.zip', zip)).toMatchObject({ new_total: 3, unread_total: 1 });
    expect((await rulesOf(id)).map(({ last_alert_at, name }) => [name, last_alert_at])).toEqual([
      ['Keys of a user', null],
      ['Trail stopped', '2025-11-24T16:00:00.000Z'],
      ['Weekly report', null],
    ]);
  });

  it('Sentinel: the JSON of the alertRules API, which says which rules are on', async () => {
    const id = await newSiem('sentinel');
    const [one, off, fusion] = JSON.parse(armTemplate).resources;
    const prefix = '/subscriptions/1/resourceGroups/g/providers/Microsoft.OperationalInsights/workspaces/w/providers';
    const value = [one, { ...off, properties: { ...off.properties, displayName: 'Keys of a user' } }, fusion].map(
      ({ kind, name, properties }) => {
        const guid = name.slice(-39, -3);
        return {
          id: `${prefix}/Microsoft.SecurityInsights/alertRules/${guid}`,
          name: guid,
          kind,
          etag: '"1"',
          properties,
        };
      },
    );
    expect(await apply(id, 'alertRules.json', JSON.stringify({ value }))).toMatchObject({
      new_total: 2,
      unread_total: 1,
    });
    expect(await rulesOf(id)).toMatchObject([
      { name: 'Keys of a user', enabled: false, reason: 'disabled', key: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f1' },
      { name: '[[EU] Trail stopped', enabled: true, read: 'whole', key: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0' },
    ]);
  });

  it('Sentinel: the YAML of a content repository, which tells nothing of whether a rule is on', async () => {
    const id = await newSiem('sentinel');
    const files = { 'Solutions/a.yaml': sentinelYaml, 'Solutions/workbook.yaml': 'title: nothing\n' };
    expect(await apply(id, 'repository.tar', tar(files))).toMatchObject({ new_total: 1, unread_total: 0 });
    expect(await rulesOf(id)).toMatchObject([{ name: 'Trail stopped', enabled: null, read: 'whole' }]);
  });

  it('Elastic: NDJSON with its last runs, and the TOML of the public repository', async () => {
    const id = await newSiem('elastic');
    const query = 'event.dataset:aws.cloudtrail and event.action:StopLogging';
    const failed = {
      execution_summary: {
        last_execution: { status: 'failed', date: '2026-11-20T10:00:00.000Z', message: 'no index' },
      },
    };
    const lines = ndjson([
      elasticRule('fails', query, failed),
      elasticRule('learns', query, { type: 'machine_learning', query: undefined }),
      elasticRule('new user', query, { type: 'new_terms', new_terms_fields: ['user.name'] }),
    ]);
    expect(await apply(id, 'rules.ndjson', lines)).toMatchObject({
      new_total: 2,
      unread: [{ place: 'rules.ndjson:2', reason: '"learns" of type machine_learning has no query' }],
      read: { whole: 1, part: 1, none: 0 },
    });
    const [fails, newUserRule] = await rulesOf(id);
    expect(fails).toMatchObject({ failing: 'no index', last_run_at: '2026-11-20T10:00:00.000Z' });
    expect(newUserRule.unread[0].why).toContain('new_terms');
    const repository = await newSiem('elastic');
    await apply(repository, 'rules.tar', tar({ 'rules/aws/a.toml': elasticToml, 'rules/README.txt': 'no rule' }));
    expect(await rulesOf(repository)).toMatchObject([
      { name: 'Trail stopped', enabled: null, can_fire: 'unknown', techniques: [{ technique_id: 'T1562.008' }] },
    ]);
  });

  it('OpenSearch: monitors, of which the clauses that are not read are named', async () => {
    const id = await newSiem('opensearch');
    const term = { term: { 'cloud.account.id': '1' } };
    const hits = {
      hits: {
        hits: [
          { _id: 'm1', _source: { monitor: monitor('one') } },
          { _id: 'm2', _source: monitor('two', [term]) },
        ],
      },
    };
    await apply(id, 'monitors.json', JSON.stringify(hits));
    expect(await rulesOf(id)).toMatchObject([
      { name: 'one', key: 'm1', read: 'whole', schedule: '5 MINUTES', sigma_version: '0123456789ab' },
      { name: 'two', key: 'm2', read: 'part', unread: [{ why: 'a clause of kind term is not read' }] },
    ]);
  });

  it('OpenSearch: the rules of Security Analytics, as its search answers them', async () => {
    const id = await newSiem('opensearch');
    const hit = (title: string, event: string) => ({
      _index: '.opensearch-sap-custom-rules-config',
      _id: `id of ${title}`,
      _source: { category: 'cloudtrail', title, rule: sigmaRule(title, event) },
    });
    const answer = { hits: { total: { value: 2 }, hits: [hit('One', 'StopLogging'), hit('Two', 'DeleteTrail')] } };
    expect(await apply(id, 'rules.json', JSON.stringify(answer))).toMatchObject({ new_total: 2, unread_total: 0 });
    expect(await rulesOf(id)).toMatchObject([
      { name: 'One', language: 'sigma', read: 'whole', enabled: null },
      { name: 'Two', language: 'sigma', read: 'whole', enabled: null },
    ]);
  });

  it('Google SecOps: the JSON that lists rules, with those that are live, archived or do not compile', async () => {
    const id = await newSiem('google');
    const rule = (ruleName: string, more: object) => ({
      ...{ ruleId: `ru_${ruleName}`, versionId: `ru_${ruleName}@v_1_1`, ruleName, compilationState: 'SUCCEEDED' },
      ruleText: `rule ${ruleName} {\n  meta:\n    author = "x"\n  events:\n    $e.metadata.log_type = "AWS_CLOUDTRAIL"\n    $e.metadata.product_event_type = "StopLogging"\n  condition:\n    $e\n}\n`,
      ...more,
    });
    const rules = [
      rule('archived', { liveRuleEnabled: true, archivedTime: '2026-01-02T03:04:05Z' }),
      rule('broken', { liveRuleEnabled: true, compilationState: 'FAILED', compilationError: 'parsing: line 3' }),
      rule('idle', {}),
      rule('live', { liveRuleEnabled: true, alertingEnabled: true }),
    ];
    await apply(id, 'rules.json', JSON.stringify({ rules, nextPageToken: 'x' }));
    expect(await rulesOf(id)).toMatchObject([
      { key: 'ru_archived', reason: 'disabled' },
      { key: 'ru_broken', reason: 'failing', reason_detail: 'parsing: line 3' },
      { key: 'ru_idle', reason: 'disabled' },
      { key: 'ru_live', name: 'live', enabled: true, read: 'whole', can_fire: 'unknown' },
    ]);
  });

  it('Google SecOps: several rules of YARA-L in one file, braces in texts and comments aside', async () => {
    const id = await newSiem('google');
    expect(await apply(id, 'rules.yaral', yaral)).toMatchObject({ new_total: 2, unread_total: 0 });
    expect(await rulesOf(id)).toMatchObject([
      { name: 'keys_of_user', place: 'rules.yaral:15' },
      { name: 'trail_stopped', place: 'rules.yaral:2', techniques: [{ technique_id: 'T1562.008' }] },
    ]);
  });

  it('Sigma: a folder of rules, with what is no rule named', async () => {
    const id = await newSiem('sigma');
    const files = {
      'rules/a.yml': sigmaRule('a', 'StopLogging'),
      'rules/two.yml': `${sigmaRule('b', 'DeleteTrail')}---\n${sigmaRule('c', 'CreateUser')}`,
      'rules/broken.yml': 'title: broken\ndetection: {condition: x}\n',
      '.github/workflow.yml': 'on: push\n',
    };
    const diff = await apply(id, 'rules.tar', tar(files));
    expect(diff).toMatchObject({ new_total: 3, unread_total: 1, unread: [{ place: 'rules/broken.yml' }] });
    expect((await rulesOf(id)).map(({ name, place }) => [name, place])).toEqual([
      ['a', 'rules/a.yml'],
      ['b', 'rules/two.yml#1'],
      ['c', 'rules/two.yml#2'],
    ]);
  });

  it('shows the difference and changes nothing, until it is applied; then exactly what was shown', async () => {
    const id = await newSiem('sigma');
    const [a, b] = [sigmaRule('a', 'StopLogging'), sigmaRule('b', 'DeleteTrail')];
    await apply(id, 'rules.yml', `${a}---\n${b}`);
    const before = await rulesOf(id);
    const file = `${a.replace('StopLogging', 'UpdateTrail')}---\n${sigmaRule('c', 'CreateUser')}`;
    const { body: shown } = await post(id, file, 'file=rules.yml').expect(200);
    expect(shown).toMatchObject({
      applied: false,
      new: [{ name: 'c' }],
      changed: [{ name: 'a', fields: ['query'] }],
      gone: [{ name: 'b' }],
      same_total: 0,
    });
    expect(await rulesOf(id)).toEqual(before);
    await post(id, a, `file=rules.yml&apply=true&expect=${shown.digest}`).expect(409);
    expect(await rulesOf(id)).toEqual(before);
    const { body: done } = await post(id, file, `file=rules.yml&apply=true&expect=${shown.digest}`).expect(200);
    expect(done.applied).toBe(true);
    const after = await rulesOf(id);
    expect(after.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(after[0].id).toBe(before[0].id);
    const { body: again } = await post(id, file, 'file=rules.yml').expect(200);
    expect(again).toMatchObject({ new_total: 0, changed_total: 0, gone_total: 0, same_total: 2 });
  });

  it('refuses a file that is no export of its kind, a broken archive, and one that unpacks without end', async () => {
    const id = await newSiem('splunk');
    const refused = async (file: string | Uint8Array, name = 'x.conf'): Promise<string> =>
      (await post(id, file, `file=${name}`).expect(400)).body.detail;
    expect(await refused('hello')).toContain('it has no saved search');
    expect(await refused('')).toContain('it is empty');
    expect(await refused(gzipSync(gzipSync('x')))).toContain('a gzip within a gzip');
    expect(await refused(gzipSync(Buffer.alloc(60 * 1024 * 1024)))).toContain('unpacks to more than 50 MB');
    expect(await refused(Buffer.from('PK\u0003\u0004 and no more'))).toContain('a broken zip');
    const google = await newSiem('google');
    await post(google, '{', 'file=rules.json').expect(200);
  });

  it('refuses a file over 50 MB by its length, before it is read', async () => {
    const id = await newSiem('sigma');
    await post(id, Buffer.alloc(50 * 1024 * 1024 + 1), 'file=x.yml').expect(413);
  });

  it('is hidden from others, and read-only for a plain member of the team', async () => {
    const id = await newSiem('sigma');
    const other = await newUser(api, 'pro');
    for (const path of [`/siems/${id}`, `/siems/${id}/rules`]) await api.http.get(at(path)).set(other.key).expect(404);
    await api.http
      .delete(at(`/siems/${id}`))
      .set(other.key)
      .expect(404);
    await post(id, sigmaRule('a', 'StopLogging'), 'apply=true', other).expect(404);
    expect((await api.http.get(at('/siems')).set(other.key).expect(200)).body).toEqual({ siems: [], total: 0 });
    const [owner, member] = [await newUser(api, 'team'), await newUser(api, 'team')];
    const team = await makeTeam(api.db, [owner, member], ['owner', 'member']);
    for (const person of [owner, member]) await untilInTeam(api, person, team);
    const shared = await newSiem('sigma', owner);
    await api.http
      .get(at(`/siems/${shared}`))
      .set(member.key)
      .expect(200);
    await post(shared, sigmaRule('a', 'StopLogging'), 'apply=true', member).expect(403);
    await api.http
      .patch(at(`/siems/${shared}`))
      .set(member.key)
      .send({ name: 'mine' })
      .expect(403);
    // When the team ends, it goes to its maker.
    await api.db('auth.teams').where({ id: team }).delete();
    expect(await api.db('coverage.siems').where({ id: shared })).toMatchObject([{ owner_id: owner.id, team_id: null }]);
    // When the maker is deleted, it is too.
    await api.db('auth.users').where({ id: owner.id }).delete();
    expect(await api.db('coverage.siems').where({ id: shared })).toEqual([]);
  });

  it('records with a change the name that the SIEM has since', async () => {
    const id = await newSiem('sigma', user);
    const patch = api.http.patch(at(`/siems/${id}`)).set(user.key);
    await patch.send({ name: 'renamed SIEM' }).expect(200);
    const [row] = await api.db('auth.audit_log').where({ action: 'siem.changed', target_id: id });
    expect(row.details).toEqual({ changed: ['name'], name: 'renamed SIEM' });
  });

  it('refuses a second SIEM of one name, and an account of somebody else', async () => {
    const body = { name: 'one name', kind: 'sigma' };
    await api.http.post(at('/siems')).set(user.key).send(body).expect(200);
    await api.http.post(at('/siems')).set(user.key).send(body).expect(409);
    const other = await newUser(api, 'pro');
    const account = { name: 'theirs', provider: 'aws', external_account_id: '111122223333' };
    const { body: theirs } = await api.http.post(at('/accounts')).set(other.key).send(account).expect(200);
    const { body: refused } = await api.http
      .post(at('/siems'))
      .set(user.key)
      .send({ name: 'another', kind: 'sigma', account_ids: [theirs.id] })
      .expect(400);
    expect(refused.detail).toContain(theirs.id);
  });
});
