import {
  coversEvents,
  createMatcher,
  createRuleIndex,
  logsourceOfEvent,
  type SigmaEvent,
  type SigmaRule,
  sampleEvents,
  withRuleFields,
} from '@tripline/sigma';
import fc from 'fast-check';
import { randomRule } from './support/random-rule.js';
import { readRule } from './support/read.js';

/** Letters whose lower-case form is longer, depends on what stands beside it, or is a plain letter, among the letters of the rules. */
const text = fc.string({
  unit: fc.constantFrom('a', 'A', 'B', 'b', 'ü', 'Ü', 'Σ', 'İ', 'K', '*', '\\', ' word ', '.', '7', '10.1.2.3', '\n'),
  maxLength: 6,
});
const single = fc.oneof(text, fc.integer({ min: -3, max: 7 }), fc.boolean(), fc.constant(null));
const value = fc.oneof(single, fc.array(single, { maxLength: 3 }), fc.record({ n: single, h: single }));
const logsource = fc.constantFrom(
  {},
  { Channel: 'Security', EventID: 4688 },
  { channel: 'MICROSOFT-WINDOWS-SYSMON/OPERATIONAL', event_id: '1' },
  { Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 13 },
  { Channel: 'a channel of nobody', EventID: 1 },
  { eventSource: 's3.amazonaws.com', eventName: 'GetObject' },
);
const randomEvent = fc
  .tuple(
    fc.dictionary(fc.constantFrom('F', 'G', 'G.h', 'M', 'M[].n', 'other', '__proto__', 'NewProcessName'), value),
    logsource,
  )
  .map(([fields, told]): SigmaEvent => Object.assign(fields, told));

const ruleLogsource = fc.constantFrom(
  { product: 'windows' },
  { product: 'windows', category: 'process_creation' },
  { product: 'windows', category: 'file_access' },
  { category: 'Process_Creation' },
  { product: 'windows', service: 'security' },
  { product: 'windows', category: 'process_creation', service: 'sysmon' },
  { product: 'aws', service: 'cloudtrail' },
  { product: 'aws' },
  { category: 'webserver' },
);
const rule = fc.tuple(randomRule, ruleLogsource).map(([made, from]): SigmaRule => ({ ...made, logsource: from }));

/** What each rule says when it is run alone. */
function oneByOne(rules: readonly SigmaRule[], event: SigmaEvent): number[] {
  const source = logsourceOfEvent(event);
  const seen = withRuleFields(event, source);
  return [...rules.entries()]
    .filter(([, { logsource: from }]) => source === undefined || coversEvents(from, source))
    .filter(([, each]) => createMatcher(each).matches(seen))
    .map(([number]) => number);
}

describe('an index over rules', () => {
  test('finds what each rule finds alone', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 8 }),
        fc.array(randomEvent, { minLength: 1, maxLength: 5 }),
        (rules, events) => {
          const index = createRuleIndex(rules);
          const built = rules.flatMap((each) => Object.values(sampleEvents(each)).flat());
          for (const event of [...events, ...built]) expect(index.matches(event)).toEqual(oneByOne(rules, event));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('finds texts of any length, cased or not, among many others', () => {
    const rules = [...new Array(300).keys()].map((number) =>
      readRule(
        `s: {F|${number % 2 ? 'contains' : 'endswith|cased'}: '${'Long'.repeat(number % 40)}${number}'}\ncondition: s`,
      ),
    );
    const index = createRuleIndex(rules);
    for (const number of rules.keys()) {
      const event = { F: `before ${'Long'.repeat(number % 40)}${number}` };
      expect(index.matches(event)).toContain(number);
      expect(index.matches(event)).toEqual(oneByOne(rules, event));
    }
  });

  test('takes the numbers of the rules in ascending order', () => {
    const rules = ['b', 'a', 'x', 'ab'].map((part) => readRule(`s: {F|contains: ${part}}\ncondition: s`));
    expect(createRuleIndex(rules).matches({ F: 'abc' })).toEqual([0, 1, 3]);
  });
});

describe('the log source of an event', () => {
  const rules = [
    { product: 'windows', category: 'process_creation' },
    { product: 'windows', service: 'security' },
    { product: 'windows', service: 'sysmon' },
    { product: 'windows' },
    { product: 'linux', category: 'process_creation' },
    { category: 'process_creation' },
    { category: 'proxy' },
    { product: 'windows', service: 'a-service-of-ours' },
    { product: 'aws', service: 'cloudtrail' },
  ].map((from) => ({ ...readRule("s: {Image|endswith: '\\a.exe'}\ncondition: s"), logsource: from }));
  const index = createRuleIndex(rules);

  test.each<[string, SigmaEvent, number[]]>([
    ['no channel', { Image: 'C:\\a.exe' }, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['Sysmon process creation', { Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1 }, [0, 2, 3, 5]],
    ['Sysmon file creation', { Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: '11' }, [2, 3]],
    ['winlogbeat', { winlog: { channel: 'Security', event_id: 4625 } }, [1, 3]],
    ['a channel that is not listed', { Channel: 'Ours/Operational', EventID: 1 }, [3, 7]],
    ['CloudTrail', { eventSource: 's3.amazonaws.com', eventName: 'GetObject' }, [8]],
    ['Sysmon for Linux', { Channel: 'Linux-Sysmon/Operational', EventID: 1 }, [4, 5]],
  ])('%s is tried against the rules for it', (_, told, expected) => {
    expect(index.matches({ Image: 'C:\\a.exe', ...told })).toEqual(expected);
  });

  test('a process creation of the Security log is seen under the names of Sysmon', () => {
    const event = { Channel: 'Security', EventID: 4688, NewProcessName: 'C:\\a.exe' };
    expect(index.matches(event)).toEqual([0, 1, 3, 5]);
    expect(index.matches({ ...event, Image: 'C:\\own.exe' })).toEqual([]);
  });
});
