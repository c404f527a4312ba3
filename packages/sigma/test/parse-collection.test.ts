import {
  convert,
  parseSigma,
  parseSigmaTexts,
  type SigmaCollection,
  type SigmaCorrelation,
  standaloneDocuments,
} from '@tripline/sigma';

const rule = (name: string, detection = 'sel: {A: 1}, condition: sel') =>
  `title: ${name}\nname: ${name}\nid: id-${name}\nlogsource: {product: windows, service: security}\ndetection: {${detection}}\n`;
const correlation = (body: string) => `title: Corr\nname: corr\ncorrelation: {${body}}\n`;
const read = (...documents: string[]): SigmaCollection => parseSigma(documents.join('---\n'));
const codes = ({ errors }: SigmaCollection) => errors.map(({ code }) => code);

describe('collections', () => {
  test('a broken document is reported with its place and leaves its neighbours', () => {
    const { documents, errors } = read(rule('a'), 'title: [\n', rule('b'), 'title: x\n', rule('c'));
    expect(documents.map(({ title, document }) => [title, document])).toEqual([
      ['a', 0],
      ['b', 2],
      ['c', 4],
    ]);
    expect(errors).toMatchObject([
      { code: 'InvalidYaml', document: 1, line: 8 },
      { code: 'MissingField', document: 3, path: 'logsource' },
    ]);
  });

  test('empty documents and comments are skipped', () => {
    const { documents, errors } = parseSigma(`# head\n---\n${rule('a')}---\n# only a comment\n---\n${rule('b')}...\n`);
    expect(errors).toEqual([]);
    expect(documents.map(({ document }) => document)).toEqual([0, 1]);
  });

  test.each(['', '# nothing\n', '---\n---\n'])('a text without a rule (%j) is an error', (text) => {
    expect(codes(parseSigma(text))).toEqual(['InvalidDocument']);
  });

  test.each([
    ['- a\n- b\n', 'InvalidDocument'],
    ['just text\n', 'InvalidDocument'],
    ['title: x\ntitle: y\n', 'InvalidYaml'],
    ['title: x\nlogsource: windows\ndetection: {a: {B: 1}, condition: a}\n', 'InvalidLogsource'],
    ['title: x\nlogsource: {definition: y}\ndetection: {a: {B: 1}, condition: a}\n', 'InvalidLogsource'],
    ['title: x\nlogsource: {product: a}\n', 'MissingField'],
    ['title: x\nlogsource: {product: a}\ndetection: []\n', 'InvalidDetection'],
    ['title: x\nlogsource: {product: a}\ndetection: {condition: a}\n', 'InvalidDetection'],
    ['title: x\nlogsource: {product: a}\ndetection: {a: {B: 1}}\n', 'MissingField'],
    ['title: x\nlogsource: {product: a}\ndetection: {a: {}, condition: a}\n', 'InvalidDetection'],
    ['title: x\nlogsource: {product: a}\ndetection: {a: , condition: a}\n', 'InvalidDetection'],
    ['title: x\nlevel: huge\nlogsource: {product: a}\ndetection: {a: {B: 1}, condition: a}\n', 'InvalidField'],
    ['title: {a: b}\nlogsource: {product: a}\ndetection: {a: {B: 1}, condition: a}\n', 'InvalidField'],
  ])('%j is refused with %s', (text, code) => {
    expect(codes(parseSigma(text))).toEqual([code]);
  });

  test('the header is read as the specification names it', () => {
    const text = `${rule('a')}status: test\nlevel: high\ndate: 2024-01-02\ntags: [attack.t1059]\nfalsepositives:\nreferences: [https://example.org]\nauthor: A\n`;
    expect(parseSigma(text).documents[0]).toMatchObject({
      title: 'a',
      id: 'id-a',
      status: 'test',
      level: 'high',
      date: '2024-01-02',
      tags: ['attack.t1059'],
      falsepositives: [],
      references: ['https://example.org'],
      author: 'A',
    });
  });
});

describe('actions', () => {
  test('global is merged into what follows until reset', () => {
    const global = 'action: global\ntitle: G\nlogsource: {product: windows}\ndetection: {base: {A: 1}}\n';
    const { documents, errors } = read(
      global,
      'logsource: {service: security}\ndetection: {own: {B: 2}, condition: base and own}\n',
      'action: reset\n',
      rule('alone'),
    );
    expect(errors).toEqual([]);
    expect(documents).toMatchObject([
      { title: 'G', logsource: { product: 'windows', service: 'security' }, conditions: [{ tree: { kind: 'and' } }] },
      { title: 'alone', conditions: [{ tree: { field: 'A' } }] },
    ]);
  });

  test('repeat is merged over the document before', () => {
    const { documents } = read(rule('a'), 'action: repeat\ntitle: b\ndetection: {sel: {A: 2}}\n');
    expect(documents).toMatchObject([
      { title: 'a' },
      { title: 'b', conditions: [{ tree: { tests: [{ value: 2 }] } }] },
    ]);
  });

  test('an unknown action and a repeat of nothing are refused', () => {
    expect(codes(read('action: repeat\ntitle: x\n'))).toEqual(['InvalidDocument']);
    expect(codes(read(rule('a'), 'action: explode\n'))).toEqual(['InvalidDocument']);
  });
});

describe('correlations', () => {
  test.each([
    [
      'type: event_count, rules: [a], group-by: [User], timespan: 15m, condition: {gte: 10}',
      { type: 'event_count', groupBy: ['User'], timespanSeconds: 900, thresholds: [{ operator: 'gte', value: 10 }] },
    ],
    [
      'type: event_count, rules: a, timespan: 1h, condition: {gt: 1, lte: 5}',
      { type: 'event_count', groupBy: [], thresholds: [{ operator: 'gt' }, { operator: 'lte' }] },
    ],
    [
      'type: value_count, rules: [a], timespan: 1d, condition: {field: User, gte: 3}',
      { type: 'value_count', fields: ['User'], timespanSeconds: 86400 },
    ],
    [
      'type: value_count, rules: [a], timespan: 1d, condition: {field: [User, Host], gte: 3}',
      { type: 'value_count', fields: ['User', 'Host'] },
    ],
    ['type: temporal, rules: [a, b], timespan: 30s', { type: 'temporal', thresholds: [] }],
    ['type: temporal_ordered, rules: [a, b], timespan: 1w', { type: 'temporal_ordered', timespanSeconds: 604800 }],
    [
      'type: value_sum, rules: [a], timespan: 1h, condition: {field: B, gt: 1000}',
      { type: 'value_sum', fields: ['B'] },
    ],
    [
      'type: value_avg, rules: [a], timespan: 1h, condition: {field: B, gt: 0.5}',
      { type: 'value_avg', thresholds: [{ value: 0.5 }] },
    ],
    [
      'type: value_percentile, rules: [a], timespan: 1h, condition: {field: B, percentile: 95, gte: 10}',
      { type: 'value_percentile', percentile: 95 },
    ],
    ['type: value_median, rules: [a], timespan: 1h, condition: {field: B, lt: 1}', { type: 'value_median' }],
  ])('{%s}', (body, aggregation) => {
    const { documents, errors } = read(rule('a'), rule('b'), correlation(body));
    expect(errors).toEqual([]);
    expect(documents[2]).toMatchObject({ kind: 'correlation', aggregation, generate: false });
  });

  test('an extended condition is a tree over rule names', () => {
    const { documents } = read(
      rule('a'),
      rule('b'),
      correlation('type: temporal, rules: [a, b], timespan: 5m, condition: a and not b'),
    );
    expect(documents[2]).toMatchObject({
      expression: { kind: 'and', children: [{ reference: 'a' }, { kind: 'not', child: { reference: 'b' } }] },
    });
  });

  test('aliases and generate are read', () => {
    const body =
      'type: temporal, rules: [a, b], timespan: 5m, group-by: [ip], aliases: {ip: {a: src, b: dst}}, generate: true';
    const [, , document] = read(rule('a'), rule('b'), correlation(body)).documents;
    expect(document).toMatchObject({ generate: true });
    expect(document?.kind === 'correlation' && document.aliases.get('ip')?.get('b')).toBe('dst');
  });

  test.each([
    ['rules: [a], timespan: 5m', 'MissingField'],
    ['type: frequency, rules: [a], timespan: 5m', 'InvalidCorrelation'],
    ['type: event_count, timespan: 5m, condition: {gte: 1}', 'MissingField'],
    ['type: event_count, rules: [a], condition: {gte: 1}', 'MissingField'],
    ['type: event_count, rules: [a], timespan: soon, condition: {gte: 1}', 'InvalidCorrelation'],
    ['type: event_count, rules: [a], timespan: 5m', 'MissingField'],
    ['type: event_count, rules: [a], timespan: 5m, condition: {above: 1}', 'InvalidCorrelation'],
    ['type: event_count, rules: [a], timespan: 5m, condition: {gte: many}', 'InvalidCorrelation'],
    ['type: value_count, rules: [a], timespan: 5m, condition: {gte: 1}', 'MissingField'],
    ['type: value_sum, rules: [a], timespan: 5m, condition: {field: [A, B], gte: 1}', 'InvalidCorrelation'],
    ['type: temporal, rules: [a], timespan: 5m, condition: a and c', 'InvalidCorrelation'],
    ['type: event_count, rules: [corr], timespan: 5m, condition: {gte: 1}', 'InvalidCorrelation'],
  ])('{%s} is refused with %s', (body, code) => {
    expect(codes(read(rule('a'), correlation(body)))).toEqual([code]);
  });
});

describe('filters', () => {
  const filter = (rules: string, logsource = 'product: windows') =>
    `title: F\nlogsource: {${logsource}}\nfilter: {rules: ${rules}, selection: {User: x}, condition: not selection}\n`;

  test.each(['[a]', '[id-a]', 'any'])('a filter of %s narrows the rule', (rules) => {
    const { documents, errors } = read(rule('a'), filter(rules));
    expect(errors).toEqual([]);
    expect(documents[0]).toMatchObject({
      conditions: [{ tree: { kind: 'and', children: [{ field: 'A' }, { kind: 'not', child: { field: 'User' } }] } }],
    });
  });

  test.each([
    ['[b]', 'product: windows', 'filter.rules'],
    ['[a]', 'product: linux', 'logsource'],
    ['any', 'product: linux', 'logsource'],
  ])('a filter of %s for %s touches no rule, which is an error at its place', (rules, logsource, path) => {
    const { documents, errors } = read(rule('a'), filter(rules, logsource));
    expect(documents).toMatchObject([{ conditions: [{ tree: { field: 'A' } }] }]);
    expect(errors).toMatchObject([{ code: 'UnknownRule', document: 1, path }]);
  });

  test('a filter without rules or condition is refused', () => {
    expect(
      codes(parseSigma('title: F\nlogsource: {product: a}\nfilter: {selection: {A: 1}, condition: selection}\n')),
    ).toEqual(['MissingField']);
    expect(codes(parseSigma('title: F\nlogsource: {product: a}\nfilter: {rules: any, selection: {A: 1}}\n'))).toEqual([
      'MissingField',
    ]);
  });
});

describe('several texts', () => {
  const filter = 'title: F\nlogsource: {product: windows}\nfilter: {rules: [a], s: {User: x}, condition: not s}\n';
  const many = (rules: string) =>
    correlation(`type: event_count, rules: [${rules}], timespan: 5m, condition: {gte: 3}`);
  const narrowed = { conditions: [{ tree: { kind: 'and', children: [{ field: 'A' }, { kind: 'not' }] } }] };

  test('a filter narrows the rules of other texts, before it and behind it', () => {
    const { collection, parts } = parseSigmaTexts([rule('b'), filter, rule('a')]);
    expect(collection.errors).toEqual([]);
    expect(parts.map(({ documents }) => documents)).toMatchObject([
      [{ conditions: [{ tree: { field: 'A' } }] }],
      [{ kind: 'filter' }],
      [narrowed],
    ]);
    expect(collection.documents).toEqual(parts.flatMap(({ documents }) => documents));
  });

  test.each(['a', 'id-a'])('a correlation converts with a rule of another text that it calls %s', (reference) => {
    const { collection, parts } = parseSigmaTexts([many(reference), rule('a')]);
    const document = parts[0]?.documents[0] as SigmaCorrelation;
    expect(convert(document, collection, 'siem_spl')).toMatchObject({ ok: true });
    expect(standaloneDocuments(collection)).toEqual([document]);
  });

  test('a circle through two texts is reported in both, at the lines of each', () => {
    const named = (name: string, other: string) => many(other).replaceAll('corr\n', `${name}\n`).replace('Corr', name);
    const { parts } = parseSigmaTexts([`# a comment\n${named('one', 'two')}`, rule('a'), named('two', 'one')]);
    expect(parts.map(({ errors }) => errors)).toMatchObject([
      [{ code: 'InvalidCorrelation', line: 4 }],
      [],
      [{ code: 'InvalidCorrelation', line: 3 }],
    ]);
  });

  test('a filter that touches no rule of any text is an error of its text only', () => {
    const { parts } = parseSigmaTexts([filter, rule('b')]);
    expect(parts.map(codes)).toEqual([['UnknownRule'], []]);
  });

  test('a text that cannot be read is an error of its own and leaves the others', () => {
    const { parts } = parseSigmaTexts(['', rule('a'), 'title: [\n']);
    expect(parts.map(codes)).toEqual([['InvalidDocument'], [], ['InvalidYaml']]);
  });
});

describe('truth values of YAML 1.1', () => {
  test.each([
    ['yes', true],
    ['Yes', true],
    ['ON', true],
    ['y', true],
    ['no', false],
    ['Off', false],
    ['False', false],
  ])('%s is read where only a truth value can stand, and stays a text elsewhere', (word, truth) => {
    const { documents, errors } = read(
      rule('a', `sel: {A|exists: ${word}, B: '${word}'}, condition: sel`),
      correlation(`type: event_count, rules: [a], timespan: 5m, condition: {gte: 3}, generate: ${word}`),
    );
    expect(errors).toEqual([]);
    expect(documents).toMatchObject([
      {
        conditions: [
          {
            tree: {
              children: [
                { tests: [{ op: 'exists', value: truth }] },
                { tests: [{ op: 'string', pattern: { literal: word } }] },
              ],
            },
          },
        ],
      },
      { generate: truth },
    ]);
  });

  test.each(['maybe', '1', "''"])('%s is no truth value', (word) => {
    expect(codes(read(rule('a', `sel: {A|exists: ${word}}, condition: sel`)))).toEqual(['InvalidValue']);
  });
});
