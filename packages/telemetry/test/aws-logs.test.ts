import { dataComponents } from '@tripline/attack';
import { awsDataComponents, awsLogOfEvent, awsLogs, awsLogsShowing, logById } from '@tripline/telemetry';

const CLOUDTRAIL = awsLogs().filter(({ product }) => product === 'AWS CloudTrail');
const known = new Set(logById('aws/cloudtrail')?.attack);

test('the logs that an AWS account may keep say nothing of CloudTrail that the table of logs does not', () => {
  expect(CLOUDTRAIL).toHaveLength(4);
  const kinds = CLOUDTRAIL.flatMap(({ id }) => [awsDataComponents(id, null), awsDataComponents(id, 'AWS::S3::Object')]);
  const named = kinds.flat();
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((component) => !known.has(component))).toEqual([]);
});

test.each([
  ['cloudtrail.amazonaws.com', 'StopLogging', 'cloudtrail_management_write', null],
  ['sts.amazonaws.com', 'AssumeRole', 'cloudtrail_management_read', null],
  ['s3.amazonaws.com', 'GetObject', 'cloudtrail_data_read', 'AWS::S3::Object'],
  ['s3.amazonaws.com', 'DeleteObject', 'cloudtrail_data_write', 'AWS::S3::Object'],
])('%s %s is in the log that brings it', (source, name, log, resourceType) => {
  expect(awsLogOfEvent(source, name)).toEqual({ log, resourceType });
});

test('a technique is shown by the logs with its events, and by flow logs where ATT&CK names them', () => {
  const stopped = awsLogsShowing('T1685.002');
  expect(stopped).toContainEqual(
    expect.objectContaining({
      log: 'cloudtrail_management_write',
      events: expect.arrayContaining([{ source: 'cloudtrail.amazonaws.com', name: 'StopLogging' }]),
    }),
  );
  for (const { log, events } of stopped)
    for (const { name, source } of events) expect(awsLogOfEvent(source, name).log).toBe(log);
});

test('its data components are ATT&CK’s', () => {
  const names = awsLogs().flatMap(({ id }) => awsDataComponents(id, null));
  const attack = new Set(dataComponents());
  expect(names.filter((name) => !attack.has(name))).toEqual([]);
});
