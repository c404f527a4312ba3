import { convert, finalizeQueries, parsePipeline, parseSigma, type SigmaRule } from '@tripline/sigma';
import { conversionOf, errorOf, ruleWith, searchWith } from './support/pipeline.js';

const HASH = 'd41d8cd98f00b204e9800998ecf8427e';

describe('transformations of rules', () => {
  it.each([
    // entries, selection, search
    ['- { type: field_name_mapping, mapping: { a: b } }', '{ a: 1, c: 2 }', 'b=1 c=2'],
    ['- { type: field_name_mapping, mapping: { a: [b, c] } }', '{ a: 1 }', 'b=1 OR c=1'],
    ['- { type: field_name_mapping, mapping: { a: [b, c] } }', '{ a: null }', 'NOT b=* NOT c=*'],
    ['- { type: field_name_mapping, mapping: { a: [] } }', '{ a: 1, c: 2 }', 'c=2'],
    ['- { type: field_name_mapping, mapping: { null: message } }', '[word]', 'message="*word*"'],
    [
      '- { type: field_name_mapping, mapping: { a: b, x: y } }',
      '{ a|fieldref: x }',
      "*\n| where lower('b')=lower('y')",
    ],
    ['- { type: field_name_prefix_mapping, mapping: { win.: windows. } }', '{ win.a: 1, b: 2 }', 'windows.a=1 b=2'],
    ['- { type: field_name_prefix, prefix: x_ }', '{ a: 1, b: 2 }', 'x_a=1 x_b=2'],
    ['- { type: field_name_suffix, suffix: _s }', '{ a: 1 }', 'a_s=1'],
    ['- { type: field_name_transform, transform_func: upper, mapping: { b: keep } }', '{ ab: 1, b: 2 }', 'AB=1 keep=2'],
    [
      '- { type: map_string, mapping: { one: 1st, two: [2nd, second] } }',
      '{ a: [one, two] }',
      'a IN ("1st", "2nd", "second")',
    ],
    [
      "- { type: replace_string, regex: '^C:', replacement: 'D:' }",
      "{ a: 'C:\\x\\*' }",
      'a="D:\\\\x*"\n| where match(\'a\', "(?i)^D:\\\\\\\\x\\\\*$")',
    ],
    [
      "- { type: replace_string, regex: '(\\w+)@(?P<where>\\w+)', replacement: '\\g<where>/\\1' }",
      '{ a: me@home }',
      'a="home/me"',
    ],
    ["- { type: replace_string, regex: 'x', replacement: '*' }", '{ a: axb }', 'a="a*b"'],
    ["- { type: replace_string, regex: '.', replacement: '-', skip_special: true }", '{ a: ab*c }', 'a="--*-"'],
    [
      "- { type: replace_string, regex: 'x', replacement: '*', skip_special: true, interpret_special: true }",
      '{ a: axb }',
      'a="a*b"',
    ],
    ["- { type: replace_string, regex: '1', replacement: '2' }", '{ a: 11 }', 'a="22"'],
    ['- { type: set_value, value: 5 }', '{ a: [x, y] }', 'a=5'],
    ['- { type: set_value, value: "5", force_type: num }', '{ a: x }', 'a=5'],
    ['- { type: set_value, value: null }', '{ a: x }', 'NOT a=*'],
    ['- { type: convert_type, target_type: str }', '{ a: 5 }', 'a="5"'],
    ['- { type: convert_type, target_type: num }', '{ a: "5" }', 'a=5'],
    ['- { type: case, method: upper }', '{ a: xY* }', 'a="XY*"'],
    ['- { type: case, method: snake_case }', '{ a: CamelCase }', 'a="camel_case"'],
    ['- { type: regex, method: plain }', '{ a: "x.y*" }', '*\n| regex a="(?s)^x\\\\.y"'],
    ['- { type: regex, method: ignore_case_flag }', '{ a: "x" }', '*\n| regex a="(?is)^x$"'],
    ['- { type: regex }', '{ a: "*x1" }', '*\n| regex a="(?s)[xX]1$"'],
    [
      `- { type: hashes_fields, valid_hash_algos: [MD5], field_prefix: File }`,
      `{ Hashes|contains: ['MD5=${HASH}', 'IMPHASH=1'] }`,
      `FileMD5="${HASH}" OR Hashes="*IMPHASH=1*"`,
    ],
    [
      `- { type: hashes_fields, valid_hash_algos: [MD5], field_prefix: h, drop_algo_prefix: true }`,
      `{ Hashes: '${HASH}' }`,
      `h="${HASH}"`,
    ],
    [
      '- { type: drop_detection_item, field_name_conditions: [{ type: include_fields, fields: [a] }] }',
      '{ a: 1, b: 2 }',
      'b=2',
    ],
    [
      '- { type: add_condition, conditions: { index: [x, y], b|endswith: z } }',
      '{ a: 1 }',
      'index IN ("x", "y") b="*z" a=1',
    ],
    ['- { type: value_placeholders }', '{ a|expand: "%admins%" }', 'a IN ("alice", "b*")'],
    ['- { type: value_placeholders }', '{ a|expand|endswith: "-%host%" }', 'a="*-100%"'],
    [
      '- { type: wildcard_placeholders, exclude: [host] }\n- { type: value_placeholders, include: [host] }',
      '{ a|expand: "%x%-%host%" }',
      'a="*-100%"',
    ],
    [
      '- { type: nest, items: [{ type: field_name_prefix, prefix: x }, { type: field_name_suffix, suffix: y }] }',
      '{ a: 1 }',
      'xay=1',
    ],
    [
      '- { type: set_state, key: k, val: 7 }\n- { type: add_condition, conditions: { s: "{pipeline.state[k]}" } }',
      '{ a: 1 }',
      's="7" a=1',
    ],
  ])('%s makes of %s the search %s', (entries, selection, search) => {
    expect(searchWith(entries, selection)).toBe(search);
  });

  it.each([
    [
      'siem_spl',
      'default',
      '[| inputlookup {id} | rename value AS {field}]',
      'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1 ([| inputlookup admin_list | rename value AS User]) b=1',
    ],
    [
      'siem_kql',
      'none',
      '{field} in~ ((_GetWatchlist("{id}") | project SearchKey))',
      '(User in~ ((_GetWatchlist("admin_list") | project SearchKey))) and b == 1',
    ],
    ['siem_udm', 'none', '{field} in %{id}', '(User in %admin_list) AND b = 1'],
  ] as const)(
    'query_expression_placeholders puts an expression in the language of %s',
    (target, pipeline, expression, expected) => {
      const entry = { type: 'query_expression_placeholders', expression, mapping: { admins: 'admin_list' } };
      const pipelines = [parsePipeline(`transformations: ${JSON.stringify([entry])}`)];
      const made = conversionOf(ruleWith('{ User|expand: "%admins%", b: 1 }'), target, { pipelines, pipeline });
      expect(made.ok && made.queries).toEqual([expected]);
    },
  );

  it('changes the list of fields that a rule shows', () => {
    const entries = `- { type: add_field, field: [one, two] }
- { type: remove_field, field: two }
- { type: field_name_prefix, prefix: x_ }
- { type: set_field, fields: [only], rule_conditions: [{ type: rule_attribute, attribute: fields, value: x_one, op: in }] }
- { type: rule_failure, message: reached, rule_conditions: [{ type: rule_attribute, attribute: fields, value: only, op: in }] }`;
    expect(errorOf(() => searchWith(entries, '{ a: 1 }')).message).toBe('reached');
  });

  it.each([
    ['- { type: rule_failure, message: not here }', 'not here'],
    [
      '- { type: detection_item_failure, message: not this, field_name_conditions: [{ type: include_fields, fields: [a] }] }',
      'not this',
    ],
    [
      '- { type: field_name_mapping, mapping: { b: c } }\n- { type: strict_field_mapping_failure }',
      'no entry of the pipelines maps the fields a',
    ],
    ['- { type: drop_detection_item }', 'drops every detection item'],
    ['- { type: convert_type, target_type: num }', 'cannot be converted to a number'],
    ['- { type: hashes_fields, valid_hash_algos: [MD5] }', 'has no digest of MD5'],
  ])('%s refuses the rule: %s', (entries, message) => {
    const made = conversionOf(ruleWith('{ a: x }'), 'siem_spl', {
      pipelines: [parsePipeline(`transformations:\n${entries}`)],
    });
    expect(made.ok).toBe(false);
    expect(!made.ok && made.error).toMatchObject({
      code: 'RefusedByPipeline',
      message: expect.stringContaining(message),
    });
  });

  it('names a placeholder that has no values', () => {
    expect(errorOf(() => searchWith('- { type: value_placeholders }', '{ a|expand: "%nobody%" }')).message).toContain(
      '%nobody%',
    );
  });

  it('notes the fields that the pipelines leave open where no map comes after them', () => {
    const pipelines = [parsePipeline('transformations:\n- { type: field_name_mapping, mapping: { a: b } }')];
    const made = conversionOf(ruleWith('{ a: 1, c: 2 }'), 'siem_spl', { pipelines, pipeline: 'none' });
    expect(made.ok && made.notes).toEqual([
      { code: 'unmapped_field', message: 'No pipeline maps the field c; it stands under its own name.' },
    ]);
  });

  it('narrows rules by filters before the pipelines change them', () => {
    const text = `${ruleWith('{ a: 1 }', 'name: probe\n')}---\ntitle: F\nlogsource: { category: process_creation, product: windows }\nfilter: { rules: [probe], selection: { b: 2 }, condition: not selection }\n`;
    const pipelines = [parsePipeline('transformations:\n- { type: field_name_prefix, prefix: x_ }')];
    const made = conversionOf(text, 'siem_spl', { pipelines, pipeline: 'none' });
    expect(made.ok && made.queries).toEqual(['x_a=1 NOT x_b=2']);
  });
});

describe('postprocessing and finalizers', () => {
  const query = (entries: string): string => {
    const pipelines = [
      parsePipeline(
        `vars: { v: var }\ntransformations:\n- { type: set_state, key: k, val: state }\n- { type: set_custom_attribute, attribute: own, value: mine }\npostprocessing:\n${entries}`,
      ),
    ];
    const made = conversionOf(ruleWith('{ a: 1 }', 'level: high\n'), 'siem_spl', { pipelines, pipeline: 'none' });
    if (!made.ok) throw made.error;
    return made.queries.join('\n');
  };

  it.each([
    ['- { type: embed, prefix: "<{pipeline.state[k]} ", suffix: ">" }', '<state a=1>'],
    [
      '- { type: simple_template, template: "{rule.title} {rule.level} {rule.logsource.product} {rule.custom_attributes[own]} {pipeline.vars[v]} {{{query}}}" }',
      'Probe high windows mine var {a=1}',
    ],
    ['- { type: json, json_template: \'{"q": "%QUERY%", "n": [1]}\' }', '{"q":"a=1","n":[1]}'],
    ['- { type: replace, pattern: "a=(.)", replacement: "b=\\\\1\\\\1" }', 'b=11'],
    ['- { type: nest, items: [{ type: embed, prefix: "(" }, { type: embed, suffix: ")" }] }', '(a=1)'],
    ['- { type: embed, prefix: no, rule_conditions: [{ type: logsource, product: linux }] }', 'a=1'],
  ])('%s makes %s', (entries, made) => {
    expect(query(entries)).toBe(made);
  });

  it.each([
    ['{ type: concat, separator: " | ", prefix: "[", suffix: "]" }', '[a | b]'],
    ['{ type: json }', '["a","b"]'],
    ['{ type: yaml }', '- a\n- b\n'],
    ['{ type: nested, finalizers: [{ type: json }, { type: concat, prefix: "x = " }] }', 'x = ["a","b"]'],
  ])('%s makes one text of all queries', (entry, made) => {
    expect(finalizeQueries(['a', 'b'], [parsePipeline(`finalizers: [${entry}]`)])).toBe(made);
  });

  it('leaves queries apart where no pipeline has finalizers', () => {
    expect(finalizeQueries(['a', 'b'], [parsePipeline('name: none')])).toBeUndefined();
  });
});

describe('hostile pipelines', () => {
  it.each([
    [
      'names that multiply',
      `${'- { type: field_name_mapping, mapping: { a: [a, a, a, a, a, a, a, a, a, a] } }\n'.repeat(12)}`,
    ],
    ['values that grow', `${"- { type: replace_string, regex: '(.+)', replacement: '\\1\\1' }\n".repeat(40)}`],
    ['field names that grow', `${'- { type: field_name_prefix, prefix: abcdefghijklmnopqrstuvwxyz }\n'.repeat(100)}`],
  ])('%s are refused', (_what, entries) => {
    expect(errorOf(() => searchWith(entries, '{ a: xyz }')).code).toBe('TooLarge');
  });

  it('bounds entries and their depth', () => {
    const nested = (depth: number): string =>
      depth === 0 ? '{ type: drop_detection_item }' : `{ type: nest, items: [${nested(depth - 1)}] }`;
    expect(errorOf(() => parsePipeline(`transformations: [${nested(12)}]`)).message).toContain('nest deeper');
    expect(
      errorOf(() => parsePipeline(`transformations:\n${'- { type: drop_detection_item }\n'.repeat(1001)}`)).message,
    ).toContain('more than 1000 entries');
    expect(errorOf(() => parsePipeline(`name: ${'x'.repeat(1024 * 1024)}`)).code).toBe('TooLarge');
  });

  it('refuses expressions that need backtracking, with their line', () => {
    const text = "transformations:\n- type: replace_string\n  regex: '(?<=a)b'\n  replacement: c";
    expect(errorOf(() => parsePipeline(text))).toMatchObject({ code: 'InvalidRegex', line: 3 });
  });

  it('does not take keys of objects for types', () => {
    for (const type of ['constructor', '__proto__', 'toString']) {
      expect(errorOf(() => parsePipeline(`transformations:\n- type: ${type}`)).code).toBe('UnsupportedPipeline');
    }
  });

  it('leaves the parsed rule as it was', () => {
    const collection = parseSigma(ruleWith('{ a: 1 }'));
    const rule = collection.documents[0] as SigmaRule;
    const before = JSON.stringify(rule);
    const pipelines = [parsePipeline('transformations:\n- { type: field_name_prefix, prefix: x_ }')];
    for (let round = 0; round < 2; round++) {
      const made = convert(rule, collection, 'siem_spl', { pipelines, pipeline: 'none' });
      expect(made.ok && made.queries).toEqual(['x_a=1']);
    }
    expect(JSON.stringify(rule)).toBe(before);
  });
});
