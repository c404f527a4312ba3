import { type QueryLanguage, readQuery } from '@tripline/sigma';

function logsourceOf(reading: ReturnType<typeof readQuery>): unknown {
  if (!reading.ok) throw reading.error;
  return reading.logsource;
}

describe('index patterns of several data sets', () => {
  const logsource = (text: string, index: readonly string[], language: QueryLanguage = 'eql') =>
    logsourceOf(readQuery(text, language, { rule: { index } }));

  test('of web servers are a web server’s', () => {
    const index = ['logs-nginx.access-*', 'logs-apache.access-*', 'logs-iis.access-*'];
    expect(logsource('any where url.original like "*/etc/passwd*"', index)).toEqual({ category: 'webserver' });
    expect(logsource(`FROM ${index.join(', ')} | WHERE http.response.status_code == 500`, [], 'esql')).toEqual({
      category: 'webserver',
    });
  });

  test('of one product are that product’s, and of one kind that kind’s', () => {
    expect(
      logsource('any where container.id like "*" and process.name == "cat"', [
        'logs-falco.alerts-*',
        'logs-falco.drops-*',
      ]),
    ).toEqual({ product: 'falco' });
    expect(logsource('any where source.ip != null', ['logs-nginx.error-*', 'logs-apache.error-*'])).toEqual({
      service: 'error',
    });
    expect(
      logsource(
        'http.response.status_code:200 and not tls.client.ja3:*',
        ['packetbeat-*', 'logs-network_traffic.*'],
        'lucene',
      ),
    ).toEqual({
      product: 'network_traffic',
    });
  });

  test('beside a log that the query names tell nothing', () => {
    const index = ['logs-nginx.error-*', 'logs-apache.error-*'];
    expect(logsource('any where data_stream.dataset == "aws.cloudtrail" and event.action == "A"', index)).toEqual({
      product: 'aws',
      service: 'cloudtrail',
    });
  });
});

test('the kind of event is a test of the rule where its log has events of all kinds, and none where its category says it', () => {
  const detection = (text: string) => {
    const reading = readQuery(text, 'eql', { rule: { index: text.startsWith('iam') ? ['logs-system.auth-*'] : [] } });
    if (!reading.ok) throw reading.error;
    return [reading.logsource, reading.rule['detection']];
  };
  expect(
    detection('iam where host.os.type == "linux" and event.type == "deletion" and event.outcome == "success"'),
  ).toEqual([
    { product: 'linux', service: 'auth' },
    { selection: { 'event.type|cased': 'deletion', 'event.outcome|cased': 'success' }, condition: 'selection' },
  ]);
  expect(
    detection('process where host.os.type == "linux" and event.type == "start" and process.command_line : "*x*"'),
  ).toEqual([
    { product: 'linux', category: 'process_creation' },
    { selection: { 'CommandLine|contains': 'x' }, condition: 'selection' },
  ]);
});

describe('a data set that no map has, nor any other of its product', () => {
  const read = (text: string, index: readonly string[] = []) =>
    logsourceOf(readQuery(text, 'eql', { rule: { index } }));

  test('is the log, whatever kind of events the query looks at', () => {
    const alert = 'network where data_stream.dataset == "suricata.eve" and event.kind == "alert" and source.ip != null';
    expect(read(alert)).toEqual({ product: 'suricata', service: 'eve' });
    expect(read(`${alert} and not process.executable : "C:\\\\Windows\\\\a.exe"`)).toEqual({
      product: 'suricata',
      service: 'eve',
    });
  });

  test('not where it is one of a system’s own, or names no log', () => {
    for (const set of ['auditd_manager.auditd', 'endpoint.events.process'])
      expect(
        read(`process where data_stream.dataset == "${set}" and host.os.type == "linux" and process.args == "-x"`),
      ).toEqual({ product: 'linux', category: 'process_creation' });
  });

  test('is the log of a kind of events that Sigma knows of no such system, where its own fields are tested', () => {
    const driver = 'driver where host.os.type == "linux" and event.action == "loaded"';
    const index = ['logs-auditd_manager.auditd-*'];
    expect(read(`${driver} and auditd.data.syscall == "init_module"`, index)).toEqual({
      product: 'auditd_manager',
      service: 'auditd',
    });
  });
});

describe('a test that an event names its data set', () => {
  test.each<[QueryLanguage, string]>([
    ['esql', 'FROM logs-aws.cloudtrail-* | WHERE event.action == "CreateUser" AND event.dataset IS NOT NULL'],
    ['lucene', 'event.dataset:* and event.action:CreateUser'],
    ['eql', 'any where event.dataset != null and event.action == "CreateUser"'],
  ])('leaves the log to the index patterns, and is told as left out: %s', (language, text) => {
    const reading = readQuery(text, language, { rule: { index: ['logs-aws.cloudtrail-*'] } });
    if (!reading.ok) throw reading.error;
    expect(reading.rule).toMatchObject({
      logsource: { product: 'aws', service: 'cloudtrail' },
      detection: { selection: { eventName: 'CreateUser' }, condition: 'selection' },
    });
    expect(reading.notes.map(({ code }) => code)).toEqual(['widened']);
  });
});
