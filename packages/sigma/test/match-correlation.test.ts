import { matchCorrelation, parseSigma, type SigmaEvent } from '@tripline/sigma';

const BASE = ['a', 'b', 'c']
  .map(
    (name) =>
      `title: ${name}\nname: ${name}\nlogsource: {product: test}\ndetection: {sel: {type: ${name}}, condition: sel}\n`,
  )
  .join('---\n');

/** An event of a type at a second of the day. */
const at = (second: number, type: string, more: SigmaEvent = {}): SigmaEvent => ({
  timestamp: new Date(Date.UTC(2024, 0, 1) + second * 1000).toISOString(),
  type,
  user: 'u',
  ...more,
});

function run(correlation: string, events: readonly SigmaEvent[], extra = '') {
  const collection = parseSigma(`${BASE}---\n${extra}title: Corr\ncorrelation: {${correlation}}\n`);
  expect(collection.errors).toEqual([]);
  const document = collection.documents.at(-1);
  if (document === undefined || document.kind === 'filter') throw new Error('no correlation was read');
  return matchCorrelation(document, collection, events);
}

describe('correlations over events', () => {
  const COUNT = 'type: event_count, rules: [a], group-by: [user], timespan: 10s, condition: {gte: 3}';

  test('event_count counts per group within a sliding window, both ends included', () => {
    expect(run(COUNT, [at(8, 'a'), at(12, 'a'), at(18, 'a')]).windows).toMatchObject([
      { group: { user: 'u' }, value: 3, events: [0, 1, 2] },
    ]);
    expect(run(COUNT, [at(8, 'a'), at(12, 'a'), at(19, 'a')]).matched).toBe(false);
    expect(run(COUNT, [at(1, 'a'), at(2, 'a', { user: 'v' }), at(3, 'a')]).matched).toBe(false);
    expect(run(COUNT, [at(1, 'a'), at(2, 'b'), at(3, 'a')]).matched).toBe(false);
  });

  test('the order of the events in the list does not matter, and windows do not overlap', () => {
    const events = [9, 3, 1, 2, 8, 7].map((second) => at(second, 'a'));
    expect(
      run('type: event_count, rules: [a], timespan: 2s, condition: {gte: 3}', events).windows.map(
        ({ events: hit }) => hit,
      ),
    ).toEqual([
      [2, 3, 1],
      [5, 4, 0],
    ]);
  });

  test('what follows a count is found after each moment at which the count held, and two counts of one burst are one', () => {
    const count = 'type: event_count, rules: [a], timespan: 20s, condition: {gte: 2}';
    const many = `title: Many\nname: many\ncorrelation: {${count}}\n---\n`;
    const chain = 'type: temporal, rules: [many, b], timespan: 10s';
    // The count holds at 18 s, and again at 22 s in a window that begins at 18 s.
    const burst = [at(0, 'a'), at(18, 'a'), at(22, 'a')];
    expect(run(chain, [...burst, at(30, 'b')], many)).toMatchObject({ windows: [{ value: 2, events: [1, 2, 3] }] });
    expect(run(chain, [...burst, at(33, 'b')], many).matched).toBe(false);
    const twice = 'type: event_count, rules: [many], timespan: 1h, condition: {gte: 2}';
    expect(run(twice, burst, many).matched).toBe(false);
    expect(run(twice, [...burst, at(60, 'a'), at(61, 'a')], many).matched).toBe(true);
  });

  test('what follows a count in a burst of 20,000 events is found, with each event once', () => {
    const count = 'type: event_count, rules: [a], group-by: [user], timespan: 1h, condition: {gte: 3}';
    const many = `title: Many\nname: many\ncorrelation: {${count}}\n---\n`;
    // One a third of a second, for two hours: each moment ends another window of an hour.
    const burst = Array.from({ length: 20_000 }, (_, index) => at(index * 0.36, 'a'));
    const { windows } = run('type: temporal, rules: [many, b], timespan: 10m', [...burst, at(7_201, 'b')], many);
    expect(windows).toHaveLength(1);
    expect(windows[0]?.events.length).toBe(new Set(windows[0]?.events).size);
    expect(windows[0]?.events).toEqual(expect.arrayContaining([19_999, 20_000]));
  });

  test('an upper bound is tested on whole windows, not on their last part', () => {
    const few = 'type: event_count, rules: [a], timespan: 10s, condition: {lt: 3}';
    expect(run(few, [at(1, 'a'), at(2, 'a'), at(3, 'a')]).matched).toBe(false);
    expect(run(few, [at(1, 'a'), at(2, 'a')]).matched).toBe(true);
  });

  test('events without a time or a group field are left out', () => {
    const { matched, untimed } = run(COUNT, [
      at(1, 'a'),
      at(2, 'a'),
      { type: 'a', user: 'u' },
      { ...at(3, 'a'), user: null },
    ]);
    expect({ matched, untimed }).toEqual({ matched: false, untimed: 1 });
  });

  test.each<[string, string, readonly unknown[], boolean]>([
    ['value_count', 'gte: 2', ['x', 'y', 'x'], true],
    ['value_count', 'gte: 3', ['x', 'y', 'x'], false],
    ['value_sum', 'gt: 10', [4, '5', 2], true],
    ['value_sum', 'gt: 11', [4, '5', 2], false],
    ['value_avg', 'eq: 3', [1, 5], true],
    ['value_median', 'eq: 2', [9, 1, 2], true],
    ['value_median', 'eq: 1.5', [1, 2], true],
    ['value_percentile', 'percentile: 90, gte: 9', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], true],
    ['value_percentile', 'percentile: 90, gt: 9', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false],
    ['value_sum', 'gte: 0', ['none'], false],
  ])('%s {%s} over %j is %s', (type, condition, values, expected) => {
    const events = values.map((value, second) => at(second, 'a', { n: value }));
    expect(run(`type: ${type}, rules: [a], timespan: 1m, condition: {field: n, ${condition}}`, events).matched).toBe(
      expected,
    );
  });

  test('several fields are counted together: an event that lacks one of them adds nothing', () => {
    const body = 'type: value_count, rules: [a], timespan: 1m, condition: {field: [x, y], gte: 3}';
    const pairs = (...list: readonly Record<string, unknown>[]) =>
      list.map((fields, second) => at(second, 'a', fields));
    expect(run(body, pairs({ x: 1, y: 1 }, { x: 1, y: 2 }, { x: 2, y: 1 })).matched).toBe(true);
    expect(run(body, pairs({ x: 1, y: 1 }, { x: 1, y: 1 }, { x: 2, y: 1 }, { x: 3 })).matched).toBe(false);
    expect(run(body, pairs({ x: [1, 2, 3], y: 1 })).matched).toBe(true);
  });

  test('the extended types that pySigma writes mean what their condition says', () => {
    const temporal = (type: string) =>
      `title: T\ncorrelation: {type: ${type}, group-by: [u], timespan: 1h, condition: one and not two}`;
    for (const type of ['temporal', 'temporal_ordered']) {
      const plain = parseSigma(temporal(type));
      expect(plain.errors).toEqual([]);
      expect(parseSigma(temporal(`${type}_extended`)).documents).toEqual(plain.documents);
    }
    expect(parseSigma(temporal('event_count_extended')).errors[0]?.code).toBe('InvalidCorrelation');
  });

  test('temporal needs every rule in any order, temporal_ordered in the order of the list', () => {
    const rules = 'rules: [a, b, c], group-by: [user], timespan: 10s';
    const shuffled = [at(1, 'b'), at(2, 'c'), at(3, 'a')];
    const ordered = [at(1, 'a'), at(2, 'b'), at(3, 'c')];
    expect(run(`type: temporal, ${rules}`, shuffled).matched).toBe(true);
    expect(run(`type: temporal, ${rules}`, shuffled.slice(1)).matched).toBe(false);
    expect(run(`type: temporal_ordered, ${rules}`, shuffled).matched).toBe(false);
    expect(run(`type: temporal_ordered, ${rules}`, ordered).matched).toBe(true);
    expect(run(`type: temporal_ordered, ${rules}`, [at(0, 'c'), ...ordered]).matched).toBe(true);
  });

  test('a condition over rule names decides a temporal correlation', () => {
    const body = 'type: temporal, rules: [a, b], timespan: 10s, condition: a and not b';
    expect(run(body, [at(1, 'a')]).matched).toBe(true);
    expect(run(body, [at(1, 'a'), at(5, 'b')]).matched).toBe(false);
    expect(run(body, [at(1, 'a'), at(50, 'b')]).matched).toBe(true);
  });

  test('a threshold on a temporal correlation counts different rules', () => {
    const body = 'type: temporal, rules: [a, b, c], timespan: 10s, condition: {gte: 2}';
    expect(run(body, [at(1, 'a'), at(2, 'a')]).matched).toBe(false);
    expect(run(body, [at(1, 'a'), at(2, 'c')]).matched).toBe(true);
  });

  test('aliases join different fields of different rules', () => {
    const body = 'type: temporal, rules: [a, b], group-by: [ip], timespan: 10s, aliases: {ip: {a: src, b: dst}}';
    expect(run(body, [at(1, 'a', { src: '1' }), at(2, 'b', { dst: '1' })]).windows).toMatchObject([
      { group: { ip: '1' } },
    ]);
    expect(run(body, [at(1, 'a', { src: '1' }), at(2, 'b', { dst: '2', src: '1' })]).matched).toBe(false);
  });

  test('a correlation may refer to another', () => {
    const many =
      'title: Many\nname: many\ncorrelation: {type: event_count, rules: [a], group-by: [user], timespan: 10s, condition: {gte: 2}}\n---\n';
    const body = 'type: temporal_ordered, rules: [many, b], group-by: [user], timespan: 1m';
    expect(run(body, [at(1, 'a'), at(2, 'a'), at(30, 'b')], many).windows).toMatchObject([{ events: [0, 1, 2] }]);
    expect(run(body, [at(1, 'a'), at(30, 'b')], many).matched).toBe(false);
  });

  test('a correlation that another groups by a field of its events has their values', () => {
    const many =
      'title: Many\nname: many\ncorrelation: {type: event_count, rules: [a], group-by: [host], timespan: 10s, condition: {gte: 2}}\n---\n';
    const body = 'type: temporal_ordered, rules: [many, b], group-by: [user], timespan: 1m';
    const counted = [at(1, 'a', { host: 'h', user: 'u' }), at(2, 'a', { host: 'h', user: 'v' })];
    expect(run(body, [...counted, at(30, 'b', { user: 'v' })], many).windows).toMatchObject([{ group: { user: 'v' } }]);
    expect(run(body, [...counted, at(30, 'b', { user: 'w' })], many).matched).toBe(false);
  });

  test.each<[string, readonly SigmaEvent[], boolean]>([
    ['a | count() by user > 1', [at(1, 'a'), at(2, 'a')], true],
    ['a | count() by user > 1', [at(1, 'a'), at(2000, 'a')], false],
    ['a | near b', [at(1, 'a'), at(2, 'b')], true],
    ['a | near b', [at(1, 'a'), at(2, 'a')], false],
  ])('the old tail %s counts the same way', (condition, events, expected) => {
    const detection = `{a: {type: a}, b: {type: b}, timeframe: 1m, condition: '${condition}'}`;
    const collection = parseSigma(`title: Old\nlogsource: {product: test}\ndetection: ${detection}\n`);
    const [rule] = collection.documents;
    if (rule?.kind !== 'rule') throw new Error('no rule was read');
    expect(matchCorrelation(rule, collection, events).matched).toBe(expected);
  });

  test('a reference that the collection does not have is an error that names it', () => {
    const collection = parseSigma('title: C\ncorrelation: {type: temporal, rules: [gone], timespan: 1m}\n');
    const [document] = collection.documents;
    if (document?.kind !== 'correlation') throw new Error('no correlation was read');
    expect(() => matchCorrelation(document, collection, [])).toThrow(
      expect.objectContaining({ code: 'UnknownRule', message: expect.stringContaining('gone') }),
    );
  });
});
