import { convert, parseSigma, type QueryLanguage, readQuery, type SigmaRule, type TargetId } from '@tripline/sigma';

/** What is read of a query, written again for the same product. */
function again(query: string, language: QueryLanguage, target: TargetId): string {
  const reading = readQuery(query, language);
  if (!reading.ok) throw reading.error;
  return written(reading.yaml, target);
}

function written(yaml: string, target: TargetId): string {
  const collection = parseSigma(yaml);
  const conversion = convert(collection.documents[0] as SigmaRule, collection, target);
  if (!conversion.ok) throw conversion.error;
  return conversion.queries[0] ?? '';
}

const rule = (logsource: string, field: string) =>
  `title: A\nlogsource: { ${logsource} }\ndetection: { s: { ${field}: heron }, condition: s }\n`;

describe('a field of the product’s own schema, which its log’s map lacks', () => {
  test.each(['event.outcome', 'event.action', 'user.email', 'source.geo.country_iso_code', 'url.full'])(
    'is written back to Elastic by its name: %s',
    (field) => {
      const query = again(`data_stream.dataset:azure.activitylogs and ${field}:heron`, 'lucene', 'siem_lucene');
      expect(query).toContain(`${field}:`);
      expect(query).not.toContain(`azure.activitylogs.${field}`);
    },
  );

  test('is no other field of the log, which keeps its place there', () => {
    const log = 'product: azure, service: activitylogs';
    expect(written(rule(log, 'event.heron'), 'siem_lucene')).toContain('azure.activitylogs.event.heron:');
    expect(written(rule(log, 'heron.outcome'), 'siem_lucene')).toContain('azure.activitylogs.heron.outcome:');
  });

  test.each([
    'network.application_protocol',
    'network.email.mail_id',
    'metadata.product_version',
    'network.tls.cipher',
  ])('is written back to Google SecOps by its path: %s', (path) => {
    const events = `    $e.metadata.log_type = "OKTA"\n    $e.${path} = "heron"\n`;
    const query = again(`rule a {\n  events:\n${events}  condition:\n    $e\n}`, 'yaral', 'siem_yaral');
    expect(query).toContain(`$e.${path} `);
    expect(query).not.toContain('additional.fields');
  });

  test('is no path of UDM where UDM has no such name', () => {
    const query = written(rule('product: okta, service: okta', 'network.heron'), 'siem_udm');
    expect(query).toContain('additional.fields["network.heron"]');
  });
});
