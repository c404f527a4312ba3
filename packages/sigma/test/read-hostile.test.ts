import { type QueryLanguage, type ReadQueryOptions, readQuery } from '@tripline/sigma';

const refusal = (text: string, language: QueryLanguage, options: ReadQueryOptions = {}): string => {
  const reading = readQuery(text, language, options);
  return reading.ok ? 'read' : `${reading.error.code}: ${reading.error.message}`;
};

const TOO_LARGE = 'TooLarge: with its columns written out, the query has more than 200000 tests';
const repeated = (number: number, of: (index: number) => string): string =>
  Array.from({ length: number }, (_, index) => of(index)).join('\n');

describe('short queries whose columns stand for ever more tests are refused before these are written out', () => {
  const esql = 'FROM logs-aws.cloudtrail-* | EVAL a = user.name == "x", c0 = user.name == "x"\n';
  const kql = 'SigninLogs | extend c0 = UserPrincipalName == "x"\n';

  // Written out, each would be of 2^200 tests.
  test.each<[string, QueryLanguage, string]>([
    ['a column of itself', 'esql', `${esql}${repeated(200, () => '| EVAL a = a AND a')}\n| WHERE a`],
    ['columns of the one before', 'esql', `${esql}${repeated(200, (n) => `| EVAL c${n + 1} = c${n} OR c${n}`)}`],
    ['a column compared with true', 'esql', `${esql}${repeated(200, () => '| EVAL a = NOT (a == true OR a)')}`],
    ['conditions of counts', 'esql', `${esql}${repeated(200, () => '| EVAL a = CASE(a AND a, 1, 0)')}`],
    ['columns of the one before', 'kql', `${kql}${repeated(200, (n) => `| extend c${n + 1} = c${n} and c${n}`)}`],
  ])('%s (%s)', (_, language, query) => {
    expect(refusal(query, language)).toBe(TOO_LARGE);
  });

  test('many copies of one long condition', () => {
    const names = repeated(5000, (index) => `${index === 0 ? '' : 'OR '}user.name == "u${index}"`);
    const query = `FROM logs-aws.cloudtrail-* | EVAL a = ${names}\n${repeated(5000, () => '| WHERE a OR a')}`;
    expect(refusal(query, 'esql')).toBe(TOO_LARGE);
  });

  test('a column that nests deeper each time', () => {
    const steps = repeated(5000, (index) => `| EVAL a = a ${index % 2 === 0 ? 'OR' : 'AND'} user.id == "${index}"`);
    expect(refusal(`${esql}${steps}\n| WHERE a`, 'esql')).toBe(TOO_LARGE);
  });

  test('and a column that is used a few times is not', () => {
    expect(refusal(`${esql}${repeated(10, () => '| EVAL a = a AND a')}\n| WHERE a`, 'esql')).toBe('read');
    expect(refusal(`${kql}${repeated(10, (n) => `| extend c${n + 1} = c${n} and c${n}`)}\n| where c10`, 'kql')).toBe(
      'read',
    );
  });
});

test('a case of thousands of alternatives is read or refused in a time that grows with it', () => {
  const cases = (value: (index: number) => string) =>
    Array.from({ length: 6000 }, (_, index) => `a="x${index}","${value(index)}"`).join();
  const search = (text: string) => `sourcetype=access_combined | eval c=case(${text}) | where c="y"`;
  const start = process.cpuUsage();
  expect(refusal(search(cases(() => 'y')), 'spl')).not.toMatch(/^TooLarge: with/);
  expect(refusal(search(cases((index) => (index % 2 === 0 ? 'y' : 'z'))), 'spl')).toBe(
    'TooLarge: the tests of what case gives are more than a rule can have',
  );
  expect(process.cpuUsage(start).user).toBeLessThan(10_000_000);
});

test('lists that hold the one before twice are refused before they are written out', () => {
  const lists = repeated(30, (n) => `let l${n + 1} = array_concat(l${n}, l${n});`);
  const query = `let l0 = dynamic(["x"]);\n${lists}\nDeviceProcessEvents | where FileName in (l30)`;
  expect(refusal(query, 'kql')).toContain('TooLarge: with its lists written out');
});

test('an element of a list within thousands of others is refused', () => {
  const query = `DeviceEvents | where parse_json(AdditionalFields)${'[0]'.repeat(20_000)} == 1`;
  expect(refusal(query, 'kql')).toBe('TooDeep: an element is more than 64 lists deep');
});

test('a query of thousands of exclusions is refused in a time that grows with it', () => {
  const others = repeated(4000, (n) => `not $e.principal.platform = "X${n}"`);
  const start = process.cpuUsage();
  const query = `rule a {\n  events:\n    $e.target.url = "x"\n${others}\n  condition:\n    $e\n}`;
  expect(refusal(query, 'yaral')).toContain('more than 1000 selections');
  expect(process.cpuUsage(start).user).toBeLessThan(15_000_000);
});

describe('short queries that stand for ever more tables are refused before these are read', () => {
  const TABLES = 'TooLarge: the query reads more than 500 tables';

  test('tables of let that put together the one before', () => {
    const union = (of: string) => `union ${Array.from({ length: 100 }, () => of).join(', ')}`;
    const query = `let A = ${union('T')};\nlet B = ${union('A')};\nlet C = ${union('B')};\nlet D = ${union('C')};\nD | where x == 1`;
    expect(refusal(query, 'kql')).toBe(TABLES);
  });

  test('one long table that is read again and again', () => {
    const long = repeated(3000, (n) => `| where a${n} == ${n}`);
    const query = `let A = T ${long};\nunion ${Array.from({ length: 100 }, () => 'A').join(', ')}`;
    expect(refusal(query, 'kql')).toBe(
      'TooLarge: with the tables of let written out, the query has more than 200000 words',
    );
  });

  test('unions one behind another, each with a column of its own', () => {
    const query = `T ${repeated(7000, (n) => `| extend b${n} = c | union U`)} | where x == 1`;
    expect(refusal(query, 'kql')).toBe(TABLES);
  });

  test('queries without number in one text', () => {
    expect(refusal(Array.from({ length: 600 }, (_, n) => `T\n| where a == ${n}`).join('\n\n'), 'kql')).toBe(TABLES);
  });
});

describe('what a Splunk search names is refused before it is written out without end', () => {
  const TOO_LONG = 'TooLarge: with its macros written out the search is longer than 262144 characters';
  const calls = (name: string) => Array.from({ length: 60 }, () => `\`${name}\``).join(' ');
  const chain = (last: string) =>
    Object.fromEntries(
      Array.from({ length: 7 }, (_, n) => [`m${n}`, { definition: n === 6 ? last : calls(`m${n + 1}`) }]),
    );

  test.each(['a=b', ''])('macros that each call the next, to "%s" at last', (last) => {
    expect(refusal('sourcetype=x `m0`', 'spl', { macros: chain(last) })).toBe(TOO_LONG);
  });

  test('a long argument that a macro repeats', () => {
    const macros = { 'm(1)': { definition: '$a$ '.repeat(60_000), arguments: ['a'] } };
    expect(refusal(`sourcetype=x \`m(${'a'.repeat(100_000)})\``, 'spl', { macros })).toBe(TOO_LONG);
  });

  test('a lookup that is looked up again and again', () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ user: `u${n}` }));
    const search = `sourcetype=x ${'[| inputlookup a] '.repeat(5000)}`;
    expect(refusal(search, 'spl', { lists: { a: { rows } } })).toBe(
      'TooLarge: with its lookups and data models written out, the query has more than 200000 tests',
    );
  });

  test('and names that are no regular expression are names', () => {
    const search = 'sourcetype="WinEventLog:Security" | rename "foo*" AS "(a+)+(*" | search "(a+)+(Bar"=b';
    const reading = readQuery(search, 'spl');
    expect(reading.ok && reading.yaml).toContain("fooBar: 'b'");
  });
});
