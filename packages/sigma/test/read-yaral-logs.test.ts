import { convert, parseSigma, readQuery, type SigmaRule } from '@tripline/sigma';

function read(events: string) {
  const reading = readQuery(`rule a {\n  events:\n    ${events}\n  condition:\n    $e\n}`, 'yaral');
  if (!reading.ok) throw reading.error;
  return reading;
}

/** The rule that is read, as a UDM search. */
function again(events: string): string {
  const collection = parseSigma(read(events).yaml);
  const conversion = convert(collection.documents[0] as SigmaRule, collection, 'siem_udm');
  if (!conversion.ok) throw conversion.error;
  return conversion.queries[0] ?? '';
}

describe('the log of a YARA-L rule', () => {
  test.each([
    ['AMAZON', 'AWS GuardDuty', { product: 'aws', service: 'cloudtrail' }],
    ['Microsoft', 'Office 365', { product: 'azure', service: 'auditlogs' }],
  ])('is not that of another product of its vendor: %s, %s', (vendor, product, other) => {
    const { logsource } = read(
      `$e.metadata.vendor_name = "${vendor}" $e.metadata.product_name = "${product}" $e.metadata.product_event_type = "x"`,
    );
    expect(logsource).not.toEqual(other);
  });

  test('is not that of a workload which the rule says is another', () => {
    const office = '$e.metadata.log_type = "OFFICE_365" $e.metadata.product_event_type = "MemberRemoved"';
    expect(read(`${office} $e.target.application = "MicrosoftTeams"`).logsource).toEqual({
      product: 'm365',
      service: 'audit',
    });
    expect(read(`${office} $e.target.application = "Exchange"`).logsource).toEqual({
      product: 'm365',
      service: 'exchange',
    });
  });

  test('is named by a kind of events only where no alternative is of others', () => {
    const mutex = '$e.metadata.event_type = "MUTEX_CREATION" and $e.target.resource.name = "x"';
    const fan = '$e.metadata.event_type = "MUTEX_UNCATEGORIZED" and $e.target.resource.name = "y"';
    expect(read(`((${mutex}) or (${fan}))`).logsource).toEqual({ category: 'mutex_creation' });
    const reading = readQuery(
      `rule a {\n  events:\n    ((${mutex}) or $e.target.port = 1058)\n  condition:\n    $e\n}`,
      'yaral',
    );
    expect(reading).toMatchObject({ ok: false, error: { code: 'UnknownLogsource' } });
  });

  test('is the one whose product it names', () => {
    const { logsource } = read(
      '$e.metadata.vendor_name = "AMAZON" $e.metadata.product_name = "AWS CloudTrail" $e.metadata.product_event_type = "x"',
    );
    expect(logsource).toEqual({ product: 'aws', service: 'cloudtrail' });
  });

  test.each([
    ['its vendor and product', '$e.metadata.vendor_name = "AMAZON" $e.metadata.product_name = "AWS GuardDuty"'],
    ['its product alone', '$e.metadata.product_name = "AWS GuardDuty"'],
    ['its log type', '$e.metadata.log_type = "GUARDDUTY"'],
  ])('over findings of GuardDuty is GuardDuty’s, by %s, and tests the type of the finding', (_by, named) => {
    const { logsource, whole, yaml } = read(`${named} $e.metadata.product_event_type = /BitcoinTool/`);
    expect({ logsource, whole }).toEqual({ logsource: { product: 'aws', service: 'guardduty' }, whole: true });
    expect(yaml).toContain("type|contains: 'BitcoinTool'");
    expect(again(`${named} $e.metadata.product_event_type = "a"`)).toContain(
      'metadata.log_type = "GUARDDUTY" AND metadata.vendor_name = "AMAZON" AND metadata.product_name = "AWS GuardDuty"',
    );
  });

  test('of a product that no log source has is named after the product and not after its vendor', () => {
    const { logsource } = read(
      '$e.metadata.vendor_name = "AMAZON" $e.metadata.product_name = "AWS Heron" $e.metadata.product_event_type = "x"',
    );
    expect(logsource).toEqual({ product: 'aws_heron' });
  });

  test('of kinds of events that no log source has is named after the first, and a note says that it has others', () => {
    const events =
      '($e.metadata.event_type = "FILE_COPY" or $e.metadata.event_type = "FILE_MOVE") re.regex($e.target.file.full_path, `a\\.exe$`)';
    const { logsource, notes } = read(events);
    expect(logsource).toEqual({ category: 'file_copy' });
    expect(notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['logsource_unlisted', 'widened']));
  });
});

test.each([
  ['ConsoleLogin', "responseElements.ConsoleLogin: 'success'"],
  ['EnableMFADevice', 'errorCode|exists: true'],
  ['a" or $e.metadata.product_event_type = /^Get.*Keys/ or $e.target.ip = "1', 'errorCode|exists: true'],
])('how a call ended is a field of sign-ins in their events alone: %s', (event, line) => {
  const { yaml } = read(
    `$e.metadata.product_name = "AWS CloudTrail" ($e.metadata.product_event_type = "${event}") $e.security_result.action = "ALLOW"`,
  );
  expect(yaml).toContain(line);
});

test.each([
  [
    'an expression that finds sign-ins',
    'metadata.product_event_type = /^Console/',
    "responseElements.ConsoleLogin: 'success'",
  ],
  ['a list with sign-ins', 'metadata.product_event_type = /^(ConsoleLogin|AssumeRole)$/', 'ConsoleLogin: '],
  ['an expression that finds others', 'metadata.product_event_type = /^Get/', 'errorCode|exists: true'],
  ['sign-ins left out', 'metadata.product_event_type != "ConsoleLogin"', 'errorCode|exists: true'],
  ['no events named', 'target.application = "s3.amazonaws.com"', 'errorCode|exists: true'],
])('how a call ended is a field of sign-ins where the rule asks for them: %s', (_, condition, line) => {
  const { yaml } = read(
    `$e.metadata.product_name = "AWS CloudTrail" $e.${condition} $e.security_result.action = "ALLOW"`,
  );
  expect(yaml).toContain(line);
});

test('a path of UDM that the log’s map lacks is written back as that path, also a value in a map of labels', () => {
  const query = again(
    '$e.metadata.product_event_type = "1" $e.target.file.md5 = "abc" $e.target.resource.attribute.labels["k"] = "v"',
  );
  expect(query).toContain('target.file.md5 = "abc"');
  expect(query).toContain('target.resource.attribute.labels["k"] = "v"');
  expect(query).not.toContain('additional.fields');
});

test('a field that no map has as a path stays in additional.fields', () => {
  const collection = parseSigma(
    'title: A\nlogsource: { product: okta, service: okta }\ndetection: { s: { target.heronId: x }, condition: s }\n',
  );
  const conversion = convert(collection.documents[0] as SigmaRule, collection, 'siem_udm');
  expect(conversion.ok && conversion.queries[0]).toContain('additional.fields["target.heronId"]');
});

describe('what rules of UDM say of their log', () => {
  const rule = (...events: readonly string[]) =>
    `rule a {\n  events:\n${events.map((event) => `    ${event}\n`).join('')}  condition:\n    $e\n}`;
  const first = (...events: readonly string[]) => {
    const reading = readQuery(rule(...events), 'yaral');
    if (!reading.ok) throw reading.error;
    return { logsource: reading.logsource, detection: reading.rule['detection'] };
  };

  test('a kind of event that many products have is none of theirs without its name', () => {
    const login = ['$e.metadata.event_type = "USER_LOGIN"', '$e.target.user.userid = "root"'];
    expect(first(...login).logsource).toEqual({ category: 'user_login' });
    expect(first(...login, '$e.metadata.product_event_type = "4625"').logsource).toEqual({
      product: 'windows',
      service: 'security',
    });
  });

  test('a provider of Windows’ event log that is no log of Sigma’s is not another’s', () => {
    const { logsource, detection } = first(
      '($e.metadata.log_type = "WINEVTLOG" or $e.metadata.log_type = "WINEVTLOG_XML")',
      '$e.metadata.product_name = "Microsoft-Windows-Iphlpsvc" nocase',
      '$e.metadata.product_event_type = "4100"',
      '$e.additional.fields["IsatapRouter"] = "198.51.100.7"',
    );
    expect(logsource).toEqual({ product: 'windows' });
    expect(detection).toMatchObject({
      selection: { Provider_Name: 'Microsoft-Windows-Iphlpsvc', EventID: 4100, IsatapRouter: '198.51.100.7' },
    });
  });

  test.each([
    [['$e.principal.platform = "MAC"'], 'macos'],
    [['$e.principal.platform != "WINDOWS"', '$e.principal.platform != "MAC"'], 'linux'],
    [['not ($e.principal.platform = "LINUX" or $e.principal.platform = "MAC")'], 'windows'],
  ])('the platform is the product, said or left over: %s', (platform, product) => {
    const read = first(
      '$e.metadata.event_type = "PROCESS_LAUNCH"',
      ...platform,
      '$e.target.process.command_line = "a"',
    );
    expect(read).toEqual({
      logsource: { product, category: 'process_creation' },
      detection: { selection: { 'CommandLine|cased': 'a' }, condition: 'selection' },
    });
  });

  test.each<[string, object]>([
    ['CISCO_ASA_FIREWALL', { product: 'cisco', category: 'firewall' }],
    ['ZSCALER_WEBPROXY', { product: 'zscaler', category: 'proxy' }],
    ['CORELIGHT', { product: 'zeek' }],
    ['NIX_SYSTEM', { product: 'linux' }],
  ])('a log type names the log: %s', (type, logsource) => {
    expect(first(`$e.metadata.log_type = "${type}"`, '$e.principal.ip = "198.51.100.7"').logsource).toEqual(logsource);
  });

  test('a search of all fields of free text is one of the whole event, and one of some is not', () => {
    const type = '$e.metadata.log_type = "NIX_SYSTEM"';
    const search = (fields: readonly string[]) =>
      `(${fields.map((field) => `$e.${field} = /oops/ nocase`).join(' or ')})`;
    const saying = ['metadata.description', 'security_result.summary', 'security_result.description'];
    expect(first(type, search([...saying, 'target.process.command_line'])).detection).toEqual({
      selection: ['oops'],
      condition: 'selection',
    });
    expect(JSON.stringify(first(type, search(saying)).detection)).toContain('metadata.description');
  });

  test('any of several addresses, and a script by an expression, can be asked for', () => {
    expect(
      first('$e.metadata.event_type = "NETWORK_CONNECTION"', 'net.ip_in_range_cidr(any $e.target.ip, "10.0.0.0/8")')
        .detection,
    ).toMatchObject({ selection: { 'DestinationIp|cidr': '10.0.0.0/8' } });
    expect(
      first(
        '$e.metadata.product_name = "Microsoft-Windows-PowerShell"',
        '$e.metadata.product_event_type = "4104"',
        '$e.target.process.command_line = /Get-[a-z]+Secret/ nocase',
      ).detection,
    ).toMatchObject({ selection: { 'ScriptBlockText|re|i': 'Get-[a-z]+Secret' } });
  });
});

describe('requests in UDM', () => {
  test('are a proxy’s, with a note that they may be a server’s', () => {
    const reading = read('$e.metadata.event_type = "NETWORK_HTTP" $e.target.url = "a"');
    expect(reading.logsource).toEqual({ category: 'proxy' });
    expect(reading.notes.map(({ code }) => code)).toContain('logsource_narrowed');
  });

  test('to Microsoft’s Graph are the log of these, by what its events are called', () => {
    const events = '$e.metadata.product_event_type = "Microsoft Graph Activity" $e.network.http.response_code = 403';
    const { logsource, rule } = read(`$e.metadata.event_type = "NETWORK_HTTP" ${events}`);
    expect(logsource).toEqual({ product: 'azure', service: 'microsoftgraphactivitylogs' });
    expect(rule['detection']).toEqual({ selection: { ResponseStatusCode: 403 }, condition: 'selection' });
  });
});

describe('a log type of several services of one product', () => {
  const zeek = '$e.metadata.log_type = "BRO_JSON"';

  test.each(['network.session_id = "x"', 'target.ip = "192.0.2.7"'])(
    'is the product’s, where nothing tells the service: %s',
    (of) => {
      expect(read(`${zeek} $e.${of}`).logsource).toEqual({ product: 'zeek' });
    },
  );

  test('is the service’s, where a field of it alone is tested', () => {
    const { logsource } = read(`${zeek} $e.target.resource.attribute.labels["operation"] = "x"`);
    expect(logsource).toEqual({ product: 'zeek', service: 'dce_rpc' });
  });
});
