import { convert, parseSigma, readQuery, type SigmaRule } from '@tripline/sigma';
import { yaralEvents } from './support/udm-interpreter.js';

const START = '$e.metadata.event_type = "PROCESS_LAUNCH"';

function read(...lines: readonly string[]): Record<string, unknown> {
  const events = [START, ...lines].map((line) => `    ${line}\n`).join('');
  const reading = readQuery(`rule a {\n  events:\n${events}  condition:\n    $e\n}`, 'yaral');
  if (!reading.ok) throw reading.error;
  return reading.rule['detection'] as Record<string, unknown>;
}

function written(yaml: string): string {
  const collection = parseSigma(yaml);
  const conversion = convert(collection.documents[0] as SigmaRule, collection, 'siem_yaral');
  if (!conversion.ok) throw conversion.error;
  return conversion.queries[0] as string;
}

const rule = (user: string) =>
  `title: A\nlogsource: { product: windows, category: process_creation }\ndetection: { s: { ${user} }, condition: s }\n`;

describe('an account of UDM, which has the user’s name and the domain in two fields', () => {
  test('has its name behind the backslash and its domain before it', () => {
    expect(read('$e.principal.user.userid = "NETWORK SERVICE"')).toMatchObject({
      selection: { 'User|endswith|cased': '\\NETWORK SERVICE' },
    });
    expect(read('$e.principal.administrative_domain = "NT AUTHORITY"')).toMatchObject({
      selection: { 'User|startswith|cased': 'NT AUTHORITY\\\\' },
    });
  });

  test('is its name alone where the rule says that it has no domain', () => {
    expect(read('$e.principal.user.userid = "heron"', '$e.principal.administrative_domain = ""')).toMatchObject({
      selection: { 'User|cased': 'heron' },
    });
  });

  test('without a domain has no backslash, also where nothing tests its name', () => {
    expect(read('$e.principal.administrative_domain = ""')).toMatchObject({ selection: { 'User|re': '^[^\\\\]*$' } });
    expect(read('$e.principal.administrative_domain != ""', '$e.target.process.command_line = "a"')).toMatchObject({
      filter: { 'User|re': '^[^\\\\]*$' },
    });
  });

  const EVENTS = [
    ['NT AUTHORITY', 'SYSTEM'],
    ['SYSTEM', 'NT AUTHORITY'],
    ['CORP', 'heron'],
    ['', 'heron'],
    ['', 'egret'],
    ['heron', 'CORP'],
  ].map(
    ([domain = '', user = '']) =>
      new Map<string, readonly string[]>([
        ['metadata.event_type', ['PROCESS_LAUNCH']],
        ['principal.user.userid', [user]],
        ...(domain === '' ? [] : [['principal.administrative_domain', [domain]] as const]),
      ]),
  );

  test.each([
    ['User: NT AUTHORITY\\SYSTEM', [0]],
    ["User|endswith: '\\heron'", [2]],
    ["User|startswith: 'NT AUTHORITY\\'", [0]],
    ['User: heron', [3]],
    ['User: [heron, egret]', [3, 4]],
  ])('is found in the same events by a rule and by what is read of its query: %s', (user, found) => {
    const matched = (query: string) => EVENTS.flatMap((event, index) => (yaralEvents(query)(event) ? [index] : []));
    const query = written(rule(user));
    expect(matched(query)).toEqual(found);
    const again = readQuery(query, 'yaral');
    if (!again.ok) throw again.error;
    expect(matched(written(again.yaml))).toEqual(found);
  });
});
