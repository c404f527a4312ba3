import { checkSigma, convert, type Logsource, parseSigma, readQuery, type SigmaRule } from '@tripline/sigma';

function read(text: string) {
  const reading = readQuery(text, 'spl');
  if (!reading.ok) throw reading.error;
  const [document] = reading.documents;
  return { ...reading, first: document as unknown as { logsource: Logsource; detection: Record<string, object> } };
}

describe('a source type of Splunk names the log', () => {
  test.each<[string, Logsource, object]>([
    ['sourcetype="zeek:conn:json" id.resp_p=4444', { product: 'zeek', service: 'conn' }, { 'id.resp_p': 4444 }],
    ['sourcetype=corelight_dns query=x.example', { product: 'zeek', service: 'dns' }, { query: 'x.example' }],
    ['sourcetype=bro_http user_agent=sqlmap', { product: 'zeek', service: 'http' }, { user_agent: 'sqlmap' }],
    ['sourcetype=cisco:asa dest_port=3389', { product: 'cisco', category: 'firewall' }, { dst_port: 3389 }],
    ['sourcetype=pan:traffic dest_port=445', { product: 'paloalto', category: 'firewall' }, { dst_port: 445 }],
    ['sourcetype=fgt_traffic dstport=22', { product: 'fortigate', service: 'traffic' }, { dstport: 22 }],
    ['sourcetype=squid url="*evil*"', { product: 'squid', category: 'proxy' }, { 'c-uri|contains': 'evil' }],
    ['sourcetype=stream:dns query=x.example', { category: 'dns' }, { query: 'x.example' }],
    ['sourcetype=mscs:azure:audit ResourceId=a', { product: 'azure', service: 'activitylogs' }, { ResourceId: 'a' }],
    ['sourcetype=aws:cloudwatchlogs:eks verb=get', { product: 'kubernetes', service: 'audit' }, { verb: 'get' }],
    ['sourcetype=auditd type=EXECVE', { product: 'linux', service: 'auditd' }, { type: 'EXECVE' }],
    ['sourcetype=ms:iis:auto cs_uri_stem=/a', { product: 'windows', service: 'iis' }, { 'cs-uri-stem': '/a' }],
    ['sourcetype=access_combined uri_path=/a', { product: 'apache', category: 'webserver' }, { 'cs-uri-stem': '/a' }],
  ])('%s', (query, logsource, selection) => {
    const { first, yaml, notes } = read(query);
    expect(first).toMatchObject({ logsource, detection: { selection } });
    expect(notes.map(({ code }) => code)).not.toContain('logsource_unlisted');
    expect(checkSigma(yaml).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('that carries the events of many logs names none without a field of one', () => {
    expect(readQuery('sourcetype=_json process=x', 'spl')).toMatchObject({
      ok: false,
      error: { code: 'UnknownLogsource' },
    });
    expect(read('sourcetype=_json logdata.USERNAME=x').first.logsource).toMatchObject({ product: 'opencanary' });
  });

  test('of several services of one device none is chosen that the search does not name', () => {
    expect(read('sourcetype=cisco:ios "%SYS-5-CONFIG_I"').first.logsource).toEqual({ product: 'cisco' });
  });

  test('a rule on a firewall of one vendor is not written back as the vendor’s other log', () => {
    const { yaml } = read('sourcetype=cisco:asa dest_port=3389');
    const [rule] = parseSigma(yaml).documents as readonly SigmaRule[];
    const written = convert(rule as SigmaRule, { documents: [], errors: [] }, 'siem_spl');
    expect(written.ok && written.queries[0]).toBe('tag=network tag=communicate dest_port=3389');
  });
});

describe('what else a search names', () => {
  test('a data model that no log source has is not the log of whatever has the same action', () => {
    const search =
      '| tstats count from datamodel=Change.All_Changes where All_Changes.action=created All_Changes.object_category=user by All_Changes.user';
    expect(read(search).first).toMatchObject({
      logsource: { category: 'change' },
      detection: { selection: { action: 'created', object_category: 'user' } },
    });
    const others = read('sourcetype=acme action=created file_name=a.txt');
    expect(others.first.logsource).toEqual({ product: 'acme' });
  });

  test('one of a log’s channels names the log, with a note where the log has others', () => {
    const search = 'source="XmlWinEventLog:Microsoft-Windows-AppLocker/EXE and DLL" EventCode=8004';
    const { first, notes } = read(search);
    expect(first).toMatchObject({
      logsource: { product: 'windows', service: 'applocker' },
      detection: { selection: { EventID: 8004 } },
    });
    expect(notes.map(({ code }) => code)).toContain('widened');
    const client = read(
      'sourcetype=XmlWinEventLog source="WinEventLog:Microsoft-Windows-DNS-Client/Operational" QueryName=x',
    );
    expect(client.first.logsource).toEqual({ product: 'windows', service: 'dns-client' });
  });

  test('an event has several tags, and some of a log’s name it', () => {
    expect(read('tag=dns tag=network query=x.example').first.logsource).toEqual({ category: 'dns' });
  });

  test('an address and a port alone are a firewall’s', () => {
    expect(read('dest_port=4444 dest_ip=203.0.113.9').first).toMatchObject({
      logsource: { category: 'firewall' },
      detection: { selection: { dst_port: 4444, dst_ip: '203.0.113.9' } },
    });
  });
});

describe('a source type that only says how events came', () => {
  const macros = { orchard: { definition: 'sourcetype=aws:firehose:json' } };

  test('names no log, which a macro for it is called after', () => {
    const reading = readQuery('`orchard` branch=main', 'spl', { macros });
    expect(reading).toMatchObject({ ok: true, logsource: { product: 'orchard' } });
  });

  test('is refused alone', () => {
    const reading = readQuery('sourcetype=aws:firehose:json branch=main', 'spl');
    expect(reading).toMatchObject({ ok: false, error: { code: 'UnknownLogsource' } });
  });

  test('and a data model without a log source has one name, whichever of its sets is read', () => {
    const model = (name: string) => read(`| tstats count from datamodel=${name} where All_Changes.result="*lock*"`);
    expect(model('Change').first.logsource).toEqual({ category: 'change' });
    expect(model('Change.All_Changes').first.logsource).toEqual({ category: 'change' });
  });
});
