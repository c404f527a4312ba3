import type { QueryLanguage } from '@tripline/sigma';
import fc from 'fast-check';
import { type Proof, prove } from './support/proof/prove.js';

/** How a language writes a query of one log: its beginning, its fields, and a test of a field by some words. */
interface Writing {
  readonly begin: string;
  readonly fields: readonly string[];
  readonly tests: readonly ((field: string, words: readonly [string, string]) => string)[];
  readonly and: string;
  readonly or: string;
  readonly not: (inner: string) => string;
}

const WORDS = ['alpha', 'Beta', '-enc', 'two words', 'x.exe', 'http://a', '10', 'C#'];

const WRITINGS: Readonly<Partial<Record<QueryLanguage, Writing>>> = {
  eql: {
    begin: 'process where host.os.type == "windows" and event.type == "start" and ',
    fields: ['process.command_line', 'process.executable', 'process.name', 'process.parent.command_line'],
    tests: [
      (field, [a]) => `${field} : "${a}*"`,
      (field, [a, b]) => `${field} : ("*${a}*", "${b}")`,
      (field, [a]) => `${field} == "${a}"`,
      (field, [a, b]) => `${field} like~ ("*${a}", "${b}*")`,
      (field, [a]) => `stringContains~(${field}, "${a}")`,
    ],
    and: ' and ',
    or: ' or ',
    not: (inner) => `not (${inner})`,
  },
  esql: {
    begin:
      'FROM logs-endpoint.events.process-* | EVAL line = TO_LOWER(process.command_line) | WHERE host.os.type == "windows" AND event.category == "process" AND event.type == "start" AND ',
    fields: ['process.command_line', 'process.executable', 'process.name', 'process.parent.command_line'],
    tests: [
      (field, [a]) => `${field} LIKE "${a}*"`,
      (field, [a, b]) => `${field} IN ("${a}", "${b}")`,
      (field, [a, b]) => `TO_LOWER(${field}) LIKE ("*${a.toLowerCase()}*", "${b.toLowerCase()}?")`,
      (field, [a]) => `STARTS_WITH(${field}, "${a}")`,
      (_, [a]) => `line == "${a.toLowerCase()}"`,
      (field, [a]) => `${field} != "${a}"`,
      () => 'process.command_line IS NOT NULL',
      (field, [a]) => `${field} RLIKE ".*${a.replace(/[.#]/g, '\\\\$&')}[0-9]+"`,
    ],
    and: ' AND ',
    or: ' OR ',
    not: (inner) => `NOT (${inner})`,
  },
  lucene: {
    begin: 'event.category:process and host.os.type:windows and event.type:start and ',
    fields: ['process.command_line', 'process.executable', 'process.parent.command_line'],
    tests: [
      (field, [a]) => `${field}:"${a}"`,
      (field, [a]) => `${field}:*${a.replace(/[ :/]/g, '')}*`,
      (field, [a, b]) => `${field}:("${a}" or "${b}")`,
      (field) => `${field}:*`,
    ],
    and: ' and ',
    or: ' or ',
    not: (inner) => `not (${inner})`,
  },
  kql: {
    begin: 'DeviceProcessEvents\n| where ActionType == "ProcessCreated"\n| where ',
    fields: ['ProcessCommandLine', 'FileName', 'InitiatingProcessCommandLine', 'InitiatingProcessFileName'],
    tests: [
      (field, [a]) => `${field} =~ "${a}"`,
      (field, [a]) => `${field} endswith "${a}"`,
      (field, [a, b]) => `${field} in~ ("${a}", "${b}")`,
      (field, [a]) => `${field} == "${a}"`,
    ],
    and: ' and ',
    or: ' or ',
    not: (inner) => `not(${inner})`,
  },
  spl: {
    begin: 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1 ',
    fields: ['Image', 'CommandLine', 'ParentImage', 'OriginalFileName'],
    tests: [
      (field, [a]) => `${field}="*${a}*"`,
      (field, [a, b]) => `${field} IN ("${a}*", "*${b}")`,
      (field, [a]) => `${field}!="${a}"`,
      (field) => `${field}=*`,
    ],
    and: ' ',
    or: ' OR ',
    not: (inner) => `NOT (${inner})`,
  },
};

/** A condition of tests, at most three deep. */
function conditionOf({ fields, tests, and, or, not }: Writing): fc.Arbitrary<string> {
  const words = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS));
  const one = fc
    .tuple(fc.constantFrom(...tests), fc.constantFrom(...fields), words)
    .map(([write, field, pair]) => write(field, pair));
  const several = (by: string, inner: fc.Arbitrary<string>) =>
    fc.array(inner, { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(by)})`);
  const flat = fc.oneof(one, one, several(or, one));
  return fc.oneof(
    several(and, fc.oneof(flat, flat, flat.map(not))),
    several(or, fc.oneof(one, several(and, fc.oneof(one, one.map(not))))),
  );
}

describe.each(Object.entries(WRITINGS))('%s', (language, writing) => {
  test('a query and the rule read from it find the same events, of those that the query’s own condition makes', () => {
    const verdicts: Proof['verdict'][] = [];
    fc.assert(
      fc.property(conditionOf(writing), (condition) => {
        const query = writing.begin + condition;
        const { verdict, why, differences } = prove(query, language as QueryLanguage);
        expect([query, differences.slice(0, 1)]).toEqual([query, []]);
        // A condition that nothing or everything satisfies gives no events of both kinds.
        if (verdict === 'unproven') expect(why).toMatch(/too few events|refused: (?:no event|the query tests nothing)/);
        verdicts.push(verdict);
      }),
      { numRuns: 60 },
    );
    expect(verdicts.filter((verdict) => verdict === 'agrees').length).toBeGreaterThan(verdicts.length / 2);
  });
});

test('a rule that finds other events than its query is told, event by event', () => {
  const query =
    '| tstats count from datamodel=Endpoint.Filesystem where Filesystem.file_path="*/cron*" by Filesystem.dest';
  const proof = prove(query, 'spl', { logsource: { product: 'windows', category: 'process_creation' } });
  expect(proof.verdict).toBe('differs');
  expect(proof.differences.map(({ kind }) => kind)).toContain('other log');
});

test('of a query that the interpreters do not know, nothing is said to be proven', () => {
  const proof = prove('DeviceProcessEvents | where isnotempty(strcat(FileName, "x"))', 'kql');
  expect(proof).toMatchObject({ verdict: 'unproven', found: 0 });
});

test('a correlation is compared with its query in the order of the events, by the values that join them', () => {
  const query = `sequence by process.entity_id with maxspan=5m
  [process where host.os.type == "windows" and event.type == "start" and process.name : "dllhost.exe"]
  [file where host.os.type == "windows" and event.type == "creation" and file.path : "*.pf"]`;
  expect(prove(query, 'eql')).toMatchObject({ verdict: 'agrees', differences: [] });
});

test('the events of a rule of YARA-L are compared with the rule that is read from it', () => {
  const rule = (condition: string) => `rule a {
  meta:
    author = "x"
  events:
    $e.metadata.event_type = "PROCESS_LAUNCH"
    ${condition}
  condition:
    $e
}`;
  const agrees = rule(
    '(re.regex($e.target.process.file.full_path, `\\\\cmd\\.exe$`) nocase or $e.target.process.command_line = "b") and not $e.principal.hostname = "h"',
  );
  expect(prove(agrees, 'yaral')).toMatchObject({ verdict: 'agrees', differences: [] });
  expect(prove(rule('$e.target.process.command_line = %list'), 'yaral').verdict).toBe('unproven');
});

test('counts, places in columns of JSON and opened lists of KQL are compared, and joined rows are not', () => {
  const query = (rest: string) =>
    `AuditLogs | extend Actor = tostring(InitiatedBy.user.userPrincipalName) | where OperationName == "Add" and Actor startswith "a" ${rest}`;
  expect(prove(query('| summarize n = count() by Actor, bin(TimeGenerated, 1h) | where n > 5'), 'kql').verdict).toBe(
    'agrees',
  );
  expect(prove(query('| evaluate bag_unpack(x)'), 'kql').verdict).toBe('unproven');
});

describe('searches of Splunk', () => {
  const SYSMON = 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1 ';

  test.each([
    'Image="*a.exe" | bucket _time span=5m | stats dc(CommandLine) as n by _time, Computer | where n > 3 AND Computer="x"',
    '| rename Image as program, CommandLine as line | search program="*a.exe" | where like(line, "%-enc%") AND NOT like(line, "%x") AND isnotnull(program)',
    'Image="*a.exe" | regex CommandLine="(?i)-enc\\s+[a-z]{4}" | eval n=len(CommandLine)',
    'CommandLine=*\\"id\\":true* ("two words" OR "other")',
  ])('counts, new names, expressions and words of the whole event are interpreted: %s', (rest) => {
    expect(prove(SYSMON + rest, 'spl')).toMatchObject({ verdict: 'agrees', differences: [] });
  });

  test('what is computed is not', () => {
    expect(prove(`${SYSMON}| eval n=len(CommandLine) | where n > 3`, 'spl').verdict).toBe('unproven');
  });
});

test('a rule of YARA-L that was read into several rules is all of them together', () => {
  const rule = (second: string) => `rule a {
  events:
    ($e.metadata.event_type = "PROCESS_LAUNCH" and $e.target.process.command_line = "alpha")
    or ($e.metadata.event_type = "FILE_CREATION" and ${second})
    $x = re.capture($e.target.process.command_line, \`a(.*)\`)
  match:
    $x over 5m
  condition:
    $e
}`;
  expect(prove(rule('$e.target.file.full_path = "beta"'), 'yaral')).toMatchObject({
    verdict: 'agrees',
    differences: [],
  });
});

describe('ES|QL', () => {
  const CALLS = 'FROM logs-aws.cloudtrail-* METADATA _id // one log\n| WHERE event.provider == "iam.amazonaws.com"\n';

  test.each([
    '| EVAL is_new = event.action == "CreateUser" | STATS n = SUM(CASE(is_new, 1, 0)), o = COUNT(*) WHERE event.action LIKE "Delete*" BY user.name, DATE_TRUNC(5 minutes, @timestamp) | WHERE n > 0 AND o > 2',
    '| RENAME event.action AS verb, who = user.name | KEEP verb, who | WHERE verb IN ("A", "B") AND NOT who LIKE "svc-*"',
    '| WHERE COALESCE(event.action == "A", false) | STATS n = COUNT(*), users = COUNT_DISTINCT(user.name) BY `source`.ip | WHERE users >= 3 AND source.ip IS NOT NULL',
    '| WHERE CIDR_MATCH(source.ip, "10.0.0.0/8", "192.168.0.0/16") AND KQL("event.action: (A or B)") AND @timestamp > NOW() - 1 hour',
  ])('columns, counts of some of the events and searches within are interpreted: %s', (commands) => {
    expect(prove(CALLS + commands, 'esql')).toMatchObject({ verdict: 'agrees', differences: [] });
  });

  test.each(['| EVAL l = LENGTH(user.name) | WHERE l > 3', '| ENRICH owners | WHERE user.name == "a"'])(
    'what is computed or looked up is not: %s',
    (commands) => expect(prove(CALLS + commands, 'esql').verdict).toBe('unproven'),
  );
});
