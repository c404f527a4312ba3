import { convert, parseSigma, readQuery, type SigmaRule, type TargetId } from '@tripline/sigma';

const QUERY =
  'OfficeActivity | where Operation == "New-InboxRule" and ResultStatus == "True" and ClientIP == "192.0.2.7"';

function written(target: TargetId): string {
  const reading = readQuery(QUERY, 'kql');
  if (!reading.ok) throw reading.error;
  const collection = parseSigma(reading.yaml);
  const conversion = convert(collection.documents[0] as SigmaRule, collection, target);
  if (!conversion.ok) throw conversion.error;
  return conversion.queries.join('\n');
}

describe('columns of OfficeActivity', () => {
  test('are the fields of the log that have their names', () => {
    const reading = readQuery(QUERY, 'kql');
    expect(reading.ok && reading.rule).toMatchObject({
      logsource: { product: 'm365', service: 'audit' },
      detection: { selection: { Operation: 'New-InboxRule', ResultStatus: 'True', ClientIP: '192.0.2.7' } },
    });
  });

  test.each<[TargetId, string]>([
    ['siem_kql', 'Operation =~ "New-InboxRule"'],
    ['siem_lucene', 'event.action'],
    ['siem_spl', 'Operation="New-InboxRule"'],
    ['siem_udm', 'metadata.product_event_type = "New-InboxRule"'],
  ])('are written for %s under its own name of the operation', (target, name) => {
    expect(written(target)).toContain(name);
  });

  test('are those that a rule with the names of other authors means too', () => {
    const collection = parseSigma(
      'title: A\nlogsource: { product: m365, service: audit }\ndetection: { s: { eventName: New-InboxRule }, condition: s }\n',
    );
    const conversion = convert(collection.documents[0] as SigmaRule, collection, 'siem_kql');
    expect(conversion.ok && conversion.queries[0]).toContain('Operation =~ "New-InboxRule"');
  });
});
