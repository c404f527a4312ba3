import { createEventReader, matchRule, parseSigma, readQuery, type SigmaRule } from '@tripline/sigma';

const search = (condition: string) =>
  `| tstats count from datamodel=Endpoint.Registry where Registry.registry_path="*\\\\Heron\\\\Start" ${condition} by Registry.dest`;

function read(condition: string) {
  const reading = readQuery(search(condition), 'spl');
  if (!reading.ok) throw reading.error;
  return reading;
}
const detailsOf = (condition: string) =>
  (read(condition).rule['detection'] as Record<string, Record<string, unknown>>)['selection'];

describe('the data of a registry value, which the data model has as a number and Sysmon with its type', () => {
  test.each([
    ['Registry.registry_value_data=0x00000000', { Details: 'DWORD (0x00000000)' }],
    ['Registry.registry_value_data="0x1F"', { Details: 'DWORD (0x0000001f)' }],
    ['Registry.registry_value_data="0x0000000100000002"', { Details: 'QWORD (0x00000001-0x00000002)' }],
    ['Registry.registry_value_data="*0x00000001"', { 'Details|endswith': '0x00000001)' }],
    ['Registry.registry_value_data="*00000001*"', { 'Details|contains': '00000001' }],
    ['Registry.registry_value_data="C:\\\\heron.dll"', { Details: 'C:\\heron.dll' }],
  ])('is read as Sysmon writes it: %s', (condition, expected) => {
    expect(detailsOf(condition)).toMatchObject(expected);
  });

  test.each(['Registry.registry_value_data=1', 'Registry.registry_value_data="1"'])(
    'may be a number or a text where its digits are decimal: %s',
    (condition) => {
      const details = detailsOf(condition)?.['Details'] as readonly unknown[];
      expect(details.map(String)).toEqual(['DWORD (0x00000001)', '1']);
    },
  );

  test('is excluded in all its spellings', () => {
    const { filter } = read('NOT Registry.registry_value_data="0"').rule['detection'] as Record<string, unknown>;
    expect(filter).toEqual({ Details: ['DWORD (0x00000000)', '0'] });
  });

  test.each([
    [{ Details: 'DWORD (0x00000001)' }, true],
    [{ Details: '1' }, true],
    [{ Details: 'DWORD (0x00000011)' }, false],
  ])('is found in Sysmon’s events: %j', (event, found) => {
    const [rule] = parseSigma(read('Registry.registry_value_data=1').yaml).documents;
    const given = { TargetObject: 'HKLM\\Heron\\Start', ...event };
    expect(matchRule(rule as SigmaRule, given).matched).toBe(found);
  });

  test.each(['0x00000001', '1', 1])('is found in Splunk’s results, which have the number alone: %j', (data) => {
    const [rule] = parseSigma(read('Registry.registry_value_data=0x00000001').yaml).documents;
    const result = { registry_path: 'HKLM\\Heron\\Start', registry_value_data: data };
    const [given] = createEventReader({ as: 'splunk' })({ result });
    expect(matchRule(rule as SigmaRule, given?.event ?? {}).matched).toBe(true);
  });
});
