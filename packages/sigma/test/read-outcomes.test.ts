import { type QueryLanguage, readQuery } from '@tripline/sigma';

describe('whether an action succeeded, which the product adds to a log', () => {
  const detectionOf = (text: string, language: QueryLanguage) => {
    const reading = readQuery(text, language);
    if (!reading.ok) throw reading.error;
    return reading.rule['detection'];
  };
  const CALL = 'data_stream.dataset:aws.cloudtrail and event.action:CreateUser and event.outcome';

  test('is the error of a call of AWS', () => {
    expect(detectionOf(`${CALL}:success`, 'lucene')).toEqual({
      selection: { eventName: 'CreateUser' },
      filter: [{ 'errorCode|exists': true }, { 'errorMessage|exists': true }],
      condition: 'selection and not filter',
    });
    expect(detectionOf(`${CALL}:failure`, 'lucene')).toEqual({
      selection_1: { eventName: 'CreateUser' },
      selection_2: [{ 'errorCode|exists': true }, { 'errorMessage|exists': true }],
      condition: 'selection_1 and selection_2',
    });
  });

  test('is the status of an action of Google Cloud', () => {
    const reading = readQuery('data_stream.dataset:gcp.audit and event.action:a and event.outcome:success', 'lucene');
    expect(reading).toMatchObject({ rule: { detection: { filter: { 'protoPayload.status.code|gt': 0 } } } });
  });

  test.each([
    ['event.outcome:success', ['widened']],
    ['not event.outcome:success', ['narrowed']],
    ['event.outcome:failure', []],
    ['not event.outcome:failure', []],
  ])('and a note says what an action without a status makes of the rule: %s', (outcome, codes) => {
    const reading = readQuery(`data_stream.dataset:gcp.audit and event.action:a and ${outcome}`, 'lucene');
    expect(reading.ok && reading.notes.map(({ code }) => code).filter((code) => /ed$/.test(code))).toEqual(
      expect.arrayContaining(codes),
    );
    expect(reading.ok && reading.notes.filter(({ message }) => message.includes('without a status'))).toHaveLength(
      codes.length,
    );
  });

  test('another outcome stays as it is', () => {
    expect(detectionOf(`${CALL}:unknown`, 'lucene')).toMatchObject({ selection: { 'event.outcome|cased': 'unknown' } });
  });
});
