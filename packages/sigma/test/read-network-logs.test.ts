import { convert, parseSigma, type QueryLanguage, readQuery, type SigmaRule } from '@tripline/sigma';

function read(text: string, language: QueryLanguage, index: readonly string[] = []) {
  const reading = readQuery(text, language, { rule: { index } });
  if (!reading.ok) throw reading.error;
  return { logsource: reading.logsource, detection: reading.rule['detection'] };
}

describe('what passes through a network', () => {
  test.each<readonly string[]>([
    ['logs-network_traffic.*', 'logs-panw.panos*', 'packetbeat-*'],
    ['logs-suricata.*', 'logs-zeek.*'],
    ['logs-network_traffic.flow-*', 'logs-fortinet_fortigate.log-*', 'logs-cisco_asa.log-*'],
  ])('is a firewall’s where the index patterns name several collectors: %s', (...index) => {
    expect(read('destination.port:3389', 'lucene', index)).toEqual({
      logsource: { category: 'firewall' },
      detection: { selection: { dst_port: 3389 }, condition: 'selection' },
    });
  });

  test('is the one collector’s where the patterns name one', () => {
    expect(read('destination.port:3389', 'lucene', ['filebeat-*', 'logs-cisco_asa.log-*']).logsource).toEqual({
      product: 'cisco',
      category: 'firewall',
    });
    expect(read('url.domain:evil.example', 'lucene', ['logs-squid.log-*']).logsource).toEqual({
      product: 'squid',
      category: 'proxy',
    });
  });

  test.each<[QueryLanguage, string, object, object]>([
    ['eql', 'network where dns.question.name : "x.example"', { category: 'dns' }, { query: 'x.example' }],
    [
      'lucene',
      'event.category:(network or network_traffic) and dns.question.type:TXT',
      { category: 'dns' },
      { record_type: 'TXT' },
    ],
    [
      'eql',
      'any where data_stream.dataset == "network_traffic.dns" and dns.question.name : "x.example"',
      { category: 'dns' },
      { query: 'x.example' },
    ],
    [
      'eql',
      'network where event.action == "lookup_requested" and dns.question.name : "x.example"',
      { category: 'dns_query' },
      { QueryName: 'x.example' },
    ],
    [
      'eql',
      'network where host.os.type == "linux" and process.name : "curl" and dns.question.name : "x.example"',
      { product: 'linux', category: 'dns_query' },
      { 'Image|endswith': '/curl', QueryName: 'x.example' },
    ],
    ['kql', 'DnsEvents | where Name == "x.example"', { category: 'dns' }, { 'query|cased': 'x.example' }],
  ])('is a look-up of a name where it asks for one: %s, %s', (language, query, logsource, selection) => {
    expect(read(query, language)).toMatchObject({ logsource, detection: { selection } });
  });

  test('a connection that only excludes look-ups stays a connection', () => {
    const query = 'network where host.os.type == "linux" and process.name : "curl" and not dns.question.name : "a"';
    expect(read(query, 'eql').logsource).toEqual({ product: 'linux', category: 'network_connection' });
  });

  test.each(['linux', 'macos'])('look-ups of %s are not looked for in the events of Sysmon', (product) => {
    const { documents } = parseSigma(
      `title: a\nlogsource:\n  product: ${product}\n  category: dns_query\ndetection:\n  s:\n    QueryName: x\n  condition: s\n`,
    );
    for (const target of ['siem_lucene', 'siem_dql'] as const) {
      const written = convert(documents[0] as SigmaRule, { documents: [], errors: [] }, target);
      expect(written.ok && written.queries[0]).toMatch(new RegExp(`^event.category:network .*host.os.type:${product}`));
    }
  });
});

test.each<[string, object, object]>([
  ['_Im_Dns | where DnsQuery endswith ".example"', { category: 'dns' }, { 'query|endswith': '.example' }],
  ['imNetworkSession | where DstPortNumber == 4444', { category: 'firewall' }, { dst_port: 4444 }],
  ['_Im_WebSession | where Url endswith ".hta"', { category: 'proxy' }, { 'c-uri|endswith': '.hta' }],
  [
    'imProcessCreate | where TargetProcessName endswith "\\\\a.exe"',
    { product: 'windows', category: 'process_creation' },
    { 'Image|endswith': '\\a.exe' },
  ],
  [
    '_Im_RegistryEvent | where EventType == "RegistryValueSet" | where RegistryKey endswith "\\\\Run"',
    { product: 'windows', category: 'registry_set' },
    { 'TargetObject|contains': '\\Run\\\\' },
  ],
  ['CommonSecurityLog | where RequestURL endswith ".hta"', { category: 'proxy' }, { 'c-uri|endswith': '.hta' }],
  ['CommonSecurityLog | where DestinationPort == 4444', { category: 'firewall' }, { dst_port: 4444 }],
])(
  'parsers of Sentinel’s information model, and CEF by its columns, name the log: %s',
  (query, logsource, selection) => {
    expect(read(query, 'kql')).toMatchObject({ logsource, detection: { selection } });
  },
);

test('a direction is not said by whether the host began the connection', () => {
  const query = '_Im_NetworkSession | where NetworkDirection == "Outbound" and DstPortNumber == 4444';
  const said = JSON.stringify(read(query, 'kql').detection);
  expect(said).not.toContain('Initiated');
  expect(said).toContain('NetworkDirection');
});

test('a line of syslog is the line, and not a field of one program’s', () => {
  for (const [query, language] of [
    ['any where event.dataset == "system.syslog" and message : "*promiscuous*"', 'eql'],
    ['FROM logs-system.syslog-* | WHERE TO_LOWER(message) LIKE "*promiscuous*"', 'esql'],
  ] as const)
    expect(read(query, language)).toMatchObject({
      logsource: { product: 'linux', service: 'syslog' },
      detection: { selection: { 'message|contains': 'promiscuous' } },
    });
});
