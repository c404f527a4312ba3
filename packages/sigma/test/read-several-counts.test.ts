import { matchCorrelation, parseSigma, type QueryLanguage, type ReadQueryOptions, readQuery } from '@tripline/sigma';

type SigmaCorrelation = Extract<ReturnType<typeof parseSigma>['documents'][number], { kind: 'correlation' }>;

/** An event in the query's own field names: minute of the hour, and values. */
type Minute = readonly [number, Readonly<Record<string, string | number>>];

function read(text: string, language: QueryLanguage, options: ReadQueryOptions = {}) {
  const reading = readQuery(text, language, { title: 'T', ...options });
  if (!reading.ok) throw reading.error;
  const collection = parseSigma(reading.yaml);
  expect(collection.errors).toEqual([]);
  const last = collection.documents.at(-1) as SigmaCorrelation;
  return {
    whole: reading.whole,
    notes: reading.notes.map(({ code }) => code),
    documents: reading.documents,
    correlation: reading.rule['correlation'],
    finds: (events: readonly Minute[]): boolean =>
      matchCorrelation(
        last,
        collection,
        events.map(([minute, event]) => ({ ...event, '@timestamp': new Date(minute * 60_000).toISOString() })),
      ).matched,
  };
}

const refusal = (text: string, language: QueryLanguage): string => {
  const reading = readQuery(text, language);
  return reading.ok ? reading.yaml : `${reading.error.message} (${reading.error.line}:${reading.error.column})`;
};

const ALERTS = 'FROM .alerts-security.* | WHERE kibana.alert.rule.name IS NOT NULL\n';
const times = (number: number, event: (index: number) => Minute[1], from = 0): Minute[] =>
  Array.from({ length: number }, (_, index) => [from, event(index)]);

describe('conditions on several counts of the same groups', () => {
  test('that must all be reached are a correlation each, and one that finds them together', () => {
    const query = `${ALERTS}| STATS n = COUNT(*), names = COUNT_DISTINCT(kibana.alert.rule.name) BY source.ip | WHERE n > 3 AND names >= 2`;
    const { finds, whole, notes, correlation } = read(query, 'esql');
    expect({ whole, notes }).toMatchObject({ whole: true, notes: expect.arrayContaining(['widened']) });
    expect(correlation).toEqual({
      type: 'temporal',
      rules: ['t_count_1', 't_count_2'],
      'group-by': ['source.ip'],
      timespan: '1h',
    });
    const named = (name: string, ip = '1.1.1.1') => ({ 'kibana.alert.rule.name': name, 'source.ip': ip });
    expect(finds(times(4, (index) => named(index === 0 ? 'a' : 'b')))).toBe(true);
    expect(finds(times(4, () => named('a')))).toBe(false);
    expect(finds(times(3, (index) => named(`${index}`)))).toBe(false);
    expect(finds(times(4, (index) => named(index === 0 ? 'a' : 'b', index < 2 ? '1.1.1.1' : '2.2.2.2')))).toBe(false);
  });

  test('that follow from each other, or hold of every group, are one', () => {
    const query = `${ALERTS}| STATS n = COUNT(*), names = COUNT_DISTINCT(kibana.alert.rule.name), ips = COUNT_DISTINCT(source.ip) BY source.ip | WHERE n >= 2 AND names >= 3 AND ips == 1`;
    const { documents, correlation } = read(query, 'esql');
    expect(documents).toHaveLength(2);
    expect(correlation).toMatchObject({ type: 'value_count', condition: { gte: 3, field: 'kibana.alert.rule.name' } });
  });

  test.each(['n < 9 AND names >= 3', 'n == 9 AND names >= 3', 'n > 9 AND ips == 2'])(
    'of which one must stay below a bound are refused: %s',
    (condition) => {
      const query = `${ALERTS}| STATS n = COUNT(*), names = COUNT_DISTINCT(kibana.alert.rule.name), ips = COUNT_DISTINCT(user.name) BY source.ip | WHERE ${condition}`;
      expect(refusal(query, 'esql')).toMatch(/^a correlation of Sigma has one count; .* \(2:\d+\)$/);
    },
  );

  test('a threshold of events and of distinct values is both', () => {
    const rule = {
      type: 'threshold',
      threshold: { field: ['user.name'], value: 5, cardinality: [{ field: 'source.ip', value: 2 }] },
    };
    const { finds, whole } = read('event.dataset:aws.cloudtrail and event.action:ConsoleLogin', 'lucene', { rule });
    expect(whole).toBe(true);
    const login = (ip: string) => ({
      eventName: 'ConsoleLogin',
      'userIdentity.userName': 'a',
      sourceIPAddress: ip,
    });
    expect(finds(times(5, (index) => login(`1.1.1.${index % 2}`)))).toBe(true);
    expect(finds(times(5, () => login('1.1.1.1')))).toBe(false);
    expect(finds(times(4, (index) => login(`1.1.1.${index % 2}`)))).toBe(false);
  });
});

describe('a count that more events can end', () => {
  const wider = (condition: string) => {
    const query = `${ALERTS}| STATS n = COUNT(*), names = COUNT_DISTINCT(kibana.alert.rule.name), low = MIN(event.severity), high = MAX(event.severity), mean = AVG(event.severity) BY source.ip | WHERE ${condition}`;
    return read(query, 'esql').notes.includes('widened');
  };

  test.each([
    'names < 3',
    'names == 2',
    'n <= 2',
    'n != 3',
    'names > 1 AND names < 4',
    'low > 3',
    'high < 3',
    'mean > 3',
  ])('is told, since the last events of a larger group satisfy it: %s', (condition) =>
    expect(wider(condition)).toBe(true),
  );

  test.each(['names >= 3', 'n > 2', 'low < 3', 'high > 3'])(
    'is none where more events only add to it: %s',
    (condition) => expect(wider(condition)).toBe(false),
  );

  test('of no value at all satisfies an upper bound, as in the query', () => {
    const query = `${ALERTS}| STATS names = COUNT_DISTINCT(user.name) BY source.ip | WHERE names < 2`;
    const { finds } = read(query, 'esql');
    expect(finds([[0, { 'kibana.alert.rule.name': 'a', 'source.ip': '1.1.1.1' }]])).toBe(true);
  });
});

describe('counts of some of the events', () => {
  const some = (columns: string, condition: string) =>
    `${ALERTS}| EVAL is_own = kibana.alert.rule.name == "own", is_high = kibana.alert.risk_score >= 70\n| STATS ${columns} BY source.ip\n| WHERE ${condition}`;
  const own = { 'kibana.alert.rule.name': 'own', 'source.ip': '1.1.1.1', 'kibana.alert.risk_score': 1 };
  const high = { 'kibana.alert.rule.name': 'other', 'source.ip': '1.1.1.1', 'kibana.alert.risk_score': 90 };

  test.each([
    'a = SUM(CASE(is_own, 1, 0)), b = SUM(CASE(is_high, 1, 0))',
    'a = COUNT(*) WHERE is_own, b = COUNT(*) WHERE kibana.alert.risk_score >= 70',
    'a = MAX(CASE(is_own, 1, 0)), b = COUNT_DISTINCT(CASE(is_high, kibana.alert.rule.name))',
  ])('that must be there are rules of their own, found together: %s', (columns) => {
    const { finds, whole } = read(some(columns, 'a > 0 AND b >= 1'), 'esql');
    expect(whole).toBe(true);
    expect(
      finds([
        [0, own],
        [30, high],
      ]),
    ).toBe(true);
    expect(
      finds([
        [0, own],
        [30, own],
      ]),
    ).toBe(false);
    expect(
      finds([
        [0, own],
        [30, { ...high, 'source.ip': '2.2.2.2' }],
      ]),
    ).toBe(false);
    expect(
      finds([
        [0, own],
        [90, high],
      ]),
    ).toBe(false);
  });

  test('more than one are counted, beside all events', () => {
    const query = some('n = COUNT(*), b = SUM(CASE(is_high, 1, 0))', 'n >= 3 AND b > 1');
    const { finds } = read(query, 'esql');
    expect(
      finds([
        [0, own],
        [1, high],
        [2, high],
      ]),
    ).toBe(true);
    expect(
      finds([
        [0, own],
        [1, own],
        [2, high],
      ]),
    ).toBe(false);
    expect(
      finds([
        [0, high],
        [1, high],
      ]),
    ).toBe(false);
  });

  test.each(['b >= 0', 'b > -1', 'b != -1', 'b >= 0 AND b > -2'])(
    'that hold of groups without such events ask nothing of the others: %s',
    (condition) => {
      const { finds, documents } = read(
        some('n = COUNT(*), b = COUNT(*) WHERE is_high', `${condition} AND n >= 3`),
        'esql',
      );
      expect(documents).toHaveLength(2);
      expect(finds(times(3, () => own))).toBe(true);
      expect(finds(times(2, () => high))).toBe(false);
    },
  );

  test('between bounds are counted, since no group without them is found', () => {
    const { correlation } = read(some('b = COUNT(*) WHERE is_high', 'b >= 2 AND b <= 5'), 'esql');
    expect(correlation).toMatchObject({ type: 'event_count', condition: { gte: 2, lte: 5 } });
  });

  test('one alone that must be there is a rule on single events', () => {
    const { documents } = read(some('b = SUM(CASE(is_high, 1, 0))', 'b > 0'), 'esql');
    expect(documents).toHaveLength(1);
    expect(documents[0]?.['detection']).toMatchObject({ selection: { 'kibana.alert.risk_score|gte': 70 } });
  });

  test.each([
    ['b = SUM(CASE(is_high, 1, 0))', 'b == 0', 'the query counts events that are not there, which no rule sees'],
    ['b = MAX(CASE(is_high, 1, 0))', 'b < 1', 'the query counts events that are not there, which no rule sees'],
    ['b = SUM(CASE(is_high, 2, 0))', 'b > 3', 'b is a result of STATS that no correlation of Sigma counts'],
    [
      'b = COUNT_DISTINCT(CASE(is_high, user.name, "none"))',
      'b > 3',
      'b is a result of STATS that no correlation of Sigma counts',
    ],
    ['b = COUNT(*) WHERE is_high', 'b <= 3', 'the query counts events that are not there, which no rule sees'],
    [
      'b = COUNT(*) WHERE is_high',
      'b >= 0 AND b < 4',
      'the query counts events that are not there, which no rule sees',
    ],
    ['b = COUNT(*) WHERE is_high', 'b != 3', 'the query counts events that are not there, which no rule sees'],
    [
      'b = COUNT_DISTINCT(CASE(is_high, user.name))',
      'b < 4',
      'the query counts events that are not there, which no rule sees',
    ],
    [
      'b = SUM(kibana.alert.risk_score) WHERE is_high',
      'b < 4',
      'the query counts events that are not there, which no rule sees',
    ],
    ['b = COUNT(user.name)', 'b < 4', 'the query counts events that are not there, which no rule sees'],
    [
      'b = COUNT(*) WHERE is_high, n = COUNT(*)',
      'n > 5 AND b <= 3',
      'the query counts events that are not there, which no rule sees',
    ],
  ])('that no rule can say are refused: %s, %s', (columns, condition, message) => {
    expect(refusal(some(columns, condition), 'esql')).toMatch(new RegExp(`^${message} \\(4:`));
  });
});

describe('counts of the events that have a field', () => {
  const CALLS = 'FROM logs-aws.cloudtrail-* | STATS ';
  const user = { 'userIdentity.userName': 'a', sourceIPAddress: '1.1.1.1' };
  const agent = { userAgent: 'x', sourceIPAddress: '1.1.1.1' };
  const neither = { sourceIPAddress: '1.1.1.1' };

  test('are beside a count of all events, which counts the others too', () => {
    const { finds } = read(`${CALLS}a = COUNT(user.name), n = COUNT(*) BY source.ip | WHERE a >= 3 AND n >= 5`, 'esql');
    expect(finds([...times(3, () => user), ...times(2, () => neither)])).toBe(true);
    expect(finds([...times(2, () => user), ...times(3, () => neither)])).toBe(false);
    expect(finds(times(4, () => user))).toBe(false);
  });

  test('do not follow from as many values of another field', () => {
    const { finds } = read(
      `${CALLS}a = COUNT(user_agent.original), d = COUNT_DISTINCT(user.name) BY source.ip | WHERE a >= 3 AND d >= 3`,
      'esql',
    );
    const users = times(3, (index) => ({ ...user, 'userIdentity.userName': `${index}` }));
    expect(finds([...users, ...times(3, () => agent)])).toBe(true);
    expect(finds([...users, ...times(2, () => agent)])).toBe(false);
  });

  test('alone are a correlation of these events', () => {
    const { finds, documents } = read(`${CALLS}a = COUNT(user.name) BY source.ip | WHERE a >= 3`, 'esql');
    expect(documents).toHaveLength(2);
    expect(finds(times(3, () => user))).toBe(true);
    expect(finds([...times(2, () => user), [0, neither]])).toBe(false);
  });
});

describe('columns of ES|QL', () => {
  test('with another letter case are compared so', () => {
    const { documents } = read(
      'FROM logs-aws.cloudtrail-* | EVAL agent = TO_LOWER(user_agent.original), same = agent | WHERE agent LIKE "sqlmap*" AND same != "x"',
      'esql',
    );
    expect(documents[0]?.['detection']).toMatchObject({ selection: { 'userAgent|startswith': 'sqlmap' } });
    expect(JSON.stringify(documents)).not.toContain('cased');
  });

  test('are compared with expressions whose classes have signs that are operators elsewhere', () => {
    const of = (expression: string) =>
      `FROM logs-aws.cloudtrail-* | WHERE user_agent.original RLIKE """${expression}"""`;
    const { documents } = read(of('[#@&~\\]\\\\]+x\\#'), 'esql');
    expect(documents[0]?.['detection']).toMatchObject({ selection: { 'userAgent|re|s': '^(?:[#@&~\\]\\\\]+x\\#)$' } });
    expect(refusal(of('[a]~b'), 'esql')).toMatch(/^an operator of Lucene/);
  });

  test('that say how long ago the last event was are a setting of the search', () => {
    const query = (aggregate: string, operator: string) =>
      `${ALERTS}| STATS n = COUNT(*), t = ${aggregate}(@timestamp) BY source.ip | EVAL age = DATE_DIFF("minute", t, NOW())\n| WHERE age ${operator} 6 AND n >= 2`;
    const { correlation, notes } = read(query('MAX', '<='), 'esql');
    expect(correlation).toMatchObject({ type: 'event_count', condition: { gte: 2 } });
    expect(notes).toContain('search_settings');
    expect(refusal(query('MAX', '>'), 'esql')).toMatch(/^a rule sees events as they come/);
    expect(refusal(query('MIN', '<='), 'esql')).toMatch(/^age is computed by EVAL/);
  });
});
