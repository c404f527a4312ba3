import { type QueryLanguage, readQuery } from '@tripline/sigma';

function read(text: string, language: QueryLanguage) {
  const reading = readQuery(text, language);
  if (!reading.ok) throw reading.error;
  return reading;
}

describe('what a query says beside its conditions', () => {
  test('a quote with a backslash is a character of a bare value of Splunk', () => {
    const search =
      'sourcetype=aws:cloudtrail requestParameters.policy=*\\"Effect\\":\\"Allow\\"* eventName=PutBucketPolicy | stats count by user';
    expect(read(search, 'spl').documents[0]).toMatchObject({
      detection: {
        selection: { eventName: 'PutBucketPolicy', 'requestParameters.policy|contains': '"Effect":"Allow"' },
      },
    });
  });

  test.each([
    ['User=foo\\|bar | table x', 'foo|bar'],
    ['(User=C:\\Temp\\)', 'C:\\Temp\\\\'],
    ['User=C:\\Temp\\ | table x', 'C:\\Temp\\\\'],
  ])('a backslash is one of the value but before a quote, a pipe or a backslash: %s', (term, value) => {
    const search = `sourcetype="WinEventLog:Security" ${term}`;
    expect(read(search, 'spl').documents[0]).toMatchObject({ detection: { selection: { User: value } } });
  });

  test('where the product has one name for several values of the log, the rule has all of them', () => {
    const rule = (product: string, event: string) =>
      `rule a {\n  events:\n    ${product}\n    ${event}\n  condition:\n    $e\n}`;
    const okta = rule('$e.metadata.log_type = "OKTA"', '$e.security_result.action = "BLOCK"');
    expect(read(okta, 'yaral').documents[0]).toMatchObject({
      detection: { selection: { 'outcome.result': ['failure', 'deny'] } },
    });
    const wall = rule('$e.metadata.event_type = "NETWORK_CONNECTION"', '$e.security_result.action = "BLOCK"');
    expect(read(wall, 'yaral').documents[0]).toMatchObject({
      detection: { selection: { action: expect.arrayContaining(['deny', 'drop', 'block']) } },
    });
    const audit = 'data_stream.dataset:"o365.audit" and o365.audit.Operation:"x" and not event.outcome:failure';
    expect(read(audit, 'lucene').documents[0]).toMatchObject({
      detection: { filter: { ResultStatus: ['failed', 'failure', 'false'] } },
    });
  });

  test('how far KQL looks back, with a space behind the name of the function', () => {
    const query = (ago: string) =>
      `SigninLogs\n| where TimeGenerated > ${ago}\n| where ResultType == "0"\n| summarize Addresses = dcount(IPAddress) by UserPrincipalName\n| where Addresses >= 5`;
    for (const ago of ['ago(7d)', 'ago (7d)', 'ago ( 7d )'])
      expect(read(query(ago), 'kql').documents.at(-1)).toMatchObject({ correlation: { timespan: '7d' } });
  });
});
