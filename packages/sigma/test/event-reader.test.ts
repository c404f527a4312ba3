import {
  coversEvents,
  createEventReader,
  createRuleIndex,
  type EventReaderOptions,
  logsourceOfEvent,
  matchRule,
  parseSigma,
  type SigmaRule,
} from '../src/index.js';

const SYSMON = 'Microsoft-Windows-Sysmon/Operational';
const IMAGE = 'C:\\Windows\\rundll32.exe';

function rule(logsource: string, selection: string): SigmaRule {
  const { documents, errors } = parseSigma(
    `title: T\nlogsource: ${logsource}\ndetection: {sel: ${selection}, condition: sel}\n`,
  );
  expect(errors).toEqual([]);
  return documents[0] as SigmaRule;
}

const RULES = {
  process: rule(
    '{product: windows, category: process_creation}',
    "{Image|endswith: '\\rundll32.exe', User|contains: bob}",
  ),
  file: rule('{product: windows, category: file_event}', "{Image|endswith: '\\rundll32.exe'}"),
  security: rule('{product: windows, service: security}', '{EventID: 4625, TargetUserName: bob}'),
  proxy: rule('{category: proxy}', '{c-uri|contains: evil}'),
  sshd: rule('{product: linux, service: sshd}', "['Failed password']"),
  cloudtrail: rule(
    '{product: aws, service: cloudtrail}',
    '{eventName: StopLogging, userIdentity.type: Root, requestParameters.name: x}',
  ),
};
const names = Object.keys(RULES);
const index = createRuleIndex(Object.values(RULES));

/** The shape of each event in a value, with the rules that it satisfies. */
function fired(value: unknown, options: EventReaderOptions = {}): readonly (readonly (string | undefined)[])[] {
  return createEventReader(options)(value).map(({ shape, event }) => [
    shape,
    ...index.matches(event).map((number) => names[number]),
  ]);
}

describe('events of a process', () => {
  const xml = `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Microsoft-Windows-Sysmon'/><EventID>1</EventID><Channel>${SYSMON}</Channel></System><EventData><Data Name='Image'>${IMAGE}</Data><Data Name='User'>bob &amp; co</Data></EventData></Event>`;
  const system = { EventID: 1, Channel: SYSMON };
  test.each<[string, string, unknown]>([
    ['an EVTX tool', 'evtx', { Event: { System: system, EventData: { Image: IMAGE, User: 'A\\bob' } } }],
    [
      'an EVTX tool, with attributes',
      'evtx',
      {
        Event: {
          '#attributes': { xmlns: 'x' },
          System: { EventID: { '#text': 1, '#attributes': { Qualifiers: '' } }, Channel: SYSMON },
          EventData: {
            Data: [
              { '#attributes': { Name: 'Image' }, '#text': IMAGE },
              { '@Name': 'User', '#text': 'bob' },
            ],
          },
        },
      },
    ],
    [
      'an EVTX tool, with attributes beside',
      'evtx',
      {
        Event: { System: { ...system, Provider_attributes: { Name: 'x' } }, EventData: { Image: IMAGE, User: 'bob' } },
      },
    ],
    [
      'a hunt over EVTX',
      'evtx',
      {
        name: 'x',
        document: { kind: 'evtx', data: { Event: { System: system, EventData: { Image: IMAGE, User: 'bob' } } } },
      },
    ],
    ['a line of XML', 'evtx', xml],
    [
      'Winlogbeat',
      'ecs',
      {
        '@timestamp': '2024-01-01T00:00:00Z',
        winlog: { channel: SYSMON },
        event: { code: '1' },
        process: { executable: IMAGE },
        user: { name: 'bob', domain: 'A' },
      },
    ],
    [
      'Elastic Agent, as a hit with dotted names',
      'ecs',
      {
        _index: 'logs',
        _source: {
          'data_stream.dataset': 'windows.sysmon_operational',
          'event.code': '1',
          'process.executable': IMAGE,
          'user.name': 'bob',
        },
      },
    ],
    [
      'Elastic Defend',
      'ecs',
      {
        data_stream: { dataset: 'endpoint.events.process' },
        event: { type: ['start'], category: ['process'] },
        host: { os: { type: 'windows' } },
        process: { executable: IMAGE },
        user: { name: 'bob', domain: 'A' },
      },
    ],
    [
      'Defender, without the table’s name',
      'defender',
      {
        Timestamp: '2024-01-01T00:00:00Z',
        DeviceName: 'h',
        ActionType: 'ProcessCreated',
        FolderPath: IMAGE,
        AccountName: 'bob',
        AccountDomain: 'a',
        ProcessCommandLine: 'x',
      },
    ],
    [
      'Defender, streamed',
      'defender',
      {
        category: 'AdvancedHunting-DeviceProcessEvents',
        properties: { ActionType: 'ProcessCreated', FolderPath: IMAGE, AccountName: 'bob' },
      },
    ],
    [
      'Sentinel’s security events',
      'sentinel',
      { Type: 'SecurityEvent', TimeGenerated: '2024-01-01', EventID: 4688, NewProcessName: IMAGE, User: 'bob' },
    ],
    [
      'Sentinel’s Sysmon events',
      'sentinel',
      {
        Type: 'Event',
        TimeGenerated: '2024-01-01',
        EventLog: SYSMON,
        Source: 'Microsoft-Windows-Sysmon',
        EventID: 1,
        EventData: `<DataItem type="System.XmlData"><EventData xmlns="x"><Data Name="Image">${IMAGE}</Data><Data Name="User">bob</Data></EventData></DataItem>`,
      },
    ],
    [
      'Splunk',
      'splunk',
      { result: { source: `XmlWinEventLog:${SYSMON}`, EventCode: '1', Image: IMAGE, User: 'A\\bob' } },
    ],
    ['Splunk, from the raw text', 'splunk', { result: { source: `XmlWinEventLog:${SYSMON}`, _raw: xml } }],
    ['fields as Sigma names them', 'sigma', { Channel: SYSMON, EventID: 1, Image: IMAGE, User: 'bob' }],
  ])('of %s fire the rule, and rules for other log sources do not', (_, shape, value) => {
    expect(fired(value)).toEqual([[shape, 'process']]);
  });
});

describe('other events', () => {
  const trail = { eventSource: 'cloudtrail.amazonaws.com', eventName: 'StopLogging', userIdentity: { type: 'Root' } };
  const whole = { ...trail, requestParameters: { name: 'x' } };
  test.each<[string, string, unknown, string]>([
    [
      'a file made, in Defender',
      'defender',
      { Type: 'DeviceFileEvents', Timestamp: 'x', ActionType: 'FileCreated', InitiatingProcessFolderPath: IMAGE },
      'file',
    ],
    [
      'a failed logon, of an EVTX tool',
      'evtx',
      { Event: { System: { EventID: 4625, Channel: 'Security' }, EventData: { TargetUserName: 'bob' } } },
      'security',
    ],
    [
      'a web request in CEF',
      'cef',
      '<13>Jan 1 00:00:00 h CEF:0|Zscaler|NSS|1|a\\|b|c|5|src=10.0.0.1 request=http://x/evil?a\\=b act=Allowed',
      'proxy',
    ],
    ['a line of RFC 3164', 'syslog', 'Jan  5 10:00:00 web1 sshd[123]: Failed password for root', 'sshd'],
    [
      'a line of RFC 5424',
      'syslog',
      '<38>1 2024-01-05T10:00:00Z web1 sshd 123 - [x@1 a="]"] Failed password for root',
      'sshd',
    ],
    ['what CloudTrail delivers', 'cloudtrail', { Records: [whole] }, 'cloudtrail'],
    [
      'CloudTrail’s of EventBridge',
      'cloudtrail',
      { 'detail-type': 'AWS API Call via CloudTrail', detail: whole },
      'cloudtrail',
    ],
    [
      'CloudTrail’s in Elastic',
      'ecs',
      {
        data_stream: { dataset: 'aws.cloudtrail' },
        event: { action: 'StopLogging', provider: 'x' },
        aws: { cloudtrail: { user_identity: { type: 'Root' }, flattened: { request_parameters: { name: 'x' } } } },
      },
      'cloudtrail',
    ],
    [
      'CloudTrail’s in Sentinel',
      'sentinel',
      {
        Type: 'AWSCloudTrail',
        TimeGenerated: '2024-01-01',
        EventName: 'StopLogging',
        UserIdentityType: 'Root',
        RequestParameters: '{"name":"x"}',
      },
      'cloudtrail',
    ],
    [
      'CloudTrail’s in Splunk',
      'splunk',
      { result: { sourcetype: 'aws:cloudtrail', _raw: JSON.stringify(whole) } },
      'cloudtrail',
    ],
  ])('%s: fires the rule of its log source', (_, shape, value, name) => {
    expect(fired(value)).toEqual([[shape, name]]);
  });

  test('every event of a container is read', () => {
    const hit = {
      _source: {
        event: { code: '1' },
        winlog: { channel: SYSMON },
        process: { executable: IMAGE },
        user: { name: 'bob' },
      },
    };
    expect(fired({ hits: { hits: [hit, hit] } })).toEqual([
      ['ecs', 'process'],
      ['ecs', 'process'],
    ]);
    const row = { source: `XmlWinEventLog:${SYSMON}`, EventCode: 1, Image: IMAGE, User: 'bob' };
    expect(fired({ preview: false, results: [row, row] })).toEqual([
      ['splunk', 'process'],
      ['splunk', 'process'],
    ]);
  });

  test('a value that the product spells otherwise has Sigma’s spelling too', () => {
    const [read] = createEventReader()({
      winlog: { channel: 'System' },
      log: { level: 'error' },
      event: { code: '7' },
    });
    expect(read?.event['Level']).toContain('2');
  });

  test('an event is not of a log source that its product does not search for the rule', () => {
    const [read] = createEventReader()({ data_stream: { dataset: 'okta.system' }, event: { action: 'x' } });
    const source = logsourceOfEvent(read?.event ?? {});
    expect(source).toBeDefined();
    if (source === undefined) return;
    expect(coversEvents({ product: 'okta', service: 'okta' }, source)).toBe(true);
    expect(coversEvents({ product: 'windows', category: 'process_creation' }, source)).toBe(false);
    expect(coversEvents({ product: 'okta', service: 'other' }, source)).toBe(false);
  });
});

describe('an event of a shape that nothing knows', () => {
  test('is not understood, unless rules ask for its fields or it is said to be plain', () => {
    expect(fired({ a: 1 })[0]?.[0]).toBeUndefined();
    expect(fired({ a: 1 }, { fields: new Set(['a']) })[0]?.[0]).toBe('sigma');
    expect(fired({ a: { b: 1 } }, { fields: new Set(['a.b']) })[0]?.[0]).toBe('sigma');
    expect(fired({ a: 1 }, { as: 'sigma' })[0]?.[0]).toBe('sigma');
    expect(fired({ Image: 'x' })[0]?.[0]).toBe('sigma');
    expect(fired('just a line')).toEqual([]);
    expect(fired(7)).toEqual([]);
  });

  test('an event of another shape than the one that is said is not understood', () => {
    expect(fired({ eventSource: 'a', eventName: 'b' }, { as: 'evtx' })).toEqual([[undefined]]);
  });

  test.each<[string, unknown]>([
    ['containers in containers', JSON.parse(`${'{"_source":'.repeat(50)}{}${'}'.repeat(50)}`)],
    [
      'names of objects',
      JSON.parse(
        '{"Event":{"System":{"EventID":1,"Channel":"__proto__"},"EventData":{"__proto__":"x","constructor":"y"}}}',
      ),
    ],
    ['unclosed XML', '<Event><System>'.repeat(2000)],
    ['deep XML', '<a>'.repeat(5000) + '</a>'.repeat(5000)],
    ['a header of CEF alone', 'CEF:0|a|b'],
  ])('%s end no run', (_, value) => {
    expect(() => fired(value)).not.toThrow();
  });
});

test('elements of an array in a row of Splunk are those that rules name by brackets', () => {
  const commit = rule('{product: github, service: audit}', "{'branches[].name': main}");
  const row = { sourcetype: 'github', 'branches{}.name': 'main' };
  const [shaped] = createEventReader({ as: 'splunk' })({ result: row });
  expect(createRuleIndex([commit]).matches({ ...shaped?.event })).toEqual([0]);
});

test('a column of JSON is found by words of its text and by values in its places', () => {
  const read = createEventReader({ as: 'sentinel' });
  const [row] = read({
    Type: 'DeviceEvents',
    AdditionalFields: '{"Experience":"Not trusted"}',
    Groups: '[{"a":1},{"a":2}]',
  });
  const [rule] = parseSigma(`
title: Places and words
logsource: { product: m365, service: deviceevents }
detection:
  words: { AdditionalFields|contains: '"Experience":"Not' }
  place: { AdditionalFields.Experience: Not trusted }
  element: { 'Groups[].a': 1 }
  second: { Groups.1.a: 2 }
  condition: all of them`).documents;
  expect(matchRule(rule as SigmaRule, row?.event ?? {}).matched).toBe(true);
});
