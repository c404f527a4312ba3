import { parsePipeline } from '@tripline/sigma';
import { errorOf, searchWith } from './support/pipeline.js';

const HEADER = 'status: test\nlevel: high\nauthor: me\ntags: [attack.t1059]\n';
const applies = (conditions: string, selection = '{ a: x, b: 2 }', before = ''): boolean =>
  searchWith(`${before}- { type: field_name_prefix, prefix: hit_, ${conditions} }`, selection, HEADER).includes('hit_');

describe('conditions on rules', () => {
  it.each([
    [true, 'type: logsource, product: windows'],
    [true, 'type: logsource, product: windows, category: process_creation'],
    [false, 'type: logsource, product: linux'],
    [false, 'type: logsource, product: windows, service: sysmon'],
    [true, 'type: contains_detection_item, field: a, value: x'],
    [true, 'type: contains_detection_item, field: b, value: 2'],
    [false, 'type: contains_detection_item, field: a, value: y'],
    [true, 'type: contains_field, field: a'],
    [false, 'type: contains_field, field: z'],
    [true, 'type: is_sigma_rule'],
    [false, 'type: is_sigma_correlation_rule'],
    [true, 'type: rule_attribute, attribute: level, value: medium, op: gte'],
    [false, 'type: rule_attribute, attribute: level, value: high, op: gt'],
    [true, 'type: rule_attribute, attribute: status, value: experimental, op: gt'],
    [true, 'type: rule_attribute, attribute: author, value: me'],
    [true, 'type: rule_attribute, attribute: tags, value: attack.t1059, op: in'],
    [true, 'type: rule_attribute, attribute: tags, value: other, op: not_in'],
    [false, 'type: rule_attribute, attribute: nothing, value: x'],
    [true, 'type: tag, tag: attack.t1059'],
    [false, 'type: tag, tag: attack.t1'],
    [false, 'type: processing_item_applied, processing_item_id: other'],
    [false, 'type: processing_state, key: k, val: v'],
  ])('gives %s for %s', (expected, condition) => {
    expect(applies(`rule_conditions: [{ ${condition} }]`)).toBe(expected);
  });

  it('knows what was done and set before', () => {
    const before =
      '- { id: first, type: set_state, key: k, val: 3 }\n- { type: set_custom_attribute, attribute: own, value: mine }\n';
    for (const condition of [
      'type: processing_item_applied, processing_item_id: first',
      'type: processing_state, key: k, val: 3',
      'type: processing_state, key: k, val: 2, op: gt',
      'type: rule_attribute, attribute: own, value: mine',
    ]) {
      expect(applies(`rule_conditions: [{ ${condition} }]`, undefined, before)).toBe(true);
    }
  });

  it('joins conditions by operator, negation and expression', () => {
    const [yes, no] = ['type: logsource, product: windows', 'type: logsource, product: linux'];
    expect(applies(`rule_conditions: [{ ${yes} }, { ${no} }]`)).toBe(false);
    expect(applies(`rule_conditions: [{ ${yes} }, { ${no} }], rule_cond_op: or`)).toBe(true);
    expect(applies(`rule_conditions: [{ ${no} }], rule_cond_not: true`)).toBe(true);
    const named = `rule_conditions: { y: { ${yes} }, n: { ${no} }, m: { ${no} } }`;
    expect(applies(`${named}, rule_cond_expr: y and not (n or m)`)).toBe(true);
    expect(applies(`${named}, rule_cond_expr: n or m and y`)).toBe(false);
  });

  it.each([
    ['rule_cond_expr: y', 'does not use the condition "n"'],
    ['rule_cond_expr: y and z', 'names "z"'],
    ['rule_cond_expr: y and', 'ends too early'],
    ['rule_cond_expr: y or n, rule_cond_op: and', 'exclude each other'],
  ])('refuses %s: %s', (expression, message) => {
    const text = `transformations:\n- { type: drop_detection_item, rule_conditions: { y: { type: is_sigma_rule }, n: { type: is_sigma_rule } }, ${expression} }`;
    expect(errorOf(() => parsePipeline(text))).toMatchObject({ code: 'InvalidPipeline', line: 2 });
    expect(errorOf(() => parsePipeline(text)).message).toContain(message);
  });
});

describe('conditions on detection items', () => {
  it.each([
    ['type: match_string, cond: any, pattern: "^x"', '{ a: [x, y], b: z }', 'hit_a IN ("x", "y") b="z"'],
    ['type: match_string, cond: all, pattern: "^x"', '{ a: [x, y], b: x }', 'a IN ("x", "y") hit_b="x"'],
    ['type: match_string, cond: all, pattern: "^x", negate: true', '{ a: x, b: z }', 'a="x" hit_b="z"'],
    ['type: match_value, cond: any, value: 2', '{ a: 2, b: "2" }', 'hit_a=2 b="2"'],
    ['type: contains_wildcard, cond: any', '{ a|contains: x, b: x }', 'hit_a="*x*" b="x"'],
    ['type: is_null, cond: any', '{ a: null, b: x }', 'b="x" NOT hit_a=*'],
  ])('%s is for %s', (condition, selection, search) => {
    const made = searchWith(
      `- { type: field_name_prefix, prefix: hit_, detection_item_conditions: [{ ${condition} }] }`,
      selection,
    );
    expect(made.split(' ').sort()).toEqual(search.split(' ').sort());
  });

  it('knows which items an entry has changed, and how they are joined', () => {
    const first = '- { id: f, type: map_string, mapping: { x: y } }\n';
    const condition = 'type: processing_item_applied, processing_item_id: f';
    const entry = `- { type: field_name_prefix, prefix: hit_, detection_item_conditions: [{ ${condition} }]`;
    expect(searchWith(`${first}${entry} }`, '{ a: x, b: z }')).toBe('hit_a="y" b="z"');
    expect(searchWith(`${first}${entry}, detection_item_cond_not: true }`, '{ a: x, b: z }')).toBe('a="y" hit_b="z"');
  });
});

describe('conditions on field names', () => {
  it.each([
    ['type: include_fields, fields: [a]', 'hit_a=1 ab=2'],
    ['type: include_fields, fields: ["a*"]', 'hit_a=1 hit_ab=2'],
    ['type: include_fields, fields: ["a.$"], mode: re', 'a=1 hit_ab=2'],
    ['type: exclude_fields, fields: [a]', 'a=1 hit_ab=2'],
  ])('%s makes %s', (condition, search) => {
    const entry = `- { type: field_name_prefix, prefix: hit_, field_name_conditions: [{ ${condition} }] }`;
    expect(searchWith(entry, '{ a: 1, ab: 2 }')).toBe(search);
  });

  it('knows which names an entry has given', () => {
    const first = '- { id: m, type: field_name_mapping, mapping: { a: c } }\n';
    const entry = (not: boolean): string =>
      `- { type: field_name_suffix, suffix: _hit, field_name_conditions: [{ type: processing_item_applied, processing_item_id: m }], field_name_cond_not: ${not} }`;
    expect(searchWith(first + entry(false), '{ a: 1, b: 2 }')).toBe('c_hit=1 b=2');
    expect(searchWith(first + entry(true), '{ a: 1, b: 2 }')).toBe('c=1 b_hit=2');
  });

  it('looks at the state', () => {
    const entries = (value: number): string =>
      `- { type: set_state, key: k, val: ${value} }\n- { type: field_name_prefix, prefix: hit_, field_name_conditions: [{ type: processing_state, key: k, val: 1 }] }`;
    expect(searchWith(entries(1), '{ a: 1 }')).toBe('hit_a=1');
    expect(searchWith(entries(2), '{ a: 1 }')).toBe('a=1');
  });

  it('values of items whose field is not meant stay', () => {
    const entry = '- { type: set_value, value: 9, field_name_conditions: [{ type: include_fields, fields: [a] }] }';
    expect(searchWith(entry, '{ a: 1, b: 2 }')).toBe('a=9 b=2');
  });
});
