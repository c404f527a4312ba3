import { readQuery } from '@tripline/sigma';

function read(text: string) {
  const reading = readQuery(text, 'esql', { title: 'T' });
  if (!reading.ok) throw reading.error;
  return {
    detection: reading.documents[0]?.['detection'],
    correlation: reading.rule['correlation'],
    notes: reading.notes.map(({ code, message }) => `${code}: ${message}`),
  };
}

const refusal = (text: string): string => {
  const reading = readQuery(text, 'esql');
  return reading.ok ? reading.yaml : `${reading.error.message} (${reading.error.line}:${reading.error.column})`;
};

const CALLS = 'FROM logs-aws.cloudtrail-*\n';

describe('the time of events in columns and counts of ES|QL', () => {
  test('is no setting of the search where no condition asks for it', () => {
    const { correlation, notes } = read(
      `${CALLS}| EVAL recent = @timestamp >= NOW() - 7 days | STATS n = COUNT(*) BY source.ip | WHERE n > 3`,
    );
    expect(correlation).toMatchObject({ timespan: '1h', condition: { gt: 3 } });
    expect(notes.join()).not.toContain('time range');
  });

  test('is one where the condition is on all events', () => {
    const { correlation, notes } = read(
      `${CALLS}| WHERE @timestamp >= NOW() - 7 days | STATS n = COUNT(*) BY source.ip | WHERE n > 3`,
    );
    expect(correlation).toMatchObject({ timespan: '7d' });
    expect(notes).toContain('search_settings: The time range is a setting of the search; the rule leaves it out.');
  });

  test.each([
    [
      '| STATS r = COUNT(*) WHERE @timestamp >= NOW() - 1 hour, o = COUNT(*) WHERE @timestamp < NOW() - 1 hour BY source.ip\n| WHERE r > 5 AND o >= 1',
      'r is a result of STATS that no correlation of Sigma counts (3:9)',
    ],
    [
      '| STATS r = COUNT(*) WHERE @timestamp >= NOW() - 1 hour, t = COUNT(*) BY source.ip\n| WHERE t > 20 AND r > 5',
      'r is a result of STATS that no correlation of Sigma counts (3:20)',
    ],
    [
      '| EVAL r = CASE(@timestamp >= NOW() - 1 hour AND user.name == "x", 1, 0) | STATS s = SUM(r) BY source.ip\n| WHERE s > 5',
      's is a result of STATS that no correlation of Sigma counts (3:9)',
    ],
    [
      '| EVAL recent = @timestamp >= NOW() - 7 days\n| WHERE recent',
      'recent is computed by EVAL, which a rule cannot do (3:9)',
    ],
  ])('is refused where events are told apart by it: %s', (commands, message) => {
    expect(refusal(CALLS + commands)).toBe(message);
  });

  test('is left out with a count that no condition asks for', () => {
    const { correlation } = read(
      `${CALLS}| STATS r = COUNT(*) WHERE @timestamp >= NOW() - 7 days, t = COUNT(*) BY source.ip | WHERE t > 20`,
    );
    expect(correlation).toMatchObject({ timespan: '1h', condition: { gt: 20 } });
  });
});

describe('letter case that a column of ES|QL changes', () => {
  const LOWER = `${CALLS}| EVAL l = TO_LOWER(user.name)`;
  const bob = { selection: { 'userIdentity.userName': 'bob' }, condition: 'selection' };

  test('goes with the column to its new name, and is not that of a column before it', () => {
    expect(read(`${LOWER} | RENAME l AS c | WHERE c == "bob"`).detection).toEqual(bob);
    expect(read(`${LOWER} | RENAME d = user.id, c = l | WHERE c == "bob"`).detection).toEqual(bob);
    expect(read(`${LOWER} | RENAME user.name AS l | WHERE l == "bob"`).detection).toEqual({
      selection: { 'userIdentity.userName|cased': 'bob' },
      condition: 'selection',
    });
  });

  test('of a condition’s column goes with a new column of its name', () => {
    const flag = `${CALLS}| EVAL is_bob = user.name == "bob" | RENAME user_agent.original AS is_bob | WHERE is_bob == "x"`;
    expect(read(flag).detection).toEqual({ selection: { 'userAgent|cased': 'x' }, condition: 'selection' });
  });

  test.each([
    'EVAL l = TO_LOWER(user.name) | STATS n = COUNT(*) BY l',
    'STATS n = COUNT(*) BY l = TO_UPPER(user.name)',
  ])('is that of the groups, of which a note tells that the rule has more: %s', (commands) => {
    const { detection, correlation, notes } = read(`${CALLS}| ${commands} | WHERE n > 3 AND l == "bob"`);
    expect(detection).toEqual(bob);
    expect(correlation).toMatchObject({ 'group-by': ['userIdentity.userName'] });
    expect(notes).toContain(
      'narrowed: l has one letter case; the rule groups by the value as it is, and may count less together.',
    );
  });

  test('of groups that are not counted needs no note', () => {
    expect(read(`${LOWER} | STATS n = COUNT(*) BY l | WHERE l == "bob"`).notes.join()).not.toContain('narrowed');
  });
});

test.each([
  'GROK event.original """.*/(?<leaf>[^/]+)$"""',
  'GROK event.original "%{WORD:leaf}"',
  'DISSECT event.original "%{a}/%{leaf}"',
])('a column that %s takes out of a text is no field', (command) => {
  const reading = readQuery(`${CALLS}| ${command} | WHERE leaf RLIKE "[0-9]+"`, 'esql');
  expect(reading.ok ? reading.yaml : reading.error.message).toMatch(/^leaf is computed by (?:GROK|DISSECT)/);
});

describe('a negation in ES|QL', () => {
  const excluded = { filter: { userAgent: 'heron/1' } };

  test.each(['KQL("user_agent.original: heron\\/1")', 'QSTR("user_agent.original:heron\\/1")'])(
    'of %s takes events without the field, since a search does not find them',
    (search) => {
      const { detection } = read(`${CALLS}| WHERE event.action == "CreateUser" AND NOT ${search}`);
      expect(detection).toEqual({
        selection: { eventName: 'CreateUser' },
        filter: { 'userAgent|cased': 'heron/1' },
        condition: 'selection and not filter',
      });
    },
  );

  test.each(['MATCH(user_agent.original, "heron/1")', 'user_agent.original : "heron/1"'])(
    'of %s does so too',
    (search) => {
      const { detection } = read(`${CALLS}| WHERE event.action == "CreateUser" AND NOT (${search})`);
      expect(detection).toMatchObject({ selection: { eventName: 'CreateUser' }, ...excluded });
    },
  );

  test('of a condition that is false of a missing field takes events without it, and one of a comparison none', () => {
    const comparison = 'user_agent.original == "heron/1"';
    const negation = (condition: string) =>
      read(`${CALLS}| WHERE event.action == "CreateUser" AND NOT ${condition}`).detection;
    expect(negation(`COALESCE(${comparison}, false)`)).toMatchObject({ selection: { eventName: 'CreateUser' } });
    expect(negation(`COALESCE(${comparison}, false)`)).not.toHaveProperty(['selection', 'userAgent|exists']);
    expect(negation(`(${comparison})`)).toHaveProperty(['selection', 'userAgent|exists'], true);
  });
});
