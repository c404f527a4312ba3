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

  test('is the result of an operation on Azure, in whatever case of its letters', () => {
    const query = 'data_stream.dataset:azure.activitylogs and event.action:a and event.outcome:success';
    expect(detectionOf(query, 'lucene')).toMatchObject({ selection: { resultType: 'Success' } });
    expect(detectionOf(query.replace(/success$/, 'Failure'), 'lucene')).toMatchObject({
      selection: { resultType: 'Failure' },
    });
  });

  test('is an error that is not there, where Splunk’s add-on writes a success in its place', () => {
    expect(detectionOf('sourcetype=aws:cloudtrail eventName=A errorCode=success', 'spl')).toEqual({
      selection: { eventName: 'A' },
      filter: { 'errorCode|exists': true },
      condition: 'selection and not filter',
    });
    expect(detectionOf('sourcetype=aws:cloudtrail eventName=A errorCode!=success', 'spl')).toEqual({
      selection: { eventName: 'A', 'errorCode|exists': true },
      condition: 'selection',
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

describe('whether an action succeeded, as UDM says it', () => {
  const read = (...events: readonly string[]) => {
    const lines = events.map((event) => `    $e.${event}\n`).join('');
    const reading = readQuery(`rule a {\n  events:\n${lines}  condition:\n    $e\n}`, 'yaral');
    if (!reading.ok) throw reading.error;
    return reading;
  };
  const action = (type: string, value: string) =>
    read(
      `metadata.log_type = "${type}"`,
      'metadata.product_event_type = "heron"',
      `security_result.action = "${value}"`,
    );
  const ERRORS = [{ 'errorCode|exists': true }, { 'errorMessage|exists': true }];

  test('is the error of a call of AWS', () => {
    expect(action('AWS_CLOUDTRAIL', 'ALLOW').rule['detection']).toEqual({
      selection: { eventName: 'heron' },
      filter: ERRORS,
      condition: 'selection and not filter',
    });
    for (const value of ['BLOCK', 'FAIL'])
      expect(action('AWS_CLOUDTRAIL', value).rule['detection']).toMatchObject({
        selection_2: ERRORS,
        condition: 'selection_1 and selection_2',
      });
  });

  test('is the result of a sign-in of Azure, and of what its directory’s audit log has', () => {
    expect(JSON.stringify(action('AZURE_AD', 'ALLOW').rule['detection'])).toMatch(/"ResultType":"?0"?[,}]/i);
    expect(action('AZURE_AD', 'BLOCK').rule['detection']).toMatchObject({ condition: 'selection and not filter' });
    expect(JSON.stringify(action('AZURE_AD_AUDIT', 'BLOCK').rule['detection'])).toContain('failure');
  });

  test('is one value of a log that has one, blocked or failed', () => {
    for (const value of ['BLOCK', 'FAIL'])
      expect(action('OFFICE_365', value).rule['detection']).toMatchObject({ selection: { status: 'failure' } });
  });

  test('is left out and told of a log that has nothing of it', () => {
    const { rule, whole, unread, notes } = action('GITHUB', 'ALLOW');
    expect(rule['detection']).toEqual({ selection: { action: 'heron' }, condition: 'selection' });
    expect(whole).toBe(false);
    expect(unread.map(({ text }) => text)).toEqual(['$e.security_result.action = "ALLOW"']);
    expect(notes.map(({ code }) => code)).toContain('widened');
  });

  test('stays, with a note, where the rule tests nothing else', () => {
    const alone = read('metadata.log_type = "GITHUB"', 'security_result.action = "ALLOW"');
    expect(JSON.stringify(alone.rule['detection'])).toContain('security_result.action');
    expect(alone.notes.map(({ code }) => code)).toContain('unmapped_field');
  });
});
