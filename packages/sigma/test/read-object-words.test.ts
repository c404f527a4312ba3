import { type QueryLanguage, readQuery } from '@tripline/sigma';

/** The message of a query's refusal, or the rule where it was read. */
function answer(query: string, language: QueryLanguage): string {
  const reading = readQuery(query, language);
  return reading.ok ? reading.yaml : reading.error.message;
}

describe('a word that every object of JavaScript has something for', () => {
  it.each<[QueryLanguage, string]>([
    ['esql', 'FROM logs-* | WHERE constructor(process.name, "x")'],
    ['eql', 'process where constructor(process.name, "x")'],
    ['kql', 'DeviceProcessEvents | where constructor(FileName, "x")'],
  ])('is no function that %s tests by: the query is refused, not read as another test', (language, query) => {
    expect(answer(query, language)).toMatch(/^a rule cannot compute constructor\(/);
  });

  it('is no operator of KQL or ES|QL, and the refusal says what stands there', () => {
    expect(answer('DeviceProcessEvents | constructor', 'kql')).toBe(
      'constructor is an operator without a counterpart in a rule; a rule over single events cannot express that',
    );
    expect(answer('FROM logs-* | WHERE process.name constructor 5', 'esql')).toBe(
      'the expression goes on with "constructor", which a rule cannot compute',
    );
    expect(answer('process where process.name constructor 5', 'eql')).toBe(
      'an operator is expected before constructor',
    );
  });

  it('is no command of SPL', () => {
    expect(answer('sourcetype=x a=b | constructor', 'spl')).toBe(
      'constructor is a command without a counterpart in a rule',
    );
  });

  it('is no aggregate that a correlation counts', () => {
    expect(answer('DeviceProcessEvents | summarize n = constructor(FileName) by DeviceName | where n > 5', 'kql')).toBe(
      'n is a result of summarize that no correlation of Sigma counts',
    );
    expect(
      answer(
        'rule a { events: $e.target.process.command_line = "x" $e.principal.hostname = $host match: $host over 5m ' +
          'outcome: $n = constructor($e.principal.ip) condition: $e and $n > 5 }',
        'yaral',
      ),
    ).toBe('the condition compares $n, which the rule computes');
  });
});
