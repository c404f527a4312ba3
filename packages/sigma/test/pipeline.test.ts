import {
  type ConvertOptions,
  convert,
  parsePipeline,
  parseSigma,
  type SigmaRule,
  type TargetId,
} from '@tripline/sigma';
import { conversionOf, errorOf } from './support/pipeline.js';

const RULE = `
title: Shell started
status: test
level: high
tags: [attack.execution]
logsource: { category: process_creation, product: windows }
detection:
  selection: { Image|endswith: '\\cmd.exe', CommandLine|contains: [foo, bar] }
  condition: selection
`;

describe('a processing pipeline', () => {
  it('names fields before the built-in maps do, which do not name them again', () => {
    const pipeline = 'transformations:\n- type: field_name_mapping\n  mapping: { Image: CommandLine }';
    expect(query('siem_lucene', pipeline)).toBe(
      'data_stream.dataset:windows.sysmon_operational AND event.code:1 AND CommandLine:/.*\\\\[Cc][Mm][Dd]\\.[Ee][Xx][Ee]/ AND CommandLine:(/.*[Ff][Oo][Oo].*/ OR /.*[Bb][Aa][Rr].*/)',
    );
  });

  it('takes the place of the built-in maps where these are switched off', () => {
    const pipeline =
      'transformations:\n- type: field_name_mapping\n  mapping: { Image: [path, exe], CommandLine: cmd }';
    expect(query('siem_spl', pipeline, RULE, 'none')).toBe(
      '(path="*\\\\cmd.exe" OR exe="*\\\\cmd.exe") cmd IN ("*foo*", "*bar*")',
    );
  });

  it('adds conditions before those of the rule, filled from its log source and the variables', () => {
    const pipeline = `
vars: { where: main }
transformations:
- type: add_condition
  template: true
  conditions: { index: '{vars.where}', kind: '$product-$category' }
- type: add_condition
  negated: true
  conditions: { host|startswith: test }`;
    expect(query('siem_spl', pipeline, RULE, 'none')).toBe(
      'NOT host="test*" index="main" kind="windows-process_creation" Image="*\\\\cmd.exe" CommandLine IN ("*foo*", "*bar*")',
    );
  });

  it('changes the log source, whose built-in map is used then', () => {
    const pipeline = 'transformations:\n- { type: change_logsource, category: process_creation, product: linux }';
    expect(query('siem_spl', pipeline)).toContain('source="Syslog:Linux-Sysmon/Operational" EventCode=1');
  });

  it('runs pipelines in the order of their priorities, and equal ones as given', () => {
    const map = (from: string, to: string, priority?: number) =>
      parsePipeline(
        `${priority === undefined ? '' : `priority: ${priority}\n`}transformations:\n- type: field_name_mapping\n  mapping: { ${from}: ${to} }`,
      );
    const pipelines = [map('b', 'c', 20), map('a', 'b', 10), map('Image', 'a'), map('c', 'd', 20)];
    expect(converted('siem_spl', { pipelines, pipeline: 'none' }).queries[0]).toMatch(/^d=/);
  });

  it('is left out for targets that it does not allow, with a note', () => {
    const text = 'name: ours\nallowed_backends: [splunk]\ntransformations:\n- { type: field_name_prefix, prefix: x_ }';
    const pipelines = [parsePipeline(text)];
    expect(converted('siem_spl', { pipelines, pipeline: 'none' }).queries[0]).toMatch(/^x_Image=/);
    const other = converted('siem_kql', { pipelines, pipeline: 'none', strict: true });
    expect(other.queries[0]).toMatch(/^Image /);
    expect(other.notes).toEqual([expect.objectContaining({ code: 'pipeline_skipped' })]);
  });

  it('goes through correlations: their groups, their counted field and the rules that they refer to', () => {
    const text = `${RULE}\n---\ntitle: Many\ncorrelation:\n  type: value_count\n  rules: [Shell started]\n  group-by: [User]\n  timespan: 5m\n  condition: { field: Image, gte: 3 }\n`;
    const collection = parseSigma(text);
    const correlation = collection.documents[1] as SigmaRule;
    const pipelines = [
      parsePipeline(
        'transformations:\n- type: field_name_mapping\n  mapping: { User: who, Image: path, CommandLine: cmd }',
      ),
    ];
    const made = convert(correlation, collection, 'siem_spl', { pipelines });
    expect(made.ok && made.queries[0]).toMatch(/path=[\s\S]*cmd IN[\s\S]*dc\(path\).* BY .*who/);
  });
});

describe('reading a pipeline', () => {
  it.each([
    ['InvalidPipeline', 1, '- a list'],
    ['InvalidYaml', 1, 'a: ['],
    ['InvalidPipeline', 2, 'transformations:\n- just text'],
    ['UnsupportedPipeline', 2, 'transformations:\n- type: file_placeholders'],
    ['InvalidPipeline', 4, 'transformations:\n- type: field_name_prefix\n  prefix: a\n  prefex: b'],
    ['InvalidPipeline', 3, 'transformations:\n- type: field_name_mapping\n  mapping: 3'],
    ['InvalidPipeline', 3, 'transformations:\n- type: add_condition\n  conditions: { "a|foo": 1 }'],
    [
      'UnsupportedPipeline',
      4,
      'transformations:\n- type: field_name_prefix\n  prefix: a\n  rule_conditions: [{ type: moon }]',
    ],
  ])('refuses with %s in line %i: %j', (code, line, text) => {
    expect(errorOf(() => parsePipeline(text))).toMatchObject({ code, line });
  });
});

function query(target: TargetId, pipeline: string, rule = RULE, builtIn: 'default' | 'none' = 'default'): string {
  return converted(target, { pipelines: [parsePipeline(pipeline)], pipeline: builtIn }, rule).queries[0] as string;
}

function converted(target: TargetId, options: ConvertOptions, rule = RULE) {
  const made = conversionOf(rule, target, options);
  if (!made.ok) throw made.error;
  return made;
}
