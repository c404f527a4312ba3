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
