import { convert, parseSigma, type TargetId } from '@tripline/sigma';

const RULES = `
title: A
name: a
logsource: { product: windows, category: process_creation }
detection: { sel: { F: 1 }, condition: sel }
---
title: B
name: b
logsource: { product: windows, category: process_creation }
detection: { sel: { F: 2 }, condition: sel }
---
title: Near
name: near_cd
logsource: { product: windows, category: process_creation }
detection: { x: { F: 3 }, y: { F: 4 }, condition: x | near y }
---
title: Inner
name: inner
correlation: { type: event_count, rules: [a, near_cd], group-by: [User], timespan: 5m, condition: { gte: 3 } }
---
title: Outer
correlation: { type: temporal, rules: [inner, a, b], group-by: [User], timespan: 1h }
---
title: Over near
correlation: { type: temporal, rules: [near_cd, b], group-by: [User], timespan: 1h }
---
title: Several conditions
logsource: { product: windows, category: process_creation }
detection: { x: { F: 3 }, y: { F: 4 }, z: { F: 5 }, condition: [x | near y, z] }
`;

function queryOf(title: string, target: TargetId): string {
  const collection = parseSigma(RULES);
  const document = collection.documents.find((found) => found.title === title);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  const conversion = convert(document, collection, target, { pipeline: 'none' });
  if (!conversion.ok) throw conversion.error;
  return conversion.queries.join('\n');
}

describe('The base search of a rule that counts', () => {
  it.each([
    ['siem_lucene', 'F:1 OR F:3 OR F:4 OR F:2'],
    ['siem_dql', 'F:1 OR F:3 OR F:4 OR F:2'],
    ['siem_udm', 'F = 1 OR F = 3 OR F = 4 OR F = 2'],
  ] as const)('holds the events behind correlations of correlations, each rule once (%s)', (target, query) => {
    expect(queryOf('Outer', target)).toBe(query);
  });

  it.each([
    ['siem_lucene', 'F:3 OR F:4 OR F:2'],
    ['siem_udm', 'F = 3 OR F = 4 OR F = 2'],
  ] as const)('holds every part of a near below a correlation (%s)', (target, query) => {
    expect(queryOf('Over near', target)).toBe(query);
  });

  it.each([
    ['siem_lucene', 'F:3 OR F:4 OR F:5'],
    ['siem_udm', 'F = 3 OR F = 4 OR F = 5'],
  ] as const)('holds every part of a near beside other conditions (%s)', (target, query) => {
    expect(queryOf('Several conditions', target)).toBe(query);
  });

  it('is the detections of the counting rule in YARA-L', () => {
    expect(queryOf('Over near', 'siem_yaral')).toContain('$e1.detection.detection.rule_name = "near"');
  });

  it('is the events of the counting rule in YARA-L where they are counted beside others', () => {
    expect(queryOf('Inner', 'siem_yaral')).toContain('    ($e.F = 1 or ($e.F = 3 or $e.F = 4))\n');
  });
});
