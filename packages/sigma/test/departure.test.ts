import { type DeployFormat, deploy, parseSigma, type SigmaRule } from '@tripline/sigma';

/** One log source whose events every product tells from others, and one that shares its scope in all of them. */
const EXACT = '{ product: m365, service: audit }';
const WIDER = '{ product: m365, service: threat_detection }';

function form(format: DeployFormat, logsource: string, level = 'critical', item = 'Operation: Heron'): string {
  const collection = parseSigma(
    `title: A rule\ndescription: What it finds.\nlevel: ${level}\nlogsource: ${logsource}\ndetection:\n  s: { ${item} }\n  condition: s\n`,
  );
  return deploy(collection.documents[0] as SigmaRule, collection, format).text;
}

/** How each form writes the levels critical and high; Sentinel has one severity for both. */
const SEVERITIES: readonly (readonly [DeployFormat, string, string])[] = [
  ['savedsearches', 'alert.severity = 5', 'alert.severity = 4'],
  ['sentinel-yaml', 'severity: High', 'severity: High'],
  ['sentinel-arm', '"severity": "High"', '"severity": "High"'],
  ['kibana-ndjson', '"severity":"critical"', '"severity":"high"'],
  ['kibana-lucene', '"severity":"critical"', '"severity":"high"'],
  ['opensearch-monitor', '"severity": "1"', '"severity": "2"'],
  ['yaral', 'severity = "CRITICAL"', 'severity = "HIGH"'],
];

describe.each(SEVERITIES)('%s', (format, critical, high) => {
  const says = /finds more than its (?:Sigma )?rule/;

  it('keeps the level of a rule whose query finds what the rule does', () => {
    const text = form(format, EXACT);
    expect(text).toContain(critical);
    expect(text).not.toMatch(/Conversion:|finds more/);
  });

  it('lowers the level of a rule whose query finds more, and says so', () => {
    const text = form(format, WIDER);
    expect(text).toContain(high);
    expect(text).toMatch(says);
    if (format === 'opensearch-monitor') return;
    expect(text).toContain(
      "Conversion: The query finds more than its Sigma rule: the level is high, the rule's is critical.",
    );
    expect(text).toContain('The scope of m365/threat_detection is also that of');
  });

  it('keeps the lowest level, and still says that the query finds more', () => {
    expect(form(format, WIDER, 'informational')).toMatch(says);
  });

  it('says it also of a rule with a description that is too long for the product', () => {
    const collection = parseSigma(
      `title: A rule\ndescription: ${'y'.repeat(9000)}\nlogsource: ${WIDER}\ndetection:\n  s: { Operation: Heron }\n  condition: s\n`,
    );
    expect(deploy(collection.documents[0] as SigmaRule, collection, format).text).toMatch(says);
  });
});

test('a query that may miss events keeps its level and says so', () => {
  const text = form('yaral', EXACT, 'critical', "'|all': [heron]");
  expect(text).toContain('severity = "CRITICAL"');
  expect(text).toContain('Conversion: The query may miss events that its Sigma rule finds.');
});

test('a query on a field that nobody has confirmed keeps its level and says so', () => {
  const text = form('savedsearches', '{ product: windows, category: process_creation }', 'high', 'Heron: x');
  expect(text).toContain('alert.severity = 4');
  expect(text).toContain('Conversion: Check where the query looks before it is relied on.');
});

describe('the level of a rule on a table that several systems share', () => {
  const rule = (value: string) =>
    parseSigma(
      `title: A rule\nlevel: critical\nlogsource: { product: macos, category: process_creation }\ndetection:\n  s: { CommandLine|contains: '${value}' }\n  condition: s\n`,
    );
  const arm = (value: string, keepLevel = false) => {
    const collection = rule(value);
    return deploy(collection.documents[0] as SigmaRule, collection, 'savedsearches', { keepLevel });
  };

  it('is its author’s where the values name the system', () => {
    const { text, notes } = arm('/Library/LaunchAgents/');
    expect(text).toContain('finds more than its Sigma rule.');
    expect(notes.map(({ code }) => code)).not.toContain('level_lowered');
  });

  it('is lower where nothing does, and a note has the old one', () => {
    expect(arm('heron').notes).toContainEqual({
      code: 'level_lowered',
      message: "The level is high, the rule's is critical: the query finds more than the rule.",
      part: 'level',
    });
  });

  it('is kept where the caller asks for that', () => {
    const { text, notes } = arm('heron', true);
    expect(notes.map(({ code }) => code)).not.toContain('level_lowered');
    expect(text).toContain('finds more than its Sigma rule.');
  });
});
