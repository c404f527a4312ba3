import { readQuery } from '@tripline/sigma';

function read(text: string) {
  const reading = readQuery(text, 'spl');
  if (!reading.ok) throw reading.error;
  return {
    detection: reading.rule['detection'],
    logsource: reading.logsource,
    widened: reading.notes.filter(({ code }) => code === 'widened').map(({ message, column }) => [message, column]),
    narrowed: reading.notes.filter(({ code }) => code === 'narrowed').map(({ message, column }) => [message, column]),
  };
}

const OKTA = { product: 'okta', service: 'okta' };

describe('events of one installation as an alternative to a log', () => {
  test.each(['eventtype', 'index', 'splunk_server'])('are not looked at, with a note: %s', (name) => {
    expect(read(`(${name}=failed_logon OR sourcetype=OktaIM2:log) user=admin`)).toMatchObject({
      logsource: OKTA,
      narrowed: [[`${name} names events of one installation beside a log; the rule finds those of the log alone.`, 2]],
    });
  });

  test('are no alternative where both are asked for: no note', () => {
    expect(read('eventtype=failed_logon sourcetype=OktaIM2:log user=admin')).toMatchObject({
      logsource: OKTA,
      narrowed: [],
      widened: [],
    });
  });

  test('a host has events of any log: refused', () => {
    const reading = readQuery('(host=dc01 OR sourcetype="linux_secure") "Failed password"', 'spl');
    expect(reading).toMatchObject({ ok: false, error: { code: 'UnknownLogsource' } });
  });

  test('the channel as a field of the event names the log as its source does', () => {
    expect(
      read('(eventtype=security OR Channel=security OR source=XmlWinEventLog:Security) EventCode=4798'),
    ).toMatchObject({
      logsource: { product: 'windows', service: 'security' },
      detection: { selection: { EventID: 4798 }, condition: 'selection' },
      narrowed: [[expect.stringContaining('eventtype names events of one installation'), 2]],
    });
  });
});

describe('settings of the search that are excluded or an alternative', () => {
  const SYSMON = 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1';

  test.each(['NOT index=main', 'NOT host=dc01', 'NOT (host=dc01 OR index=main)', 'host!=dc01'])(
    'left out, they exclude nothing: %s',
    (term) => {
      expect(read(`${SYSMON} Image="*\\\\a.exe" ${term}`)).toMatchObject({
        detection: { selection: { 'Image|endswith': '\\a.exe' }, condition: 'selection' },
        narrowed: [],
        widened: [],
      });
    },
  );

  test('of alternatives that are excluded, the others still are', () => {
    expect(read(`${SYSMON} Image="*\\\\a.exe" NOT (index=main OR CommandLine="b")`)).toMatchObject({
      detection: { filter: { CommandLine: 'b' }, condition: 'selection and not filter' },
      narrowed: [],
      widened: [],
    });
  });

  test('what is excluded together with one is not excluded, with a note', () => {
    expect(read(`${SYSMON} Image="*\\\\a.exe" NOT (host=dc01 CommandLine="b")`)).toMatchObject({
      detection: { selection: { 'Image|endswith': '\\a.exe' }, condition: 'selection' },
      widened: [['The rule does not test host, nor the terms that are excluded with it.', 96]],
    });
  });

  test('an alternative to one is not asked for, with a note', () => {
    expect(read(`${SYSMON} Image="*\\\\a.exe" (host=dc01 OR CommandLine="b")`)).toMatchObject({
      detection: { selection: { 'Image|endswith': '\\a.exe' }, condition: 'selection' },
      widened: [['The rule does not test host, nor the terms that it is an alternative to.', 92]],
    });
  });

  test.each([
    ['(NOT host=dc01 OR CommandLine="b")', 'host', 'it is an alternative to', 96],
    ['((index=a OR host=dc01) OR CommandLine="b")', 'index', 'it is an alternative to', 93],
    ['NOT (NOT host=dc01 CommandLine="b")', 'host', 'are excluded with it', 100],
  ])('so is one within parentheses or an exclusion: %s', (term, name, terms, column) => {
    expect(read(`${SYSMON} Image="*\\\\a.exe" ${term}`)).toMatchObject({
      detection: { selection: { 'Image|endswith': '\\a.exe' }, condition: 'selection' },
      widened: [[`The rule does not test ${name}, nor the terms that ${terms}.`, column]],
    });
  });

  test('a term in parentheses with the name of a log’s other copy is not lost without a note', () => {
    expect(read('((index=a OR User=x) OR source="XmlWinEventLog:Security") EventCode=4798')).toMatchObject({
      narrowed: [],
      widened: [['The rule does not test index, nor the terms that it is an alternative to.', 3]],
    });
  });

  test('an exclusion within an exclusion is asked for', () => {
    expect(read(`${SYSMON} NOT (CommandLine="b" OR NOT (host=dc01 Image="*\\\\a.exe"))`).detection).toEqual({
      selection: { 'Image|endswith': '\\a.exe' },
      filter: { CommandLine: 'b' },
      condition: 'not (filter or not selection)',
    });
  });
});

describe('names that a wildcard changes', () => {
  const SIGNIN = 'sourcetype="azure:monitor:aad" category=SignInLogs';

  test('are those of the fields that they stand for', () => {
    const { detection } = read(`${SIGNIN} | rename properties.* as * | search status.errorCode=50126`);
    expect(detection).toEqual(read(`${SIGNIN} properties.status.errorCode=50126`).detection);
  });

  test('not where the search tests a field of that name before, or an add-on sets it', () => {
    const { detection } = read(
      `${SIGNIN} operationName=a | rename properties.* as * | search operationName=b user_agent=c`,
    );
    expect(JSON.stringify(detection)).not.toContain('properties');
  });

  test('by too many wildcards is refused, with its place', () => {
    const renames = Array.from({ length: 60 }, (_, each) => `a${each}.* as b${each}.*`).join(', ');
    const reading = readQuery(`${SIGNIN} x=y | rename ${renames}`, 'spl');
    expect(reading).toMatchObject({ ok: false, error: { code: 'UnreadableQuery', column: 58 } });
  });
});

test('a search that asks for nothing but a log has the number of its events as its condition, and no source of Splunk’s', () => {
  const log =
    '(sourcetype="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" OR source="Syslog:Linux-Sysmon/Operational")';
  expect(read(`${log} EventCode=6 | stats count by dest`)).toMatchObject({
    logsource: { product: 'windows', category: 'driver_load' },
    detection: { selection: { EventID: 6 }, condition: 'selection' },
  });
});

test('a name that Splunk’s add-on gives a field of Sysmon is that field', () => {
  const search = 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=10 granted_access=0x1410';
  expect(read(search).detection).toEqual({ selection: { GrantedAccess: '0x1410' }, condition: 'selection' });
});

test('an event’s number is named either way, and a quotation mark behind a backslash begins no text', () => {
  expect(read('`sysmon` EventID=8 TargetImage=*lsass.exe | stats count by dest')).toMatchObject({
    logsource: { product: 'windows', category: 'create_remote_thread' },
    detection: { selection: { 'TargetImage|endswith': 'lsass.exe' } },
  });
  expect(
    read('sourcetype="aws:cloudtrail" eventName=A requestParameters.text=*\\"open\\":true* | stats count'),
  ).toMatchObject({
    detection: { selection: { 'requestParameters.text|contains': '"open":true' } },
  });
});

test('names of the Common Information Model are those of Sysmon’s fields', () => {
  const search =
    'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=11 process_name=a.exe file_name=*.dll';
  expect(read(search).detection).toEqual({
    selection: { 'Image|endswith': '\\a.exe', 'TargetFilename|endswith': '.dll' },
    condition: 'selection',
  });
});

describe('an event’s number as the XML of Windows has it', () => {
  const SYSMON = 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational"';

  test.each([
    ['EventID IN (12, 13, 14) TargetObject=x', 'registry_event'],
    ['(EventID=17 OR EventID=18) PipeName=x', 'pipe_created'],
  ])('names the kind of event: %s', (terms, category) => {
    expect(read(`${SYSMON} ${terms}`).logsource).toEqual({ category, product: 'windows' });
  });

  test('is a field like any other in a log of something else', () => {
    expect(read('sourcetype=custom:app EventID=5 action=x')).toMatchObject({
      logsource: { product: 'custom', service: 'app' },
      detection: { selection: { EventID: 5, action: 'x' } },
    });
  });
});

test.each([
  ['userIdentity.arn', 'userIdentity.arn'],
  ['"userIdentity.type"', 'userIdentity.type'],
])('events are grouped by a field within another: %s', (written, field) => {
  const search = `sourcetype=aws:cloudtrail eventName=CreateUser | stats count by ${written} | where count > 3`;
  const reading = readQuery(search, 'spl');
  expect(reading).toMatchObject({ rule: { correlation: { 'group-by': [field] } } });
});

test('a field of a data model loses the name of its set also where it is in a deeper place', () => {
  const reading = readQuery(
    '| tstats dc(source) as n from datamodel=Risk.All_Risk where All_Risk.annotations.mitre_attack.mitre_tactic="impact" by All_Risk.risk_object, All_Risk.annotations.mitre_attack.mitre_tactic | where n > 2',
    'spl',
  );
  const yaml = reading.ok ? reading.yaml : '';
  expect(yaml).toContain("    annotations.mitre_attack.mitre_tactic: 'impact'");
  expect(yaml).toContain('- annotations.mitre_attack.mitre_tactic\n');
  expect(yaml).not.toContain('All_Risk');
});
