import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const PROGRAM = fileURLToPath(new URL('../../../bench/data-builders/build.mjs', import.meta.url));

describe('npm run data', () => {
  let inputs: string;
  let out: string;
  beforeAll(() => {
    inputs = mkdtempSync(join(tmpdir(), 'inputs-'));
    out = mkdtempSync(join(tmpdir(), 'out-'));
  });
  afterAll(() => {
    for (const folder of [inputs, out]) rmSync(folder, { recursive: true, force: true });
  });

  function give(path: string, content: unknown): void {
    const full = join(inputs, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(
      full,
      content instanceof Uint8Array || typeof content === 'string' ? content : JSON.stringify(content),
    );
  }
  function build(...args: readonly string[]): {
    readonly status: number | null;
    readonly out: string;
    readonly err: string;
  } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', env: {} });
    return { status, out: stdout, err: stderr };
  }
  const made = (name: string): unknown => JSON.parse(readFileSync(join(out, 'packages/attack/data', name), 'utf8'));

  it('trains the technique model on a small sample, and finds that the same sample gives the same file', () => {
    const actions = {
      T1113: 'The implant photographs the desktop and keeps the pictures',
      T1082: 'The implant asks for the processor and the memory of the machine',
    };
    ['noon', 'spring', 'lunch', 'Mondays', 'dawn', 'dusk'].forEach((time, at) => {
      const told = Object.entries(actions).filter((_, index) => at > 3 || (at + index) % 2 === 0);
      const text = ['A ship came in.', ...told.map(([, words]) => `${words} at ${time}.`)].join('\n\n');
      const spans = told.map(([id, words]) => [text.indexOf(words), text.indexOf(words) + words.length, id]);
      give(`advisories/heron-${at}/advisory.txt`, text);
      give(`advisories/heron-${at}/case.json`, {
        ...{ id: `heron-${at}`, set: 'tram', file: 'advisory.txt', format: 'txt' },
        gold: { techniques: told.map(([id]) => id), technique_spans: spans },
      });
    });
    expect(build('model', inputs, '--out', out)).toMatchObject({ status: 0, err: '' });
    const path = join(out, 'packages/advisory/data/technique-model.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ labels: ['T1082', 'T1113'] });
    expect(build('model', inputs, '--out', out, '--check').out).toMatch(/^same /);
  });

  it('keeps which source confirms a field or a value of a product, and leaves out what is unsure', () => {
    const platforms = ['cloud-audit-1', 'cloud-audit-2', 'cloud-audit-3', 'container-audit', 'identity-1'];
    platforms.push('identity-2-audit', 'identity-2-signin', 'waf-1', 'waf-2');
    for (const end of ['auditd', 'powershell', 'security', 'sysmon']) platforms.push(`endpoint-${end}`);
    for (const platform of platforms) give(`fields/${platform}.json`, { backends: {} });
    give('fields/identity-1.json', {
      backends: {
        siem_udm: {
          scope: 'metadata.log_type = "HERON"',
          fields: { who: 'principal.user.userid', where: 'principal.ip (from version 2)', why: 'about.labels' },
          unsure: ['why'],
          sources: ['heron/rules'],
        },
      },
    });
    expect(build('map-facts', inputs, '--out', out)).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(readFileSync(join(out, 'packages/sigma/facts/published.json'), 'utf8'))).toMatchObject({
      sources: { '000': 'heron/rules' },
      udm: { 'field principal.ip': 0, 'field principal.user.userid': 0, 'metadata.log_type = HERON': 0 },
    });
  });

  it('brings campaigns of an older version to the technique that succeeded theirs', () => {
    give('attack/actors.json', {
      rows: [
        {
          id: 'G2',
          kind: 'group',
          name: 'Heron',
          aliases: ['Egret'],
          techniques: ['T1562', 'T1078', 'T1685'],
          groups: [],
        },
        { id: 'C1', kind: 'campaign', name: 'Nothing Known', aliases: [], techniques: [], groups: [] },
      ],
    });
    give('attack/attack_crosswalk.json', { rows: [{ from: 'T1562', to_v19: 'T1685' }] });
    give('attack/attack_cloud_log_sources.json', {
      rows: [
        { technique_v19: 'T1685', log_source: 'saas:audit' },
        { technique_v19: 'T1685', log_source: 'AWS:CloudTrail' },
        { technique_v19: null, log_source: 'gcp:audit' },
      ],
    });
    writeFileSync(
      join(inputs, 'attack/procedures.jsonl'),
      `${JSON.stringify({ technique: 'T1562', by: 'campaign', text: 'They stopped logging in AWS.' })}\n`,
    );
    give('attack/attack_techniques.json', { techniques: [{ id: 'T1562', prevalence: { campaigns: 4 } }] });
    give('attack/attack_techniques_v19.json', {
      meta: { attack_version: '19.0 (sample)' },
      tactics: [{ id: 'TA0112', shortname: 'defense-impairment', name: 'Defense Impairment', order: 1 }],
      techniques: [
        {
          id: 'T1685',
          name: 'Disable or Modify Tools',
          tactics: [{ id: 'TA0112', shortname: 'defense-impairment' }],
          platforms: ['Linux'],
          revoked: false,
          prevalence: { groups: 2, software: 3 },
        },
        { id: 'T1562', name: 'Impair Defenses', tactics: [], platforms: [], revoked: true, prevalence: {} },
      ],
    });
    expect(build('attack', inputs, '--out', out).status).toBe(0);
    expect(made('attack.json')).toMatchObject({
      version: '19.0',
      techniques: [{ id: 'T1685', tactics: ['defense-impairment'], prevalence: [2, 3, 4] }],
    });
    expect(made('crosswalk.json')).toEqual({ crosswalk: { T1562: 'T1685' } });
    expect(made('actors.json')).toEqual([
      { id: 'G2', kind: 'group', name: 'Heron', aliases: ['Egret'], techniques: 'T1078 T1685' },
    ]);
    expect(made('cloud-log-sources.json')).toEqual({ techniques: { T1685: ['AWS:CloudTrail', 'saas:audit'] } });
  });

  it('--check writes nothing and says which file differs from what its inputs give', () => {
    const folder = ['attack', inputs, '--out', out, '--check'];
    expect(build(...folder)).toMatchObject({ status: 0, out: expect.stringMatching(/^same {3} packages\/attack/) });
    const path = join(out, 'packages/attack/data/crosswalk.json');
    writeFileSync(path, '{}\n');
    expect(build(...folder)).toMatchObject({ status: 1, out: expect.stringMatching(/differs .*crosswalk\.json/) });
    expect(readFileSync(path, 'utf8')).toBe('{}\n');
  });

  it('counts the rules behind a technique, best supported first, and leaves out what every site is asked', () => {
    const technique = (id: string, rules: number): object => ({ id, refs: Array.from({ length: rules }, String) });
    const tables: Readonly<Record<string, readonly object[]>> = {
      auditd: [{ field: 'a0', value: 'tar', techniques: [technique('T1560', 1)] }],
      powershell_cmdlet: [{ cmdlet: 'Add-Content', techniques: [technique('T1546.013', 1)] }],
      identity_event: [
        { plane: 'okta', field: 'eventType', value: 'user.session.start ', techniques: [technique('T1562', 0)] },
        { plane: 'okta', field: 'client.ipAddress', value: '192.0.2.1', techniques: [technique('T1078', 1)] },
      ],
      k8s: [{ verb: 'create', resource: 'pods', subresource: 'exec', techniques: [technique('T1609', 1)] }],
      api: [{ cloud: 'aws', event_source: null, event_name: 'GetObject', techniques: [technique('T1530', 2)] }],
      process: [
        { product: 'linux', process: '-c', techniques: [technique('T1059', 1)] },
        {
          product: 'linux',
          process: 'tar',
          techniques: ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((n) => technique(`T100${n}`, Number(n))),
        },
      ],
      webserver: [
        { field: 'cs-method', value: 'GET', techniques: [technique('T1190', 6)] },
        { field: 'cs-uri-query', value: 'cmd=', techniques: [technique('T1505.003', 1)] },
        { field: 'cs-uri-query', value: '/shell.jsp', techniques: [technique('T1505.003', 1)] },
      ],
      windows_eventid: [{ service: 'security', event_id: 4624, techniques: [technique('T1078', 2)] }],
    };
    for (const [name, rows] of Object.entries(tables)) give(`knowledge/${name}_to_technique.json`, { rows });
    expect(build('sigma-facts', inputs, '--out', out).status).toBe(0);
    expect(made('identity-events.json')).toEqual({ okta: { 'user.session.start': ['T1685:1'] } });
    expect(made('processes.json')).toEqual({
      linux: { tar: [9, 8, 7, 6, 5, 4, 3, 2].map((n) => `T100${n}:${n}`) },
    });
    expect(made('web-requests.json')).toEqual({ 'cs-uri-query': { '/shell.jsp': ['T1505.003:1'] } });
    expect(made('kubernetes.json')).toEqual({ operations: { 'create pods/exec': ['T1609:1'] } });
  });

  it('takes what public mappings say of controls and events, and our own reading before it', () => {
    const says = (id: string | null, category?: string, value?: string): object => ({
      technique_v19: id,
      category,
      value,
    });
    give('coverage/config_rule_techniques.json', {
      rows: [
        {
          source_identifier: 'HERON_CHECK',
          techniques: [
            says('T1530', 'protect', 'significant'),
            says('T1530', 'detect', 'minimal'),
            says(null, 'detect', 'partial'),
            says('T1078', 'protect', 'minimal'),
            says('T1078', 'protect', 'partial'),
          ],
        },
      ],
    });
    give('coverage/securityhub_control_techniques.json', {
      direct: [{ security_control_id: 'Heron.1', techniques: [says('T1078', 'detect', 'minimal')] }],
      joined: [{ control: 'Heron.1', techniques: [says('T1078'), says('T1530')] }],
    });
    give('coverage/guardduty_finding_techniques.json', {
      rows: [
        {
          finding_type: 'Impact:EC2/Heron',
          listed_active: true,
          feature: 'FLOW_LOGS',
          techniques: [{ technique_v19: 'T1496', sources: [{ value: 'partial' }] }],
        },
        { finding_type: 'Impact:EC2/Gone', listed_active: false, feature: 'FLOW_LOGS', techniques: [] },
      ],
    });
    give('coverage/service_technique_scores.json', {
      rows: [{ provider: 'aws', service: 'AWS Config', ...says('T1999', 'detect', 'significant') }],
    });
    const named = (id: string, source: string): object => ({ technique_v19: id, sources: [source] });
    give('coverage/cloudtrail_event_techniques.json', {
      rows: [
        {
          event_source: 'heron.amazonaws.com',
          event_name: 'CreateHeron',
          used_in_wild: true,
          incidents: 3,
          techniques: [
            named('T1136', 'sigma'),
            named('T1098', 'traildiscover'),
            named('T1526', 'attack-analytics-18.1'),
          ],
        },
        {
          event_source: 'cloudtrail.amazonaws.com',
          event_name: 'StopLogging',
          used_in_wild: false,
          incidents: 2,
          techniques: [named('T1685', 'traildiscover'), named('T1685.002', 'sigma')],
        },
      ],
    });
    expect(build('coverage', inputs, '--out', out).status).toBe(0);
    expect(made('config-rules.json')).toMatchObject({
      HERON_CHECK: 'T1078:cpp T1530:cdm',
      ACCOUNT_PART_OF_ORGANIZATIONS: 'T1666:ipm',
    });
    expect(made('securityhub-controls.json')).toMatchObject({ controls: { 'Heron.1': 'T1078:cdm T1530:ipm' } });
    const { features } = made('guardduty-findings.json') as { features: Record<string, Record<string, string>> };
    expect(features['FOUNDATIONAL']).toMatchObject({ 'Impact:EC2/Heron': 'T1496:cdp' });
    expect(JSON.stringify(features)).not.toContain('Impact:EC2/Gone');
    expect(made('aws-services.json')).toMatchObject({
      config: { mappings: expect.stringMatching(/(?:^| )T1999:cds(?: |$)/) },
    });
    expect(made('aws-events.json')).toMatchObject({
      'heron.amazonaws.com': { CreateHeron: '3 T1098:e T1136:s' },
      'cloudtrail.amazonaws.com': { StopLogging: '*T1685.002:s T1685:e' },
      // No input names CreateUser, so that it cannot be a public source's word.
      'iam.amazonaws.com': { CreateUser: expect.not.stringMatching(/:[es]/) },
    });
  });

  it('keeps what three recordings have, without names of hosts and people, and leaves attack tooling out', () => {
    const started = (recording: number, account: string): readonly object[] => [
      { CommandLine: `C:\\Windows\\system32\\swift.exe -k ${account}`, Image: 'C:\\Windows\\System32\\swift.exe' },
      { CommandLine: 'amber.exe -enc AAAA', Image: 'C:\\amber.exe' },
      { CommandLine: `C:\\Temp\\once-${recording}.exe`, Image: `C:\\Windows\\System32\\once${recording}.exe` },
    ];
    for (const [recording, account] of ['heather', 'rowan', 'bracken', 'sorrel'].entries()) {
      const events = (recording === 3 ? [] : started(recording, account)).map((event) => ({
        Channel: 'Microsoft-Windows-Sysmon/Operational',
        EventID: 1,
        Hostname: 'LAB01.amber.example',
        User: `AMBER\\${account}`,
        ...event,
      }));
      const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      give(`telemetry/sample-${recording}.ndjson.gz`, gzipSync(lines));
    }
    expect(build('everyday', inputs, '--out', out).status).toBe(0);
    const text = readFileSync(join(out, 'packages/advisory/data/everyday.json'), 'utf8');
    const { recordings, sets, tables } = JSON.parse(text);
    expect(recordings).toBe(4);
    expect(sets).toEqual(['7']);
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({ category: ['process_creation'], recordings: 0 });
    expect(tables[0].values.slice(0, 3)).toEqual([
      ['', 'C:\\Windows\\System32\\swift.exe', 'C:\\Windows\\System32\\x.exe'],
      [''],
      ['', 'C:\\Windows\\system32\\swift.exe -k user'],
    ]);
    expect(tables[0].rows).toBe('0 1 0 1 0 0 0;0 2 0 0 0 0 0');
    expect(text).not.toMatch(/heather|LAB01|-enc/i);
  });

  it.each([
    ['a name that is none', ['everything', '/tmp'], /there is no data named everything/, 2],
    ['no folder', ['attack'], /in which folder/, 2],
    ['a folder without the inputs', ['attack', '/nowhere'], /attack_techniques_v19\.json is in none of: \/nowhere/, 1],
  ])('says what is wrong with %s', (_, args, message, code) => {
    expect(build(...args)).toMatchObject({ status: code, err: expect.stringMatching(message) });
  });

  it('refuses service models of another release than the pinned one', () => {
    give('botocore/__init__.py', "__version__ = '1.0.0'\n");
    give('botocore/data/iam/2010-05-08/service-2.json.gz', gzipSync('{"operations":{}}'));
    expect(build('aws', inputs, '--out', out)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/of botocore 1\.0\.0, not of \d/),
    });
  });
});
