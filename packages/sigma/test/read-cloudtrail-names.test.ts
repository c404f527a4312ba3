import { readQuery } from '@tripline/sigma';

describe('an object of CloudTrail that Elastic writes as a text', () => {
  const read = (text: string) => {
    const call = 'data_stream.dataset:aws.cloudtrail and event.action:AttachUserPolicy and';
    const reading = readQuery(`${call} aws.cloudtrail.request_parameters:*${text}*`, 'lucene');
    if (!reading.ok) throw reading.error;
    return { detection: reading.rule['detection'], codes: reading.notes.map(({ code }) => code) };
  };

  test('is asked for a member by its name, where rules for the log have it', () => {
    expect(read('policyArn=arn').detection).toMatchObject({
      selection: { 'requestParameters.policyArn|startswith': 'arn' },
    });
  });

  test('is asked for a whole value where the text ends it, and for none where it goes on with another member', () => {
    for (const end of [',', ', ', '\\}'])
      expect(read(`policyArn=arn${end.replace(' ', '\\ ')}`).detection).toMatchObject({
        selection: { 'requestParameters.policyArn': 'arn' },
      });
    expect(read('policyArn=arn,\\ userName=x').codes).toContain('unmapped_field');
  });

  test('is told to be an object, where the place of the member is not known', () => {
    expect(read('heronId=7').codes).toContain('unmapped_field');
    expect(read('heron').codes).not.toContain('unmapped_field');
  });

  test.each(['like "*{}*"', 'rlike ".*{}.*"'])('is one in each of its texts, and in each language: %s', (form) => {
    const search = (field: string, text: string) => {
      const where = `event.action == "ConsoleLogin" AND ${field} ${form.replace('{}', text)}`;
      const reading = readQuery(`FROM logs-aws.cloudtrail-* | WHERE ${where}`, 'esql');
      if (!reading.ok) throw reading.error;
      return { detection: reading.rule['detection'], codes: reading.notes.map(({ code }) => code) };
    };
    expect(search('aws.cloudtrail.additional_eventdata', 'MFAUsed=No').detection).toMatchObject({
      selection: { 'additionalEventData.MFAUsed|startswith': 'No' },
    });
    const unknown = search('aws.cloudtrail.service_event_details', 'heronId=7');
    expect(unknown.detection).toMatchObject({ selection: { 'serviceEventDetails|contains|cased': 'heronId=7' } });
    expect(unknown.codes).toContain('unmapped_field');
  });
});

test.each([
  ['aws.cloudtrail.session_credential_from_console:true', { sessionCredentialFromConsole: 'true' }],
  ['aws.cloudtrail.vpc_endpoint_id:vpce-1', { 'vpcEndpointId|cased': 'vpce-1' }],
  ['aws.cloudtrail.shared_event_id:*', { 'sharedEventID|exists': true }],
])('what Elastic names in its own way of a CloudTrail event has the name of the log: %s', (condition, selection) => {
  const reading = readQuery(`data_stream.dataset:aws.cloudtrail and ${condition}`, 'lucene');
  if (!reading.ok) throw reading.error;
  expect(reading.rule['detection']).toMatchObject({ selection });
  expect(reading.notes).toEqual([]);
});
