import { readQuery } from '@tripline/sigma';

function read(query: string) {
  const reading = readQuery(query, 'kql');
  if (!reading.ok) throw reading.error;
  return reading;
}

const refusal = (query: string) => {
  const reading = readQuery(query, 'kql');
  return reading.ok ? reading.yaml : `${reading.error.message} (${reading.error.line}:${reading.error.column})`;
};

/** The fields that each rule tests. */
const selections = (query: string) =>
  read(query).documents.flatMap(({ detection }) =>
    detection === undefined ? [] : [(detection as { readonly selection: unknown }).selection],
  );

describe('several queries in one text', () => {
  const SENTINEL = 'SigninLogs\n| where ResultType == "500121"\n| sort by TimeGenerated';
  const DEFENDER = '//Advanced Hunting\n\nAADSignInEventsBeta\n| where ErrorCode == 500121';

  test('are rules of their own, and not conditions of one', () => {
    const { documents } = read(`${SENTINEL}\n\n${DEFENDER}`);
    expect(documents).toMatchObject([
      {
        title: 'KQL query (1 of 2)',
        logsource: { product: 'azure', service: 'signinlogs' },
        detection: { selection: { ResultType: '500121' } },
      },
      {
        logsource: { product: 'azure', service: 'aadsignineventsbeta' },
        detection: { selection: { ErrorCode: 500121 } },
      },
    ]);
  });

  test('that mean the same are one', () => {
    const query = (time: string) =>
      `DeviceProcessEvents\n| where ${time} > ago(1d)\n| where FileName == "a.exe"\n| summarize n = count() by DeviceName\n| where n > 3`;
    const { documents } = read(`${query('TimeGenerated')}\n\n${query('Timestamp')}`);
    expect(documents).toHaveLength(2);
    expect(documents[1]).toMatchObject({ correlation: { type: 'event_count', condition: { gt: 3 } } });
  });

  test('that count differently are refused, with the place of the second', () => {
    const query = (least: number) => `DeviceEvents\n| summarize n = count() by DeviceName\n| where n > ${least}`;
    expect(refusal(`${query(3)}\n\n${query(4)}`)).toMatch(/several queries that count or join.*\(5:1\)$/);
  });

  test('are not the parts of one between blank lines', () => {
    expect(
      selections(
        'let names = dynamic(["a.exe"]);\n\nlet rows = DeviceProcessEvents\n\n| where FileName in~ (names);\n\nunion\n\nrows,\n\n(DeviceFileEvents\n\n| where FileName == "b")\n\n| project\n\nFileName',
      ),
    ).toEqual([{ 'Image|endswith': '\\a.exe' }, { 'TargetFilename|endswith|cased': '\\b' }]);
  });
});

test('a union in parentheses has tables that let defines', () => {
  const tables = 'let a = DeviceFileEvents | where FileName == "a"; let b = DeviceFileEvents | where FileName == "b";';
  const names = [{ 'TargetFilename|endswith|cased': '\\a' }, { 'TargetFilename|endswith|cased': '\\b' }];
  expect(selections(`${tables} (union isfuzzy=true (a), b)`)).toEqual(names);
});

describe('columns of a table', () => {
  test('are not those of another that union puts beside it', () => {
    const legs =
      'union (DeviceProcessEvents | extend Line = FolderPath), (DeviceNetworkEvents | where Line startswith "b")';
    expect(selections(`${legs} | where DeviceName == "h"`)).toEqual(
      [{ Computer: 'h' }, { 'Line|startswith': 'b', Computer: 'h' }].map(({ Computer, ...others }) => ({
        ...others,
        'Computer|cased': Computer,
      })),
    );
    expect(refusal(`${legs} | where Line == "x"`)).toMatch(/^Line is not the same in all tables/);
  });

  test.each([
    'SecurityEvent | extend Odd = Account == "a" | union SigninLogs | where Odd',
    'union (SecurityEvent | extend Odd = Account == "a"), (SigninLogs | extend Odd = AppId == "b") | where Odd',
  ])('that are conditions are none of another either: %s', (query) => {
    expect(refusal(query)).toMatch(/^Odd is not the same in all tables/);
  });

  test('mean what was said of them last', () => {
    const query = 'SigninLogs | extend Odd = AppId == "a" | extend Odd = strcat(AppId, "b") | where Odd';
    expect(refusal(query)).not.toContain("'a'");
  });

  test('that all tables of a union have alike can be tested behind it', () => {
    const leg = (table: string) => `(${table} | extend Program = InitiatingProcessFileName)`;
    const query = `union ${leg('DeviceNetworkEvents')}, ${leg('DeviceFileEvents')} | where Program =~ "a.exe"`;
    expect(selections(query)).toEqual([{ 'Image|endswith': '\\a.exe' }, { 'Image|endswith': '\\a.exe' }]);
  });

  test('join events as what they stand for on either side', () => {
    const { rule } = read(
      'AuditLogs | where OperationName == "Reset" | extend User = tostring(InitiatedBy.user.userPrincipalName)\n' +
        '| join kind=inner (SigninLogs | where ResultType == "0" | project User = UserPrincipalName) on User',
    );
    expect(rule).toMatchObject({
      correlation: {
        'group-by': ['key_1'],
        aliases: {
          key_1: { kql_query_1: 'Initiatedby', kql_query_2: 'Username' },
        },
      },
    });
  });

  test('that are computed join nothing, with a reason', () => {
    expect(
      refusal(
        'DeviceEvents | where ActionType == "UsbDriveMounted" | join kind=inner (DeviceFileEvents | parse FolderPath with Drive ":" *) on Drive',
      ),
    ).toMatch(/^Drive is computed by parse/);
  });
});

test('a window that let gives a name is the correlation’s, and so is how far back a named span looks', () => {
  const count = '| summarize n = count() by DeviceName';
  const timespan = (query: string) => (read(query).rule['correlation'] as { readonly timespan: unknown }).timespan;
  const lets = 'let range = 1d; let window = 20m; DeviceEvents | where Timestamp > ago(range)';
  expect(timespan(`${lets} ${count}, bin(Timestamp, window) | where n > 5`)).toBe('20m');
  expect(timespan(`${lets} ${count} | where n > 5`)).toBe('1d');
});
