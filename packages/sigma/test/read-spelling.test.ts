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

  test('how far KQL looks back, with a space behind the name of the function', () => {
    const query = (ago: string) =>
      `SigninLogs\n| where TimeGenerated > ${ago}\n| where ResultType == "0"\n| summarize Addresses = dcount(IPAddress) by UserPrincipalName\n| where Addresses >= 5`;
    for (const ago of ['ago(7d)', 'ago (7d)', 'ago ( 7d )'])
      expect(read(query(ago), 'kql').documents.at(-1)).toMatchObject({ correlation: { timespan: '7d' } });
  });
});
