import { convert, parseSigma, readQuery, type SigmaRule } from '@tripline/sigma';

function read(...events: readonly string[]) {
  const lines = events.map((event) => `    $e.${event}\n`).join('');
  const reading = readQuery(`rule a {\n  events:\n${lines}  condition:\n    $e\n}`, 'yaral');
  if (!reading.ok) throw reading.error;
  return reading;
}

const named = (vendor: string | undefined, product: string) => [
  ...(vendor === undefined ? [] : [`metadata.vendor_name = "${vendor}"`]),
  `metadata.product_name = "${product}"`,
];
const EVENT = 'metadata.product_event_type = "heron"';

describe('the log of a rule of UDM that names vendor and product', () => {
  test.each<[string | undefined, string, string]>([
    ['Microsoft', 'Office 365', 'OFFICE_365'],
    [undefined, 'office 365', 'OFFICE_365'],
    ['Microsoft', 'Azure AD', 'AZURE_AD'],
    ['GITHUB', 'GITHUB', 'GITHUB'],
    ['Microsoft', 'Microsoft-Windows-Sysmon', 'WINDOWS_SYSMON'],
    ['OneLogin', 'ONELOGIN_SSO', 'ONELOGIN_SSO'],
    ['Google Cloud Platform', 'Google Cloud Platform', 'GCP_CLOUDAUDIT'],
  ])('is the one of its log type: %s, %s', (vendor, product, type) => {
    const byName = read(...named(vendor, product), EVENT);
    const byType = read(`metadata.log_type = "${type}"`, EVENT);
    expect({ ...byName.rule }).toEqual({ ...byType.rule });
    expect(byName.notes.map(({ code }) => code)).toEqual(byType.notes.map(({ code }) => code));
    expect(byName.rule['detection']).not.toHaveProperty(['selection', 'metadata.product_event_type']);
  });

  test('is another log where the vendor is another', () => {
    expect(read(...named('Heron', 'Office 365'), EVENT).logsource).toEqual({ product: 'office_365' });
  });

  test('of several products is theirs beside the vendor alone', () => {
    expect(read(...named('Google Workspace', 'drive'), EVENT)).toMatchObject({
      logsource: { product: 'google_workspace' },
      rule: { detection: { selection: { 'eventService|cased': 'drive', 'eventName|cased': 'heron' } } },
    });
    expect(read(...named('Google Workspace', 'login'), EVENT).logsource).toEqual({
      product: 'gcp',
      service: 'google_workspace.login',
    });
    expect(read(...named(undefined, 'drive'), EVENT).logsource).toEqual({ product: 'drive' });
    expect(read('metadata.log_type = "WORKSPACE_ACTIVITY"', EVENT).logsource).toEqual({ product: 'google_workspace' });
  });

  test('may be named by any of several products of one log type', () => {
    const either = '(metadata.product_name = "login" or $e.metadata.product_name = "drive")'.replace('(', '($e.');
    const reading = readQuery(
      `rule a {\n  events:\n    $e.metadata.vendor_name = "Google Workspace"\n    ${either}\n    $e.${EVENT}\n  condition:\n    $e\n}`,
      'yaral',
    );
    expect(reading.ok && reading.logsource).toEqual({ product: 'google_workspace' });
  });

  test('is asked for by what its parser writes when the rule is written again', () => {
    const collection = parseSigma(read(...named('Google Workspace', 'drive'), EVENT).yaml);
    const conversion = convert(collection.documents[0] as SigmaRule, collection, 'siem_udm');
    const query = conversion.ok ? (conversion.queries[0] ?? '') : '';
    expect(query).toContain('metadata.log_type = "WORKSPACE_ACTIVITY"');
    expect(query).toContain('metadata.product_name = "drive"');
    expect(query).not.toContain('"admin"');
  });
});
